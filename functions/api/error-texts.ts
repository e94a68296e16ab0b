/** What is said of a field that breaks its schema, where the schema has no words of its own. Importing this sets it. */
import * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

z.config({ customError: textOf });

/** Undefined: Zod's own text. */
function textOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is needed.';
      return `This has to be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return issue.input === undefined ? 'This is needed.' : oneOf(issue.values);
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), 'At least', 'or more');
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), 'At most', 'or less');
    case 'invalid_format':
      return issue.pattern === undefined ? undefined : `This has not the form ${issue.pattern}.`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? oneOf(issue.options) : undefined;
    default:
      return undefined;
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `This has to be ${values[0]}.` : `One of: ${values.join(', ')}.`;
}

function bound(origin: string, count: number, least: string, more: string): string {
  if (origin === 'string') return `${least} ${count} ${count === 1 ? 'character' : 'characters'}.`;
  if (origin === 'array' || origin === 'set') return `${least} ${count} ${count === 1 ? 'item' : 'items'}.`;
  return `${count} ${more}.`;
}
