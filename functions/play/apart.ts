/** Who is kept apart: of two players one has blocked the other, whichever of them it was. */
import type { PlayerId } from '../../domain/match/types.ts';
import type { Blocks } from '../store/blocks.ts';

export interface KeepingApart {
  readonly blocks: Pick<Blocks, 'near' | 'has'>;
}

/**
 * Those of `others` that the player is kept apart from, by every block acknowledged before. As a rule that costs one
 * Query; among nobody but the player, nothing.
 */
export async function apartFrom(
  { blocks }: KeepingApart,
  player: PlayerId,
  others: Iterable<PlayerId>,
): Promise<ReadonlySet<PlayerId>> {
  const asked = new Set(others);
  asked.delete(player);
  if (asked.size === 0) return asked;
  const { blocked, marked } = await blocks.near(player);
  const apart = await Promise.all(
    [...asked].map(async (other) => blocked.has(other) || (marked.has(other) && (await blocks.has(other, player)))),
  );
  return new Set([...asked].filter((_, n) => apart[n]));
}
