/** Random matches of all three games at random times, with leave and timeouts: the ledger adds up, and records verify. */
import { expect, test } from 'vitest';
import { games } from '../../../domain/games.ts';
import { canonicalJson } from '../../../domain/log/canonical.ts';
import { GRACE_MS, isExpired, nextDue } from '../../../domain/match/clock/due.ts';
import type { ClockSettings } from '../../../domain/match/clock/settings.ts';
import type { Span } from '../../../domain/match/clock/vacation.ts';
import { resign } from '../../../domain/match/leaving.ts';
import { compactRecord, fullRecord } from '../../../domain/match/record.ts';
import { verifyRecord } from '../../../domain/match/verify.ts';
import { ledgerMs } from '../../support/ledger-ms.ts';
import { randomFrom } from '../../support/random.ts';
import { playerAt, TimedMatch, type TimedSetting } from '../../support/timed-match.ts';

const HOUR = 3_600_000;
const CLOCKS: readonly ClockSettings[] = [
  { kind: 'per-turn', time: 'P3D' },
  { kind: 'bank', initial: 'P4D', increment: 'PT6H' },
  { kind: 'bank', initial: 'P4D', increment: 'P1D', max: 'P5D' },
];
const GAMES: readonly TimedSetting[] = [
  { game: 'aquaignis' },
  { game: 'abiegnus', options: { mode: 'two-player' } },
  { game: 'abiegnus', options: { mode: 'solitaire' } },
  { game: 'astromagie', seats: 3, options: { timeLimit: 'P60D', targetScore: 200 } },
  { game: 'astromagie', seats: 5 },
];

const random = randomFrom();
const text = (at: number) => new Date(at).toISOString();

/** Plays to the end or up to 80 commits; `leaves` are those of each seat by the time of each commit's number. */
function play(setting: TimedSetting): { match: TimedMatch; leaves: Map<number, Map<number, readonly Span[]>> } {
  const start = Date.parse('2026-03-02T00:00:00.000Z');
  const match = new TimedMatch(setting).start(text(start));
  const leaves = new Map<number, Map<number, readonly Span[]>>();
  const present = new Map<number, readonly Span[]>();
  let now = start;
  for (let n = 0; n < 80 && match.state.status === 'active'; n += 1) {
    leaves.set(match.state.head.seq, new Map(present));
    now += random.below(40) * HOUR + random.below(HOUR);
    const due = nextDue(match.game, match.state);
    const at = text(now);
    if (isExpired(due, new Date(now))) {
      match.expire(at);
      continue;
    }
    if (due !== null && now > due.at) now = due.at;
    const seat = 1 + random.below(match.state.seats.length);
    const die = random.below(40);
    if (die === 0) match.give(ofSeat(match, seat), text(now));
    else if (die < 8 && match.state.seats[seat - 1]?.status === 'playing') {
      // A leave that begins no earlier than now, after those before it; or the last one is cut.
      const known = present.get(seat) ?? [];
      const last = known.at(-1);
      const changed: Span[] =
        last !== undefined && Date.parse(last.to) > now
          ? [...known.slice(0, -1), ...(Date.parse(last.from) < now ? [{ from: last.from, to: text(now) }] : [])]
          : [...known, { from: text(now + random.below(30) * HOUR), to: text(now + (31 + random.below(90)) * HOUR) }];
      present.set(seat, changed);
      match.leave(seat, changed, text(now));
    } else match.move(text(now));
  }
  return { match, leaves };
}

function ofSeat(match: TimedMatch, seat: number) {
  const playing = match.state.seats[seat - 1]?.status === 'playing';
  const first = match.state.seats.findIndex(({ status }) => status === 'playing') + 1;
  return resign(match.game, match.state, playerAt(playing ? seat : first));
}

test(`the ledger adds up, nobody has less than nothing, and the record verifies (seed ${random.seed})`, () => {
  const ends = new Set<string>();
  for (let round = 0; round < 120; round += 1) {
    const clock = random.pick(CLOCKS);
    const { match } = play({ ...random.pick(GAMES), clock });
    const { state, ledger, steps } = match;
    ends.add(state.outcome?.reason ?? 'goes on');

    const sums = state.seats.map(() => 0);
    let pauses = 0;
    for (const { seat, type, left } of ledger) {
      const entries = ledgerMs(left);
      expect(entries).toBeGreaterThanOrEqual(0);
      sums[seat - 1] = entries;
      if (type === 'credit') pauses += 1;
    }
    expect(pauses).toBeGreaterThan(0);
    expect(state.time?.left).toEqual(sums);
    if (clock.kind === 'bank' && clock.max !== undefined) {
      for (const left of state.time?.left ?? []) expect(left).toBeLessThanOrEqual(ledgerMs(clock.max));
    }

    // Nothing came too late, and no timeout too early.
    for (const { before, commit } of steps) {
      const due = before === null ? null : nextDue(match.game, before);
      if (due === null || before === null) continue;
      const first = commit.events[0]?.type ?? '';
      const at = Date.parse(commit.at);
      if (first === 'seat.timed-out' || first === 'time.passed') expect(at).toBeGreaterThanOrEqual(due.at + GRACE_MS);
      else if (!first.startsWith('vacation')) expect(at).toBeLessThanOrEqual(due.at);
    }

    const record = canonicalJson(fullRecord(match.game, state, match.commits, 'onlooker'));
    expect(verifyRecord(record, games).fault).toBeNull();
    const compact = canonicalJson(compactRecord(match.game, state, match.commits, 'onlooker'));
    expect(verifyRecord(compact, games).fault).toBeNull();
  }
  expect(ends).toContain('timeout');
});

test(`what does not count is exactly the leave that fell into a turn (seed ${random.seed})`, () => {
  let away = 0;
  for (let round = 0; round < 120; round += 1) {
    const { match, leaves } = play({ ...random.pick(GAMES), clock: CLOCKS[1] ?? null });
    for (const { before, commit, after } of match.steps) {
      for (const run of before?.time?.running ?? []) {
        if (after.time?.running.some(({ seat, turn }) => seat === run.seat && turn === run.turn)) continue;
        const at = Date.parse(commit.at);
        const expected = (leaves.get(commit.seq - 1)?.get(run.seat) ?? []).reduce(
          (sum, { from, to }) =>
            sum + Math.max(0, Math.min(Date.parse(to), at) - Math.max(Date.parse(from), run.since)),
          0,
        );
        const credited = match.ledger
          .filter(({ seq, seat, reason }) => seq === commit.seq && seat === run.seat && reason === 'vacation')
          .reduce((sum, { amount }) => sum + ledgerMs(amount), 0);
        expect(credited).toBe(expected);
        away += credited;
      }
    }
  }
  expect(away).toBeGreaterThan(0);
});
