/** Tokens as they are shown: never their text. */
import type { Token } from '../../store/tokens.ts';

export function presentToken(token: Token, own: Token) {
  const { id, name, scopes, match, seat, createdAt, expiresAt, lastUsed } = token;
  return { id, name, scopes: [...scopes], match, seat, createdAt, expiresAt, lastUsed, current: id === own.id };
}
