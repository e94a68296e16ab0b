/**
 * Judging while the seed is still hidden: every move up to its draw. What chance added is taken as it was logged.
 */
import { sealed } from '../sealed.ts';
import { rehearseMoves } from './moves.ts';
import { fold } from './play.ts';
import { hidesEffects } from './record.ts';
import type { ReadCommit, ReadEvent } from './schema.ts';
import type { MatchEvent, MatchState } from './types.ts';
import { type Again, after, type Bench, decideAgain } from './verify-again.ts';
import { difference } from './verify-difference.ts';
import { type Checked, faulty } from './verify-report.ts';

/** Stands in for the hidden seed; nothing that is drawn from it is looked at. */
export const NO_SEED = '0'.repeat(64);

export const upToTheDraw: Bench['move'] = (game, match, command) => rehearseMoves(game, match, command).decision;

/** The match after the commit; null where it hides what would be needed to know it. */
export function rehearse(bench: Bench, before: MatchState | null, commit: ReadCommit): Checked<MatchState | null> {
  const { game } = bench;
  const { seq } = commit;
  const again = decideAgain(bench, before, commit);
  if (!again.ok) return faulty('moves', seq, `events/${again.index}`, again.message);
  const decided = withoutDraws(bench, before, commit, again.events);
  const found = difference(
    decided,
    commit.events.map((event, i) => upTo(event, decided[i])),
  );
  if (found !== null) return faulty('moves', seq, `events/${found}`, 'The rules say otherwise.');

  if (hidesEffects(commit.events)) return { ok: true, value: null };
  const events = commit.events.map(toMatchEvent);
  const state = after(bench, before, commit, events);
  if (state.status !== 'active') return { ok: true, value: state };

  // Declined offers may stand after the moves; chance adds to what has effects.
  const last = Math.max(
    0,
    commit.events.findLastIndex((each) => 'effects' in each),
  );
  const event = commit.events[last];
  const rest = effectsOf(event).slice(effectsOf(decided[last]).length);
  const { play } = after(bench, before, commit, decided);
  const drawn = event !== undefined && 'drawn' in event ? event.drawn : undefined;
  const fault = (field: string, message: string) => faulty('moves', seq, `events/${last}/${field}`, message);
  if (!game.awaitsDraw(play)) {
    if (rest.length > 0) return fault('effects', 'The rules end here: nothing more happens.');
    if (drawn !== undefined) return fault('drawn', 'Nothing was to be drawn here.');
  } else if (game.awaitsDraw(fold(game, play, rest))) return fault('effects', 'A draw is missing.');
  if (drawn !== undefined && drawn <= (before?.drawn ?? 0)) return fault('drawn', 'Numbers are never drawn twice.');
  if (game.outcome(state.play) !== null) return fault('effects', 'The match is over here, but the log goes on.');
  return { ok: true, value: state };
}

/** The events as decided, without what chance (some other chance than the match's) added to them. */
function withoutDraws(
  { game }: Bench,
  before: MatchState | null,
  commit: ReadCommit,
  events: Extract<Again, { ok: true }>['events'],
): readonly MatchEvent[] {
  const created = commit.events[0];
  return events.flatMap((event): MatchEvent[] => {
    switch (event.type) {
      case 'match.created':
        return [created?.type === 'match.created' ? { ...event, commitment: created.commitment } : event];
      case 'match.started':
        return [{ type: event.type, effects: [] }];
      case 'seat.resigned':
      case 'seat.timed-out':
        return [{ type: event.type, seat: event.seat, effects: game.leave(before?.play, event.seat) }];
      case 'time.passed':
        return [{ type: event.type, effects: game.timeLimit?.passed(before?.play) ?? [] }];
      case 'match.finished':
        return [];
      default:
        return [event];
    }
  });
}

/** A logged event, cut where its decided effects end. */
function upTo(event: ReadEvent, decided: MatchEvent | undefined): unknown {
  if (!('effects' in event)) return event;
  const { drawn: _, ...rest } = event;
  return { ...rest, effects: event.effects.slice(0, effectsOf(decided).length) };
}

function effectsOf(event: ReadEvent | MatchEvent | undefined) {
  return event !== undefined && 'effects' in event ? event.effects : [];
}

function toMatchEvent(event: ReadEvent): MatchEvent {
  return event.type === 'match.created' ? { ...event, seed: sealed('nobody', NO_SEED) } : event;
}
