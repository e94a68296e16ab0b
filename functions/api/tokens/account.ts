/** A token that may do all that its player may. */
import type { PlayerId } from '../../../domain/match/types.ts';
import { SCOPES } from '../../store/scopes.ts';
import type { Token } from '../../store/tokens.ts';
import type { ApiDeps } from '../deps.ts';
import { newTokenId } from '../ids.ts';
import { newToken } from './form.ts';

export async function addFullToken(deps: ApiDeps, player: PlayerId, name: string, at: Date): Promise<string> {
  const text = newToken(deps.random);
  const token: Token = {
    id: newTokenId(deps.random),
    player,
    name,
    scopes: SCOPES,
    match: null,
    seat: null,
    createdAt: at.toISOString(),
    expiresAt: null,
    lastUsed: null,
  };
  if (!(await deps.tokens.add(token, text))) throw new Error('there is a token of that id');
  await deps.tokens.activate(token, text);
  return text;
}
