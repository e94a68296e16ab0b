/**
 * Events as they were shown: what can still be told of their seals by whoever has nothing but them.
 *
 * An open seal stands as exactly `{value, salt}`, a closed one as exactly `{digest}`. No event has other objects of
 * these two shapes.
 */
import { digestOf, type ShownEvent } from './seal.ts';

const DIGEST = /^[0-9a-f]{64}$/;
const SALT = /^[0-9a-f]{32}$/;

export interface OpenSeal {
  readonly value: unknown;
  readonly salt: string;
}

export function isOpenSeal(value: object): value is OpenSeal {
  if (!('value' in value && 'salt' in value) || Object.keys(value).length !== 2) return false;
  return typeof value.salt === 'string' && SALT.test(value.salt);
}

export function isClosedSeal(value: object): boolean {
  if (!('digest' in value) || Object.keys(value).length !== 1) return false;
  return typeof value.digest === 'string' && DIGEST.test(value.digest);
}

/** What the hash of a commit is taken of, from what was shown of it: every open seal as `{digest}`. */
export function digestsOfShown(events: readonly ShownEvent[]): unknown {
  return closed(events);
}

/** True if something in this value is hidden from whoever it was shown to. */
export function holdsClosedSeal(value: unknown): boolean {
  return holds(value, isClosedSeal);
}

export function holdsSeal(value: unknown): boolean {
  return holds(value, (part) => isClosedSeal(part) || isOpenSeal(part));
}

function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isOpenSeal(value)) return { digest: digestOf(value.value, value.salt) };
  if (Array.isArray(value)) return value.map(closed);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
}

function holds(value: unknown, wanted: (part: object) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (wanted(value)) return true;
  return !isOpenSeal(value) && Object.values(value).some((part) => holds(part, wanted));
}
