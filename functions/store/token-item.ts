/** Tokens as items: an entry in their player's list, and a pointer to it by the hash of the text. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { inOrder, SCOPES, type Scope } from './scopes.ts';
import { keys } from './table.ts';
import type { Token } from './tokens.ts';

type Item = Record<string, AttributeValue>;

/** How long an expired token is kept. */
const KEPT_MS = 30 * 86_400_000;

export function entryItem(token: Token, digest: string): Item {
  const { id, player, scopes, match, seat, lastUsed } = token;
  return {
    ...keys.tokenEntry(player, id),
    digest: { S: digest },
    name: { S: token.name },
    scopes: { S: scopes.join(' ') },
    ...(match === null ? {} : { match: { S: match } }),
    ...(seat === null ? {} : { seat: { N: String(seat) } }),
    createdAt: { S: token.createdAt },
    ...(lastUsed === null ? {} : { lastUsed: { S: lastUsed } }),
    ...expiry(token),
  };
}

export function pointerItem({ id, player, expiresAt }: Token, digest: string): Item {
  return { ...keys.token(digest), player: { S: player }, id: { S: id }, ...expiry({ expiresAt }) };
}

function expiry({ expiresAt }: Pick<Token, 'expiresAt'>): Item {
  if (expiresAt === null) return {};
  const expires = Math.ceil((Date.parse(expiresAt) + KEPT_MS) / 1000);
  return { expiresAt: { S: expiresAt }, expires: { N: String(expires) } };
}

export function tokenFrom(item: Item): Token {
  return {
    id: item.sk?.S as Token['id'],
    player: item.pk?.S?.slice('tokens#'.length) as Token['player'],
    name: item.name?.S ?? '',
    // One that was made with the account, before there were scopes, has all.
    scopes: item.scopes?.S === undefined ? SCOPES : inOrder(item.scopes.S.split(' ') as Scope[]),
    match: (item.match?.S ?? null) as Token['match'],
    seat: item.seat?.N === undefined ? null : Number(item.seat.N),
    createdAt: item.createdAt?.S ?? '',
    expiresAt: item.expiresAt?.S ?? null,
    lastUsed: item.lastUsed?.S ?? null,
  };
}

export function isRevoked(item: Item): boolean {
  return item.revoked?.BOOL === true;
}
