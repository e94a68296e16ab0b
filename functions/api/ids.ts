/** Ids and tokens, from random bytes that are handed in. */
import { createHmac } from 'node:crypto';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';

/** Crockford's base 32 in lower case: no letters that are mistaken for digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** Random bytes; `crypto.randomBytes` in production. */
export type RandomBytes = (count: number) => Uint8Array;

export const ID_PATTERN = '[0-9a-hjkmnp-tv-z]{16}';
const MATCH_ID = new RegExp(`^m_${ID_PATTERN}$`);

export function isMatchId(text: string): text is MatchId {
  return MATCH_ID.test(text);
}

export function newMatchId(random: RandomBytes): MatchId {
  return `m_${idFrom(random(LENGTH))}`;
}

export function newPlayerId(random: RandomBytes): PlayerId {
  return `p_${idFrom(random(LENGTH))}`;
}

/** The id of the match that a player creates under an Idempotency-Key; only the server can compute it. */
export function matchIdFor(playerSecret: string, idempotencyKey: string): MatchId {
  const digest = createHmac('sha256', Buffer.from(playerSecret, 'hex')).update(`match|${idempotencyKey}`).digest();
  return `m_${idFrom(digest.subarray(0, LENGTH))}`;
}

/** 256 random bits; the prefix lets a leaked token be recognised. */
export function newToken(random: RandomBytes): string {
  return `plypost_${Buffer.from(random(32)).toString('base64url')}`;
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** 5 bits of each byte: 80 bits in 16 characters. */
function idFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
}
