/** What a commit does to a match's clocks. Whoever folds the log and whoever explains the ledger both ask here. */
import type { AnyGame } from '../../game.ts';
import { toMove } from '../play.ts';
import type { MatchEvent, MatchState } from '../types.ts';
import { type FreeTime, withFree, withoutFree } from './free-time.ts';
import { newTime, type Passed, timeAfter } from './time.ts';

/** Null where no time is counted. `after` is the match after the commit, its clocks apart. */
export function passTime(
  game: AnyGame,
  before: MatchState | null,
  after: Pick<MatchState, 'clock' | 'status' | 'seats' | 'play'>,
  commit: { readonly at: string; readonly events: readonly MatchEvent[] },
): Passed | null {
  const { clock, seats } = after;
  if (clock.kind === 'none' || after.status === 'open' || after.status === 'cancelled') return null;
  const { time, entries } =
    before?.time == null ? newTime(clock, seats.length) : { time: before.time, entries: [] as const };
  const moved = commit.events.flatMap((event) => (event.type === 'move.made' ? [event.seat] : []));
  const turns = toMove(game, after).map((seat) => ({ seat, turn: game.turn(after.play) }));
  const known = { ...time, free: freeAfter(time.free, commit.events) };
  const passed = timeAfter(clock, known, turns, Date.parse(commit.at), moved);
  return { time: passed.time, entries: [...entries, ...passed.entries] };
}

function freeAfter(free: readonly FreeTime[], events: readonly MatchEvent[]): readonly FreeTime[] {
  let after = free;
  for (const event of events) {
    if (event.type === 'match.paused') {
      after = withFree(after, null, { from: Date.parse(event.from), to: Date.parse(event.to) });
    }
    if (event.type === 'match.resumed') {
      after = withoutFree(after, null, { from: Date.parse(event.at), to: Number.MAX_SAFE_INTEGER });
    }
    if (event.type !== 'vacation.granted' && event.type !== 'vacation.cut') continue;
    const span = { from: Date.parse(event.from), to: Date.parse(event.to) };
    after = (event.type === 'vacation.granted' ? withFree : withoutFree)(after, event.seat, span);
  }
  return after;
}
