/**
 * Random matches with moves, leave and pauses: whoever looks only when there is something to be looked for tells the same,
 * at the same minute, as whoever looks at everything every minute.
 */
import { expect, test } from 'vitest';
import { isExpired, nextDue } from '../../../domain/match/clock/due.ts';
import { nextLook } from '../../../domain/match/clock/look.ts';
import type { ClockSettings } from '../../../domain/match/clock/settings.ts';
import { dueWarnings, type Warning, warningsOf } from '../../../domain/match/clock/warnings.ts';
import { changesDue, dueAt } from '../../../functions/stream/project-due.ts';
import { randomFrom } from '../../support/random.ts';
import { TimedMatch } from '../../support/timed-match.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-02T00:00:00.000Z');
const CLOCKS: readonly ClockSettings[] = [
  { kind: 'per-turn', time: 'P3D' },
  { kind: 'per-turn', time: 'PT5H' },
  { kind: 'per-turn', time: 'PT20M' },
  { kind: 'bank', initial: 'P2D', increment: 'PT6H' },
  { kind: 'bank', initial: 'PT9H', increment: 'PT1H', max: 'PT9H' },
];

const random = randomFrom();
const text = (at: number) => new Date(at).toISOString();
const keyOf = ({ run, mark }: Pick<Warning, 'run' | 'mark'>) => `${run.seat} ${run.since} ${mark}`;

/** Something that may happen at an instant. Most of what happens changes no deadline, or ends a turn. */
function happens(match: TimedMatch, at: number): void {
  const { time } = match.state;
  const seat = match.mover;
  const paused = time?.free.some((span) => span.seat === null && span.to > at) === true;
  switch (random.below(6)) {
    case 0:
      if (paused) match.give({ ok: true, events: [{ type: 'match.resumed', at: text(at) }] }, text(at));
      else {
        const to = text(at + MINUTE + random.below(30 * HOUR));
        match.give({ ok: true, events: [{ type: 'match.paused', from: text(at), to }] }, text(at));
      }
      return;
    case 1: {
      const from = at + random.below(10 * HOUR);
      match.leave(seat, [{ from: text(from), to: text(from + MINUTE + random.below(40 * HOUR)) }], text(at));
      return;
    }
    case 2:
      match.leave(seat, [], text(at));
      return;
    default:
      match.move(text(at));
  }
}

/** Now and then something happens right at a mark, or within the minute after it. */
function untilNext(match: TimedMatch, now: number): number {
  const { time } = match.state;
  const marks = (time?.running ?? []).flatMap((run) => (time === null ? [] : warningsOf(time, run)));
  const ahead = marks.map(({ at }) => at).filter((at) => at > now);
  if (ahead.length > 0 && random.below(2) === 0) return Math.max(0, random.pick(ahead) - now + random.below(90_000));
  return random.below(20 * HOUR);
}

/** What is told, with when; `lag`: how many sweeps the stream may be late. */
function play(clock: ClockSettings, lag: number) {
  const match = new TimedMatch({ clock }).start(text(START));
  const told = new Map<string, { warning: Warning; at: number }>();
  const brute = new Map<string, number>();
  let index = dueAt(match.game, match.state);
  let projected = match.steps.length;
  let late = 0;
  let next = START + untilNext(match, START);

  function follow(): void {
    const steps = match.steps.slice(projected);
    projected = match.steps.length;
    if (changesDue(match.game, steps)) index = dueAt(match.game, match.state);
  }

  function sweep(now: number): void {
    const at = new Date(now);
    for (const warning of dueWarnings(match.game, match.state, at)) {
      if (!brute.has(keyOf(warning))) brute.set(keyOf(warning), now);
    }
    if (index === null || index > now) return;
    if (isExpired(nextDue(match.game, match.state), at)) {
      match.expire(text(now));
      return;
    }
    for (const warning of dueWarnings(match.game, match.state, at)) {
      if (!told.has(keyOf(warning))) told.set(keyOf(warning), { warning, at: now });
    }
    index = nextLook(match.game, match.state, at);
  }

  for (let now = START; now < START + 12 * 24 * HOUR && match.state.status === 'active'; now += MINUTE) {
    while (next <= now && match.state.status === 'active') {
      const due = nextDue(match.game, match.state);
      if (due === null || next <= due.at) happens(match, next);
      next += untilNext(match, next);
    }
    late = late > 0 ? late - 1 : random.below(lag + 1);
    if (late === 0) follow();
    // Doubled now and then.
    for (let n = random.below(10) === 0 ? 2 : 1; n > 0; n -= 1) sweep(now);
  }
  return { match, told, brute };
}

const ROUNDS = 40;

test(`each mark is told in its minute, once, with the deadline that holds (seed ${random.seed})`, () => {
  const marks = new Set<string>();
  let sure = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { match, told, brute } = play(random.pick(CLOCKS), 0);
    expect(new Map([...told].map(([key, { at }]) => [key, at]))).toEqual(brute);
    for (const [, { warning, at }] of told) {
      marks.add(warning.mark);
      expect(at).toBeLessThan(warning.deadline);
      expect(warning.at).toBe(warning.deadline - warning.left);
      expect(warning.at).toBeGreaterThanOrEqual(warning.earliest);
      expect(at).toBeGreaterThanOrEqual(warning.at);
    }
    for (const key of standing(match)) {
      expect(told.has(key), key).toBe(true);
      sure += 1;
    }
  }
  expect(marks).toEqual(new Set(['first', 'last']));
  expect(sure).toBeGreaterThan(ROUNDS);
});

test(`a stream that is late makes it later, and no more than once (seed ${random.seed})`, () => {
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const { told, brute } = play(random.pick(CLOCKS), 3);
    for (const [key, { warning, at }] of told) {
      expect(brute.get(key)).toBeLessThanOrEqual(at);
      expect(at).toBeLessThan(warning.deadline);
    }
  }
});

/** Marks that stood for a minute, with a minute to the next and to the deadline: a sweep must have told them. */
function standing({ steps }: TimedMatch): string[] {
  return steps.flatMap(({ after }, n) => {
    const from = Date.parse(after.at);
    const to = Date.parse(steps[n + 1]?.after.at ?? after.at);
    const { time } = after;
    return (time?.running ?? []).flatMap((run) => {
      if (time === null) return [];
      const [first, last] = warningsOf(time, run);
      return [[first, last?.at ?? 0] as const, [last, last?.deadline ?? 0] as const].flatMap(([warning, end]) => {
        if (warning === undefined) return [];
        const stands = Math.max(warning.at, from) + MINUTE < Math.min(to, end);
        return stands ? [keyOf(warning)] : [];
      });
    });
  });
}
