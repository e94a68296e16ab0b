/** Canonical JSON by RFC 8785 (JCS): the one text of a value, which is what gets hashed. */
import { createHash } from 'node:crypto';

/**
 * Of plain data: what ECMAScript's own JSON makes of texts and numbers is what RFC 8785 asks for, which leaves the
 * order of keys, by UTF-16 code units. Written here since every move is hashed; a test holds it against a library.
 *
 * @throws RangeError if the value has no JSON form.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} has no JSON form`);
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new RangeError(`a ${typeof value} has no JSON form`);
  return text;
}

function canonicalArray(items: readonly unknown[]): string {
  let text = '';
  for (const item of items) text += `${text === '' ? '[' : ','}${canonicalJson(item)}`;
  return text === '' ? '[]' : `${text}]`;
}

function canonicalObject(object: object): string {
  const fields = Object.entries(object);
  fields.sort(byKey);
  let text = '';
  for (const [key, value] of fields) {
    if (value !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** SHA-256 in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
