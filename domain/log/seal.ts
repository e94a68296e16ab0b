/**
 * Sealing: how hidden values stand in the log.
 *
 * Every sealed value has a salt of 16 bytes; its digest is `sha256(salt ‖ UTF-8 of JCS(value))`, in lower-case hex.
 * Viewers get `{value, salt}` where they may see the value and `{digest}` where they may not. Salts follow from a key
 * of the match that is independent of its seed, so they need not be stored. A personal text has a salt of its own
 * beside it: blanked, only `{sealedFor, digest}` stays, and the chain still holds.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Audience, Viewer } from '../sealed.ts';
import { canonicalJson } from './canonical.ts';

/** The salt (32 lower-case hex digits) of the n-th seal of a commit, from 0, in the order in which they stand. */
export type Salts = (n: number) => string;

type Seal = { readonly sealedFor: Audience } & Readonly<Record<string, unknown>>;

/** `sha256(salt ‖ JCS(value))` in lower-case hex; `salt` is hex. */
export function digestOf(value: unknown, salt: string): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(canonicalJson(value), 'utf8').digest('hex');
}

/** The salts of one commit, from the match's salt key (hex). */
export function saltsOf(saltKey: string, match: string, seq: number): Salts {
  return (n) =>
    createHmac('sha256', Buffer.from(saltKey, 'hex'))
      .update(`plypost/salt/1|${match}|${seq}|${n}`, 'utf8')
      .digest('hex')
      .slice(0, 32);
}

/** An event as it is hashed or shown: no seal in it, only `{digest}` or `{value, salt}`. */
export interface ShownEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What the hash of a commit is taken of: every seal as `{digest}`. */
export function digestsOnly(events: readonly Typed[], salts: Salts): ShownEvent[] {
  return shown(
    events,
    sealReplacer(salts, (seal, salt) => ({ digest: digestOfSeal(seal, salt) })),
  );
}

/**
 * A commit's events as one viewer may see them: seals as `{value, salt}` or `{digest}`. `open` opens all but personal
 * texts, which stay their writer's.
 */
export function eventsFor(viewer: Viewer, open: boolean, events: readonly Typed[], salts: Salts): ShownEvent[] {
  return shown(events, replacerFor(viewer, open, salts));
}

/**
 * Events that were never stored, such as a legal move's: a seal is `{value}` for whoever may see it and `{}` for all
 * others. No salt and no digest: they would be those of a commit to come, or could be guessed by them.
 */
export function imaginedEventsFor(viewer: Viewer, events: readonly Typed[]): ShownEvent[] {
  const noSalt = () => '';
  return shown(
    events,
    sealReplacer(noSalt, (seal) => (seal.sealedFor === viewer ? { value: seal.value } : {})),
  );
}

/** Any other value (a match's options) as one viewer may see it. */
export function valueFor(viewer: Viewer, open: boolean, value: unknown, salts: Salts): unknown {
  return replacerFor(viewer, open, salts)(value);
}

interface Typed {
  readonly type: string;
}

function shown(events: readonly Typed[], replace: (value: unknown) => unknown): ShownEvent[] {
  return events.map((event) => {
    const replaced = replace(event);
    if (!isShown(replaced)) throw new RangeError('an event has lost its type');
    return replaced;
  });
}

function replacerFor(viewer: Viewer, open: boolean, salts: Salts) {
  return sealReplacer(salts, (seal, salt) => {
    const mayRead = 'value' in seal && ((open && !('salt' in seal)) || seal.sealedFor === viewer);
    return mayRead ? { value: seal.value, salt } : { digest: digestOfSeal(seal, salt) };
  });
}

function digestOfSeal(seal: Seal, salt: string): string {
  return typeof seal.digest === 'string' ? seal.digest : digestOf(seal.value, salt);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isShown(value: unknown): value is ShownEvent {
  return isObject(value) && typeof value.type === 'string';
}

function isSeal(value: Record<string, unknown>): value is Seal {
  return 'sealedFor' in value;
}

/** Copies values with every seal in them replaced, counting the seals; what holds no seal is not copied. */
function sealReplacer(salts: Salts, replacement: (seal: Seal, salt: string) => unknown): (value: unknown) => unknown {
  let seen = 0;

  function visit(value: unknown): unknown {
    if (!isObject(value)) return value;
    if (isSeal(value)) {
      const salt = typeof value.salt === 'string' ? value.salt : salts(seen);
      seen += 1;
      return replacement(value, salt);
    }
    if (Array.isArray(value)) {
      const copy = value.map(visit);
      return copy.some((item, i) => item !== value[i]) ? copy : value;
    }
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      const before = value[key];
      if (typeof before !== 'object') continue;
      const after = visit(before);
      if (after === before) continue;
      copy ??= { ...value };
      copy[key] = after;
    }
    return copy ?? value;
  }

  return visit;
}
