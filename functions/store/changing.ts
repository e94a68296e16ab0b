/** Changes of single fields of an item. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** What an Update needs to set each field, or to remove it where it is null; other fields may stand in its condition. */
export interface Change {
  readonly update: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, AttributeValue>>;
}

type Value = string | number | object;

export function toAttribute(value: Value): AttributeValue {
  if (typeof value === 'number') return { N: String(value) };
  return { S: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** What is undefined stays. */
export function changing(fields: Readonly<Record<string, Value | null | undefined>>): Change {
  const names: Record<string, string> = {};
  const values: Record<string, AttributeValue> = {};
  const set: string[] = [];
  const remove: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    names[`#${field}`] = field;
    if (value === null) {
      remove.push(`#${field}`);
      continue;
    }
    values[`:${field}`] = toAttribute(value);
    set.push(`#${field} = :${field}`);
  }
  const parts = [
    ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
    ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')}`] : []),
  ];
  return { update: parts.join(' '), names, values };
}
