/**
 * Whatever leave is set, changed and ended, whatever pauses there are, and whenever one moves: the match grants what the
 * accounts tell, never more than the budget, never for what was before, and no instant twice.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { games } from '../../../domain/games.ts';
import { canonicalJson } from '../../../domain/log/canonical.ts';
import { ledgerOf } from '../../../domain/match/clock/ledger.ts';
import type { ClockSettings } from '../../../domain/match/clock/settings.ts';
import { deadlineOf } from '../../../domain/match/clock/time.ts';
import { isVacation } from '../../../domain/match/clock/vacation.ts';
import { followingCommit } from '../../../domain/match/commit.ts';
import { evolveMatch } from '../../../domain/match/evolve.ts';
import { fullRecord } from '../../../domain/match/record.ts';
import { verifyRecord } from '../../../domain/match/verify.ts';
import { DAYS_A_YEAR } from '../../../domain/vacation/days.ts';
import { daysTouched } from '../../../domain/vacation/zone.ts';
import { ledgerMs } from '../../support/ledger-ms.ts';
import {
  type Account,
  DAY,
  edgesOf,
  isIn,
  measure,
  type Page,
  Story,
  type Stretch,
  stretchesOf,
} from './leave-story.ts';

const HOUR = 3_600_000;
/** Where the days are shifted, switched or skipped most, and all others. */
const ODD_ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Africa/Cairo', 'Asia/Kathmandu'],
  ...['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'],
];
const zone = fc.oneof(fc.constantFrom(...ODD_ZONES), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
const CLOCKS: readonly ClockSettings[] = [
  { kind: 'per-turn', time: 'P3D' },
  { kind: 'per-turn', time: 'P60D' },
  { kind: 'bank', initial: 'P30D', increment: 'P2D', max: 'P40D' },
  { kind: 'bank', initial: 'P90D', increment: 'P90D' },
];

const wait = fc.oneof(
  fc.integer({ min: 0, max: 4 * HOUR }),
  fc.integer({ min: 0, max: 3 * DAY }),
  fc.integer({ min: 0, max: 120 * DAY }),
);
const who = fc.constantFrom(0 as const, 1 as const);
const wish = fc.record({
  first: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 200 })),
  length: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 62 })),
  zone,
});
const step = fc.record({
  wait,
  /** Nobody lets their time run out but for some. */
  careless: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  /** Whether the match is told of leave only later; kept by the second property alone. */
  late: fc.boolean(),
  act: fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: 'move' as const }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), who, wish }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), who }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause' as const), days: fc.integer({ min: 1, max: 60 }) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'resume' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeback' as const), by: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'tell' as const }) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Near New Year more often than not, where the years of the zones part. */
const begin = fc.oneof(
  fc.integer({ min: Date.parse('2026-12-01T00:00Z'), max: Date.parse('2027-01-10T00:00Z') }),
  fc.integer({ min: Date.parse('2010-12-01T00:00Z'), max: Date.parse('2028-12-31T00:00Z') }),
);
const script = [begin, fc.constantFrom(...CLOCKS), fc.array(step, { minLength: 20, maxLength: 60 })] as const;

/** To shrink a story takes minutes; its seed and path tell it again. */
const RUNS = { numRuns: 120, endOnFailure: true };

/** What came about, so that a property which never meets what it is about fails. */
const met = { granted: 0, cut: 0, refused: 0, away: 0, both: 0, takebacks: 0, timeouts: 0 };

function play(start: number, clock: ClockSettings, steps: readonly Step[], prompt: boolean): Story {
  const story = new Story(clock, start);
  tell(story);
  for (const { wait: ms, careless, late, act } of steps) {
    const { due } = story;
    const latest = due === null || careless ? Number.POSITIVE_INFINITY : Math.max(story.now, due.at);
    story.now = Math.min(story.now + ms, latest);
    const before = story.match.state.head.seq;
    story.expire();
    expectLedger(story, before);
    if (story.match.state.status !== 'active') break;
    const known = story.match.state.head.seq;
    const tooLate = story.due !== null && story.now > story.due.at;
    if (act.kind === 'set') story.accounts[act.who].set(act.wish, story.now);
    else if (act.kind === 'end') story.accounts[act.who].end(story.now);
    else if (act.kind !== 'tell' && !tooLate) command(story, act);
    expectLedger(story, known);
    if (act.kind === 'tell' || prompt || !late) tell(story);
  }
  met.refused += story.accounts[0].refused + story.accounts[1].refused;
  met.timeouts += story.match.outcome?.reason === 'timeout' ? 1 : 0;
  return story;
}

function command(story: Story, act: Exclude<Step['act'], { kind: 'set' | 'end' | 'tell' }>): void {
  const { match } = story;
  if (act.kind === 'move') match.move(story.text);
  else if (act.kind === 'pause') story.pause(act.days);
  else if (act.kind === 'resume') story.resume();
  else if (match.state.ply > 0 && story.agree('takeback', { toPly: Math.max(0, match.state.ply - act.by) })) {
    met.takebacks += 1;
  }
}

