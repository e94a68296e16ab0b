/** Canonical JSON by RFC 8785 (JCS): the one text of a value, which is what gets hashed. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** @throws RangeError if the value has no JSON form. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new RangeError('a value without a JSON form cannot be canonical');
  return text;
}

/** SHA-256 in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
