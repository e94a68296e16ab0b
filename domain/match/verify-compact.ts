/** A compact record, made whole again commit by commit: the moves tell the events, the events the hashes. */

import { canonicalJson } from '../log/canonical.ts';
import { NO_HASH } from '../log/commit.ts';
import { toMove } from './play.ts';
import { compactItems } from './record.ts';
import { type ReadCommit, type ReadCompact, type ReadEvent, readEvents } from './schema.ts';
import type { MatchState } from './types.ts';
import type { Bench } from './verify-again.ts';
import { hashOfShown } from './verify-chain.ts';
import { type Judged, judgeCommit, NOTHING_JUDGED } from './verify-judge.ts';
import { type Checked, type Fault, faulty } from './verify-report.ts';

const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

export interface Unfolded {
  readonly commits: readonly ReadCommit[];
  readonly judged: Judged;
  readonly fault: Fault | null;
}

export function unfold(bench: Bench, record: ReadCompact): Unfolded {
  const commits: ReadCommit[] = [];
  let judged = NOTHING_JUDGED;
  for (const compact of record.commits) {
    const whole = makeWhole(bench, record, commits.at(-1), judged, compact);
    const next = whole.ok ? judgeCommit(bench, judged, whole.value) : whole;
    if (!next.ok || !whole.ok) return { commits, judged, fault: next.ok ? null : next.fault };
    const [, ...items] = compact;
    const before = judged.legible ? judged.state : null;
    if (canonicalJson(items) !== canonicalJson(compactItems(bench.game, before, whole.value.events))) {
      return { commits, judged, fault: fault(whole.value.seq, '1', 'A compact record writes this otherwise.').fault };
    }
    commits.push(whole.value);
    judged = next.value;
  }
  return { commits, judged, fault: null };
}

function makeWhole(
  bench: Bench,
  record: ReadCompact,
  last: ReadCommit | undefined,
  judged: Judged,
  compact: ReadCompact['commits'][number],
): Checked<ReadCommit> {
  const seq = (last?.seq ?? 0) + 1;
  const [wait, ...items] = compact;
  const ms = Date.parse(last?.at ?? record.at) + wait;
  if (ms > LATEST_MS || (last === undefined && wait !== 0)) return fault(seq, '0', 'There is no such time.');
  const at = new Date(ms).toISOString();

  const texts = items.filter((item) => typeof item === 'string');
  const logged = items.filter((item) => typeof item !== 'string');
  const events: Checked<ReadEvent[]> =
    texts.length === 0 ? { ok: true, value: logged } : eventsOfMoves(bench, judged, seq, texts);
  if (!events.ok) return events;
  const prev = last?.hash ?? NO_HASH;
  const hash = hashOfShown(bench.match, { seq, at }, prev, events.value);
  const moves = events.value.filter(({ type }) => type === 'move.made' || type === 'moves.taken-back').length;
  return { ok: true, value: { seq, at, prev, hash, ply: (last?.ply ?? 0) + moves, events: events.value } };
}

function eventsOfMoves(bench: Bench, judged: Judged, seq: number, moves: readonly string[]): Checked<ReadEvent[]> {
  const match = judged.legible ? judged.state : null;
  const player = match === null ? null : playerToMove(bench, match);
  if (match === null || player === null) return fault(seq, '1', 'Nobody is to move here.');
  const decision = bench.move(bench.game, match, { player, ply: match.ply, moves });
  if (!decision.ok) {
    const { detail, rule, index = 0 } = decision.problem;
    return fault(seq, `${index + 1}`, rule === undefined ? detail : `${detail} (${rule})`);
  }
  return { ok: true, value: readEvents.parse(decision.events) };
}

function playerToMove(bench: Bench, match: MatchState) {
  const [seat] = toMove(bench.game, match);
  return seat === undefined ? null : (match.seats[seat - 1]?.player ?? null);
}

function fault(seq: number, field: string, message: string) {
  return faulty('moves', seq, field, message);
}