/** Grants put no deadline forward, and nothing is granted that was not set before. */
function tell(story: Story): void {
  const { state } = story.match;
  const events = story.tell();
  const grants = events.filter(({ type }) => type === 'vacation.granted');
  met.granted += grants.length;
  met.cut += events.length - grants.length;
  const granted = evolveMatch(state, followingCommit(state, grants, new Date(story.now)), games);
  for (const [n, run] of (state.time?.running ?? []).entries()) {
    const then = granted.time?.running[n];
    if (state.time === null || granted.time === null || then === undefined) throw new Error('a turn is gone');
    expect(deadlineOf(granted.time, then)).toBeGreaterThanOrEqual(deadlineOf(state.time, run));
  }
  for (const { seat, ...span } of grants) {
    const { wished } = accountOf(story, seat);
    for (const { from, to } of stretchesOf([span])) {
      const edges = wished.flatMap((each) => [each.setAt, each.from, each.to]);
      const set = (t: number) => wished.some((each) => each.setAt <= t && each.from <= t && t < each.to);
      expect(measure(from, to, edges, set), 'granted for before it was set').toBe(to - from);
    }
  }
}

/** What the commits after one credited of pauses and leave is what was so, instant by instant. */
function expectLedger({ match, accounts, pauses }: Story, after: number): void {
  for (const { before, commit, after: then } of match.steps.slice(after)) {
    for (const run of before?.time?.running ?? []) {
      if (then.time?.running.some(({ seat, since }) => seat === run.seat && since === run.since)) continue;
      const at = Date.parse(commit.at);
      const account = accounts[run.seat === 1 ? 0 : 1];
      const edges = [...account.edges, ...edgesOf(pauses)];
      const away = measure(run.since, at, edges, (t) => account.isKnownAway(t) && !isIn(pauses, t));
      const paused = measure(run.since, at, edges, (t) => isIn(pauses, t));
      const lines = ledgerOf(match.game, { before, commit, after: then }).filter(({ seat }) => seat === run.seat);
      const credited = (reason: string) =>
        lines.filter((line) => line.reason === reason).reduce((sum, { amount }) => sum + ledgerMs(amount), 0);
      expect({ away: credited('vacation'), paused: credited('pause') }).toEqual({ away, paused });
      met.away += away;
      met.both += measure(run.since, at, edges, (t) => account.isKnownAway(t) && isIn(pauses, t));
    }
  }
}

const accountOf = ({ accounts }: Story, seat: number): Account => accounts[seat === 1 ? 0 : 1];

/** What the log granted a seat and did not take back. */
function grantedTo(story: Story, seat: number): Stretch[] {
  const events = story.match.commits
    .flatMap(({ events: each }) => each.filter(isVacation))
    .filter((e) => e.seat === seat);
  const edges = [...new Set(edgesOf(stretchesOf(events)))].sort((a, b) => a - b);
  const isGranted = (t: number) => events.findLast((e) => isIn(stretchesOf([e]), t))?.type === 'vacation.granted';
  return edges.slice(1).flatMap((to, n) => {
    const from = edges[n] ?? to;
    return isGranted(from) ? [{ from, to }] : [];
  });
}

/** In each year and zone that a leave was had in, as many days as the budget has at most. */
function expectBudget(story: Story, seat: number): void {
  const { wished, pages } = accountOf(story, seat);
  const granted = grantedTo(story, seat);
  for (const { zone, page, from, to } of wished) {
    const stands = ({ spans }: Page) => spans.some((each) => each.from === from && each.to === to);
    const changed = pages.slice(page).find((each) => !stands(each))?.at;
    const had = { from, to: Math.min(to, changed ?? to) };
    for (const { year } of daysTouched(had, zone)) {
      const days = granted.flatMap((each) => daysTouched(each, zone)).filter((day) => day.year === year);
      expect(new Set(days.map(({ date }) => date)).size, `${year} in ${zone}`).toBeLessThanOrEqual(DAYS_A_YEAR);
    }
  }
  const credits = story.match.ledger.filter((line) => line.seat === seat && /^(vacation|pause)$/.test(line.reason));
  const total = credits.reduce((sum, { amount }) => sum + ledgerMs(amount), 0);
  const free = [...granted, ...story.pauses];
  const all = measure(0, Number.MAX_SAFE_INTEGER, edgesOf(free), (t) => isIn(free, t));
  expect(total, 'an instant was credited twice').toBeLessThanOrEqual(all);
}

function expectSound({ match }: Story): void {
  const record = canonicalJson(fullRecord(match.game, match.state, match.commits, 'onlooker'));
  expect(verifyRecord(record, games).fault).toBeNull();
}

test('told at once, a match never grants more than thirty local days a year', () => {
  fc.assert(
    fc.property(...script, (start, clock, steps) => {
      const story = play(start, clock, steps, true);
      for (const seat of [1, 2]) expectBudget(story, seat);
      expectSound(story);
    }),
    RUNS,
  );
});

test('told late or never, it credits what it knew', () => {
  fc.assert(
    fc.property(...script, (start, clock, steps) => {
      expectSound(play(start, clock, steps, false));
    }),
    RUNS,
  );
});

test('all of it has come about', () => {
  const { away, both, ...counts } = met;
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(30);
  expect(away).toBeGreaterThan(300 * DAY);
  expect(both).toBeGreaterThan(100 * DAY);
});
