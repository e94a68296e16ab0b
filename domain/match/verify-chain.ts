/** The chain: every commit's hash, its place, its time, and how many moves the match has had. */
import { commitHash, NO_HASH } from '../log/commit.ts';
import { digestsOfShown } from '../log/shown.ts';
import type { ReadCommit, ReadEvent, ReadFull } from './schema.ts';
import type { MatchId, MatchStatus } from './types.ts';
import { type Checked, faulty } from './verify-report.ts';

/** What a commit has to follow. */
type Link = Pick<ReadCommit, 'seq' | 'hash' | 'at' | 'ply'>;

const BEFORE_ALL: Link = { seq: 0, hash: NO_HASH, at: '', ply: 0 };

/** Null if the chain holds. */
export function brokenLink(match: MatchId, commits: readonly ReadCommit[]) {
  let before = BEFORE_ALL;
  for (const commit of commits) {
    const checked = checkLink(match, before, commit);
    if (!checked.ok) return checked.fault;
    before = commit;
  }
  return null;
}

export function hashOfShown(
  match: MatchId,
  place: Omit<Link, 'hash' | 'ply'>,
  prev: string,
  events: readonly ReadEvent[],
) {
  return commitHash(match, place.seq, place.at, prev, digestsOfShown(events));
}

function checkLink(match: MatchId, before: Link, commit: ReadCommit): Checked<null> {
  const { seq, at, prev, hash, ply, events } = commit;
  const place = before.seq + 1;
  const fault = (field: string, message: string) => faulty('chain', place, field, message);
  if (seq !== place) return fault('seq', `Commit ${place} is missing, or out of its place: here stands ${seq}.`);
  if (prev !== before.hash) return fault('prev', 'It does not follow the commit before it.');
  if (!isTime(at)) return fault('at', 'There is no such time.');
  if (at < before.at) return fault('at', 'It is earlier than the commit before it.');
  const moves = pliesOf(events);
  if (moves.some((each, i) => each !== before.ply + i + 1)) return fault('events', 'Its moves are not counted on.');
  if (ply !== before.ply + moves.length)
    return fault('ply', `After it the match has had ${before.ply + moves.length}.`);
  if (hash !== hashOfShown(match, commit, prev, events)) return fault('hash', 'The hash is not that of its content.');
  return { ok: true, value: null };
}

function pliesOf(events: readonly ReadEvent[]): number[] {
  return events.flatMap((event) =>
    event.type === 'move.made' || event.type === 'moves.taken-back' ? [event.ply] : [],
  );
}

/** True for the one text that a time has in the log. */
export function isTime(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

/** What the commits tell without any knowledge of the game. */
interface Facts {
  readonly status: MatchStatus;
  readonly outcome: ReadFull['outcome'];
}

function factsOf(commits: readonly ReadCommit[]): Facts {
  let facts: Facts = { status: 'open', outcome: null };
  for (const event of commits.flatMap((commit) => commit.events)) {
    if (event.type === 'match.started' || event.type === 'match.forked') facts = { ...facts, status: 'active' };
    if (event.type === 'match.cancelled') facts = { ...facts, status: 'cancelled' };
    if (event.type === 'match.finished') facts = { status: 'finished', outcome: event.outcome };
  }
  return facts;
}

/** What the header must say, all but the position. */
export function headerOf(record: ReadFull): Omit<ReadFull, 'position' | 'commits'> | null {
  const last = record.commits.at(-1);
  const created = record.commits[0]?.events[0];
  if (last === undefined || created?.type !== 'match.created') return null;
  return {
    format: record.format,
    match: record.match,
    game: created.game,
    rules: created.rules,
    ...factsOf(record.commits),
    ply: last.ply,
    head: { seq: last.seq, hash: last.hash },
  };
}
