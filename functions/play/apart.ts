/** Who is kept apart: of two players one has blocked the other, whichever of them it was. */
import { playersOf, seatOf } from '../../domain/match/play.ts';
import { refuse } from '../../domain/match/problems.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import type { Blocks } from '../store/blocks.ts';
import type { Command } from './execute.ts';

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

/** `command` seats the player: it is refused where somebody sits from whom the player is kept apart. */
export function unlessApart(play: KeepingApart, player: PlayerId, command: Command): Command {
  // Looked at before each decision: who has sat down meanwhile counts too.
  let isApart = false;
  return {
    async earlier(loaded) {
      const earlier = await command.earlier(loaded);
      if (earlier !== null) return earlier;
      const { state } = loaded;
      const maySit = seatOf(state, player) === undefined && state.status === 'open';
      isApart = maySit && (await apartFrom(play, player, playersOf(state))).size > 0;
      return null;
    },
    decide(game, match) {
      const decision = command.decide(game, match);
      return decision.ok && isApart ? refuse('kept_apart', 'You and a player of this match are kept apart.') : decision;
    },
  };
}
