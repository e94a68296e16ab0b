/** From a text to a record whose every character has a meaning. */
import { canonicalJson } from '../log/canonical.ts';
import { COMPACT_FORMAT, FULL_FORMAT } from './record.ts';
import { compactRecordSchema, fullRecordSchema, type ReadCompact, type ReadFull } from './schema.ts';
import { type Fault, faulty } from './verify-report.ts';

export type ReadRecord =
  | { readonly ok: true; readonly record: ReadFull | ReadCompact }
  | { readonly ok: false; readonly unusable: boolean; readonly fault: Fault };

export function readRecord(text: string): ReadRecord {
  const json = parsed(text);
  if (json === undefined) return unusable('This is no JSON.');
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined;
  if (format === FULL_FORMAT) return shaped(text, fullRecordSchema.safeParse(json));
  if (format === COMPACT_FORMAT) return shaped(text, compactRecordSchema.safeParse(json));
  return unusable(`This is no record: its format is neither ${FULL_FORMAT} nor ${COMPACT_FORMAT}.`);
}

type Shaped =
  | { readonly success: true; readonly data: ReadFull | ReadCompact }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function shaped(text: string, result: Shaped): ReadRecord {
  if (!result.success) {
    const [issue] = result.error.issues;
    return misshapen(issue?.path.map(String).join('/') ?? '', `No record looks like this: ${issue?.message}.`);
  }
  const canonical = canonicalText(result.data);
  if (canonical === text) return { ok: true, record: result.data };
  const at = canonical === null ? 0 : firstDifference(canonical, text);
  return misshapen('', `The text is not canonical JSON (RFC 8785): it differs at character ${at + 1}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Null for what has no canonical text: a number too large, or nesting too deep. */
function canonicalText(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  return i;
}

function misshapen(field: string, message: string): ReadRecord {
  return { ok: false, unusable: false, fault: faulty('form', null, field, message).fault };
}

function unusable(message: string): ReadRecord {
  return { ok: false, unusable: true, fault: faulty('form', null, '', message).fault };
}
