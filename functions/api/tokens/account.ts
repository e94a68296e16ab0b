/** A token that may do all that its player may. */
import type { PlayerId } from '../../../domain/match/types.ts';
import { SCOPES } from '../../store/scopes.ts';
import type { Token, TokenId } from '../../store/tokens.ts';

export function fullToken(player: PlayerId, id: TokenId, name: string, at: Date): Token {
  return {
    id,
    player,
    name,
    scopes: SCOPES,
    match: null,
    seat: null,
    createdAt: at.toISOString(),
    expiresAt: null,
    lastUsed: null,
  };
}
