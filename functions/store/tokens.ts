/** What is kept of tokens: never their text, which is known by its SHA-256 alone. */
import { createHash } from 'node:crypto';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { Scope } from './scopes.ts';

export type TokenId = `t_${string}`;

export interface Token {
  readonly id: TokenId;
  readonly player: PlayerId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The only match it is good for; null: all, and what is about no match. */
  readonly match: MatchId | null;
  /** The only seat of that match that it may play. */
  readonly seat: number | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** The hour in which it was last looked up. */
  readonly lastUsed: string | null;
}

/** What the token is called that comes with an account. */
export const FIRST_TOKEN = 'Made with the account';

export type KeptToken =
  | { readonly revoked: false; readonly token: Token; readonly digest: string }
  | { readonly revoked: true };

export interface Tokens {
  /** The token with that text, if it is good at that time; up to a minute out of date. */
  find(text: string, at: Date): Promise<Token | null>;
  /** Keeps a new token, which is good once `activate` has been called; false if there is, or was, one of that id. */
  add(token: Token, text: string): Promise<boolean>;
  /** May be called again. */
  activate(token: Token, text: string): Promise<void>;
  get(player: PlayerId, id: TokenId): Promise<KeptToken | null>;
  /** Those that are good at that time, oldest first. */
  of(player: PlayerId, at: Date): Promise<readonly Token[]>;
  /** It is good for nothing from then on, and no token of this id or text is made again. */
  revoke(player: PlayerId, id: TokenId): Promise<void>;
  /** As if it had never been added. */
  withdraw(player: PlayerId, id: TokenId): Promise<void>;
}

export function isExpired({ expiresAt }: Pick<Token, 'expiresAt'>, at: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= at.getTime();
}

export function digestOfToken(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

const HOUR_MS = 3_600_000;

/** The beginning of an instant's hour. */
export function hourOf(at: Date): string {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString();
}
