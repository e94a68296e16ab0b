/** Whether an entry still holds when it is about to be pushed: nobody is told that it is their turn when it is not. */
import { gameOf } from '../../domain/match/evolve.ts';
import { toMove } from '../../domain/match/play.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry } from '../store/feed-entry.ts';
import type { WorkerDeps } from './worker-deps.ts';

export async function stillTrue(
  { log, games }: Pick<WorkerDeps, 'log' | 'games'>,
  player: PlayerId,
  entry: FeedEntry,
): Promise<boolean> {
  if (entry.type !== 'turn.started') return true;
  const state = (await log.load(entry.match))?.state;
  if (state === undefined || state.seats[entry.seat - 1]?.player !== player) return false;
  const game = gameOf(state, games);
  return toMove(game, state).includes(entry.seat) && game.turn(state.play) === entry.turn;
}
