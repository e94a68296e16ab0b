/** What no token may do that somebody was given for a while. */
import { SCOPES } from '../../store/scopes.ts';
import type { Token } from '../../store/tokens.ts';
import { insufficientScope } from '../authorize.ts';

/** @throws ApiProblem if the token expires */
export function requireLasting(token: Token): void {
  if (token.expiresAt !== null) throw insufficientScope(SCOPES, 'It takes a token that does not expire.');
}
