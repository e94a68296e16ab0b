/**
 * Whether an entry still holds when it is about to be pushed: nobody is told that it is their turn when it is not, or that
 * their time is up sooner than it is.
 */
import { deadlineOf } from '../../domain/match/clock/time.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import { toMove } from '../../domain/match/play.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry } from '../store/feed-entry.ts';
import type { WorkerDeps } from './worker-deps.ts';

type Warned = Extract<FeedEntry, { readonly type: 'clock.warning' }>;

export async function stillTrue(
  { log, games, now }: Pick<WorkerDeps, 'log' | 'games' | 'now'>,
  player: PlayerId,
  entry: FeedEntry,
): Promise<boolean> {
  if (entry.type !== 'turn.started' && entry.type !== 'clock.warning') return true;
  const state = (await log.load(entry.match))?.state;
  if (state === undefined || state.seats[entry.seat - 1]?.player !== player) return false;
  const game = gameOf(state, games);
  if (!toMove(game, state).includes(entry.seat) || game.turn(state.play) !== entry.turn) return false;
  return entry.type === 'turn.started' || isNear(state, entry, now());
}

/** What has moved the deadline nearer is no reason to keep a warning back. */
function isNear({ time }: MatchState, { seat, deadline }: Warned, now: Date): boolean {
  const run = time?.running.find((each) => each.seat === seat);
  if (time === null || run === undefined) return false;
  const at = deadlineOf(time, run);
  return now.getTime() < at && at <= Date.parse(deadline);
}
