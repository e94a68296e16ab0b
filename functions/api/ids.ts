/** Ids, from random bytes that are handed in. */
import { createHash, createHmac } from 'node:crypto';
import { ID_ALPHABET, ID_LENGTH, idFrom } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { WebhookId } from '../store/feed-entry.ts';
import type { TokenId } from '../store/tokens.ts';

/** Random bytes; `crypto.randomBytes` in production. */
export type RandomBytes = (count: number) => Uint8Array;

export function newMatchId(random: RandomBytes): MatchId {
  return `m_${idFrom(random(ID_LENGTH))}`;
}

export function newPlayerId(random: RandomBytes): PlayerId {
  return `p_${idFrom(random(ID_LENGTH))}`;
}

export const WEBHOOK_ID = new RegExp(`^w_[${ID_ALPHABET}]{${ID_LENGTH}}$`);

export function isWebhookId(text: string): text is WebhookId {
  return WEBHOOK_ID.test(text);
}

export function newWebhookId(random: RandomBytes): WebhookId {
  return `w_${idFrom(random(ID_LENGTH))}`;
}

/** The id of the player who makes an account under an Idempotency-Key. The key is not found again from it. */
export function playerIdFor(idempotencyKey: string): PlayerId {
  return `p_${idFrom(createHash('sha256').update(`account|${idempotencyKey}`).digest())}`;
}

/** The id of the match that a player creates under an Idempotency-Key; only the server can compute it. */
export function matchIdFor(playerSecret: string, idempotencyKey: string): MatchId {
  return `m_${idUnder(playerSecret, `match|${idempotencyKey}`)}`;
}

/** The same of a webhook. */
export function webhookIdFor(playerSecret: string, idempotencyKey: string): WebhookId {
  return `w_${idUnder(playerSecret, `webhook|${idempotencyKey}`)}`;
}

/** 130 bits of chance, after the match that they open. */
const CODE_LENGTH = 26;
export const LINK_CODE = new RegExp(`^[${ID_ALPHABET}]{${ID_LENGTH}}-[${ID_ALPHABET}]{${CODE_LENGTH}}$`);

/** A new link's code. `bytes`: 26 at least, random or as good as that. */
function codeOf(match: MatchId, bytes: Uint8Array): string {
  const secret = Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => ID_ALPHABET[byte & 31]).join('');
  return `${match.slice(2)}-${secret}`;
}

export function newLinkCode(match: MatchId, random: RandomBytes): string {
  return codeOf(match, random(CODE_LENGTH));
}

/** The same under an Idempotency-Key. */
export function linkCodeFor(playerSecret: string, match: MatchId, idempotencyKey: string): string {
  return codeOf(match, digestUnder(playerSecret, `link|${match}|${idempotencyKey}`));
}

/** The match that a code is of. */
export function matchOfCode(code: string): MatchId {
  return `m_${code.slice(0, ID_LENGTH)}`;
}

/** Tells a request to say something from all others in its match. */
export function newRequestId(random: RandomBytes): string {
  return idFrom(random(ID_LENGTH));
}

/** The same under an Idempotency-Key. */
export function requestIdFor(playerSecret: string, idempotencyKey: string): string {
  return idUnder(playerSecret, `talk|${idempotencyKey}`);
}

/** Tells a plan from all that were laid before it. */
export function newPlanId(random: RandomBytes): string {
  return idFrom(random(ID_LENGTH));
}

/** By which a text is known again, and which tells nothing of it without the player's secret. */
export function contentDigest(playerSecret: string, content: readonly string[]): string {
  return idUnder(playerSecret, JSON.stringify(['talk-content', ...content]));
}

function idUnder(playerSecret: string, text: string): string {
  return idFrom(digestUnder(playerSecret, text));
}

function digestUnder(playerSecret: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(playerSecret, 'hex')).update(text).digest();
}

export const TOKEN_ID = new RegExp(`^t_[${ID_ALPHABET}]{${ID_LENGTH}}$`);

export function isTokenId(text: string): text is TokenId {
  return TOKEN_ID.test(text);
}

export function newTokenId(random: RandomBytes): TokenId {
  return `t_${idFrom(random(ID_LENGTH))}`;
}

/** The same of a token. */
export function tokenIdFor(playerSecret: string, idempotencyKey: string): TokenId {
  return `t_${idUnder(playerSecret, `token|${idempotencyKey}`)}`;
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
