/** What a token may be good for. */
export const SCOPES = ['matches:read', 'matches:play', 'talk', 'webhooks', 'account'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a token that is bound to one match may be good for: the rest is about the account. */
export const MATCH_SCOPES: readonly Scope[] = ['matches:read', 'matches:play', 'talk'];

/** Each once, in the order of the list above. */
export function inOrder(scopes: readonly Scope[]): readonly Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
