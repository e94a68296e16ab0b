/** Lambda's filter patterns for events, as far as they are used: a field is one of some texts, or begins with one. */

type Rule = string | { readonly prefix: string };

export interface EventPattern {
  readonly [field: string]: EventPattern | readonly Rule[];
}

/** The same as in the deployed event source mapping; see there. */
export const STREAM_FILTERS: readonly EventPattern[] = [
  {
    eventName: ['INSERT'],
    dynamodb: { Keys: { sk: { S: [prefix('commit#'), prefix('entry#'), prefix('message#')] } } },
  },
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { Keys: { sk: { S: ['vacation', 'profile', 'recovery', prefix('plan#')] } } },
  },
  {
    eventName: ['INSERT'],
    dynamodb: { Keys: { pk: { S: ['notes#', 'tokens#', 'webhooks#', 'blocks#'].map(prefix) } } },
  },
];

function prefix(text: string): Rule {
  return { prefix: text };
}

export function fits(event: unknown, pattern: EventPattern): boolean {
  if (typeof event !== 'object' || event === null) return false;
  const fields = new Map<string, unknown>(Object.entries(event));
  return Object.entries(pattern).every(([name, wanted]) => {
    const value = fields.get(name);
    return isRules(wanted) ? wanted.some((rule) => follows(value, rule)) : fits(value, wanted);
  });
}

function isRules(wanted: EventPattern | readonly Rule[]): wanted is readonly Rule[] {
  return Array.isArray(wanted);
}

function follows(value: unknown, rule: Rule): boolean {
  if (typeof value !== 'string') return false;
  return typeof rule === 'string' ? value === rule : value.startsWith(rule.prefix);
}
