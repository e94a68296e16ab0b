/** What the ids of matches and players look like: a letter, and 16 characters that nobody mistakes for others. */
import type { MatchId, PlayerId } from './types.ts';

/** Crockford's base 32 in lower case. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
export const ID_LENGTH = 16;

export const MATCH_ID = new RegExp(`^m_[${ID_ALPHABET}]{${ID_LENGTH}}$`);
export const PLAYER_ID = new RegExp(`^p_[${ID_ALPHABET}]{${ID_LENGTH}}$`);

/** 5 bits of each of the first bytes: 80 bits in 16 characters. */
export function idFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, ID_LENGTH), (byte) => ID_ALPHABET[byte & 31]).join('');
}

export function isMatchId(text: string): text is MatchId {
  return MATCH_ID.test(text);
}

export function isPlayerId(text: string): text is PlayerId {
  return PLAYER_ID.test(text);
}
