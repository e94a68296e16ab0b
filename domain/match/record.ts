/**
 * A whole match as one file that proves itself.
 *
 * Nothing is in a record that does not follow from its commits: no names, no time of the download, no viewer. So
 * `verify` finds any changed byte. Records are sent as canonical JSON, the one text that they have.
 */
import type { AnyGame, Outcome } from '../game.ts';
import { catalogueOf } from '../games.ts';
import type { Head } from '../log/commit.ts';
import type { ShownEvent } from '../log/seal.ts';
import { holdsClosedSeal, holdsSeal } from '../log/shown.ts';
import type { Viewer } from '../sealed.ts';
import { evolveMatch, type MatchCommit, startMatch } from './evolve.ts';
import { isOver, toMove } from './play.ts';
import { type CommitSight, seeCommit, seeMatch } from './sight.ts';
import type { MatchId, MatchState, MatchStatus } from './types.ts';

export const FULL_FORMAT = 'plypost-record/1';
export const COMPACT_FORMAT = 'plypost-compact/1';

export interface RecordHeader {
  readonly format: typeof FULL_FORMAT;
  readonly match: MatchId;
  readonly game: string;
  readonly rules: string;
  readonly status: MatchStatus;
  readonly ply: number;
  /** As an onlooker may see it. Null before the start, and in games with hidden hands until the match is over. */
  readonly position: string | null;
  readonly outcome: Outcome | null;
  readonly head: Head;
}

export interface FullRecord extends RecordHeader {
  readonly commits: readonly CommitSight[];
}

/** Milliseconds since the commit before, then either the texts of its moves or its events. */
type CompactCommit = readonly [number, ...(readonly string[] | readonly ShownEvent[])];

export interface CompactRecord {
  readonly format: typeof COMPACT_FORMAT;
  readonly match: MatchId;
  readonly game: string;
  readonly rules: string;
  /** Time of the first commit. */
  readonly at: string;
  readonly commits: readonly CompactCommit[];
  readonly head: Head;
}

export function fullRecord(
  game: AnyGame,
  match: MatchState,
  commits: readonly MatchCommit[],
  viewer: Viewer,
): FullRecord {
  return { ...recordHeader(game, match), commits: commits.map((commit) => seeCommit(match, commit, viewer)) };
}

export function recordHeader(game: AnyGame, match: MatchState): RecordHeader {
  const { id, rules, status, ply, position, head } = seeMatch(game, match, 'onlooker');
  // Where hands are hidden, an onlooker's position does not follow from what an onlooker is shown of the commits.
  const provable = !game.hidden || isOver(match);
  return {
    format: FULL_FORMAT,
    match: id,
    game: game.id,
    rules,
    status,
    ply,
    position: provable ? position : null,
    outcome: match.outcome,
    head,
  };
}

export function compactRecord(
  game: AnyGame,
  match: MatchState,
  commits: readonly MatchCommit[],
  viewer: Viewer,
): CompactRecord {
  const catalogue = catalogueOf([game]);
  const compact: CompactCommit[] = [];
  let before: MatchState | null = null;
  let legible = true;
  for (const commit of commits) {
    const { at, events } = seeCommit(match, commit, viewer);
    const wait: number = before === null ? 0 : Date.parse(at) - Date.parse(before.at);
    compact.push([wait, ...compactItems(game, legible ? before : null, events)]);
    legible &&= !hidesEffects(events);
    before =
      before === null
        ? startMatch(match.id, match.secrets.saltKey, commit, catalogue)
        : evolveMatch(before, commit, catalogue);
  }
  const { id, rules, head, createdAt } = match;
  return { format: COMPACT_FORMAT, match: id, game: game.id, rules, at: createdAt, commits: compact, head };
}

/**
 * Moves alone, where the rules give all else of the commit again; otherwise the events. `before` is null where
 * whoever has the record cannot know the state.
 */
export function compactItems(
  game: AnyGame,
  before: MatchState | null,
  events: readonly ShownEvent[],
): readonly string[] | readonly ShownEvent[] {
  if (before === null) return events;
  const [seat, ...others] = toMove(game, before);
  if (others.length > 0) return events;
  const texts: string[] = [];
  for (const event of events) {
    if (event.type === 'match.finished') continue;
    const isSent = event.type === 'move.made' && event.seat === seat && !('by' in event);
    const follows = isSent && !('drawn' in event) && !holdsSeal(event);
    if (!follows || typeof event.move !== 'string') return events;
    texts.push(event.move);
  }
  return texts.length > 0 ? texts : events;
}

/** True if whoever was shown these events cannot fold them. */
export function hidesEffects(events: readonly ShownEvent[]): boolean {
  return events.some((event) => holdsClosedSeal(event.effects));
}
