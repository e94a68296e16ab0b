/** The caller's blocks. */
import { isPlayerId } from '../../domain/match/ids.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import type { Blocks } from '../store/blocks.ts';
import type { ApiDeps } from './deps.ts';
import { withNameOf } from './present.ts';
import { ApiProblem, invalid } from './problems.ts';

export const BLOCKS_MOST = 1000;

/** @throws ApiProblem */
export async function block(
  { blocks }: { readonly blocks: Pick<Blocks, 'add' | 'has' | 'count'> },
  by: PlayerId,
  player: PlayerId,
  at: Date,
): Promise<void> {
  if (player === by) throw invalid('path', '/player', 'That is you.');
  if (await blocks.has(by, player)) return;
  // Of those made at once each may see room: rather a few too many than one taken back that has been acknowledged.
  if ((await blocks.count(by)) >= BLOCKS_MOST) {
    throw new ApiProblem('too_many_blocks', { detail: `At most ${BLOCKS_MOST}; take one back.` });
  }
  await blocks.add(by, player, at.toISOString());
}

export async function blockList(deps: ApiDeps, by: PlayerId, limit: number, cursor: string | undefined) {
  const page = await deps.blocks.page(by, limit, cursor === undefined ? null : readCursor(cursor));
  const named = await withNameOf(
    deps,
    page.blocks.map(({ player }) => player),
  );
  const blocks = page.blocks.map(({ player, at }) => ({ player: named(player), at }));
  return { blocks, next: page.next === null ? null : Buffer.from(page.next, 'utf8').toString('base64url') };
}

function readCursor(cursor: string): PlayerId {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isPlayerId(place)) throw invalid('query', '/cursor', 'Not a cursor of this list.');
  return place;
}
