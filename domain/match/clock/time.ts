/**
 * The clocks of a match. Nothing ticks: what is kept is what each seat had left when it was last charged and since
 * when its turn runs; deadlines follow from that. Instants and lengths are in milliseconds.
 */
import { SEATS, type Seat } from '../../seat.ts';
import { countedTime, type FreeTime, whenPassed } from './free-time.ts';
import { type ClockSettings, settingMs } from './settings.ts';

export interface RunningTurn {
  readonly seat: Seat;
  readonly turn: number;
  readonly since: number;
}

export interface TimeState {
  /** By seat, when it was last charged. */
  readonly left: readonly number[];
  readonly running: readonly RunningTurn[];
  readonly free: readonly FreeTime[];
}

export const LEDGER_REASONS = ['start', 'new-turn', 'turn', 'pause', 'vacation', 'increment', 'cap'] as const;

/** A debit (negative) or credit of a seat's time, and what it has left after it. */
export interface LedgerEntry {
  readonly seat: Seat;
  readonly reason: (typeof LEDGER_REASONS)[number];
  readonly ms: number;
  readonly left: number;
}

export interface Passed {
  readonly time: TimeState;
  readonly entries: readonly LedgerEntry[];
}

type Counting = Exclude<ClockSettings, { readonly kind: 'none' }>;

/** At the start of a match. */
export function newTime(clock: Counting, seats: number): Passed {
  const account = accountOf(Array.from({ length: seats }, () => 0));
  const initial = settingMs(clock.kind === 'bank' ? clock.initial : clock.time);
  for (const seat of SEATS.slice(0, seats)) account.book(seat, 'start', initial);
  return { time: { left: account.left, running: [], free: [] }, entries: account.entries };
}

/**
 * What a commit at instant `at` does to the clocks: turns that are over are charged, turns that begin run from then on.
 * `turns` are open after the commit; `moved` are the seats that moved in it, whose finished turns earn an increment.
 */
export function timeAfter(
  clock: Counting,
  { left, running, free }: TimeState,
  turns: readonly Omit<RunningTurn, 'since'>[],
  at: number,
  moved: readonly Seat[],
): Passed {
  const account = accountOf(left);
  const goesOn = (run: RunningTurn) => turns.some(({ seat, turn }) => seat === run.seat && turn === run.turn);
  for (const run of running.filter((each) => !goesOn(each))) {
    const { counted, paused, away } = countedTime(free, run.seat, run.since, at);
    // Who was in time is not charged for how long storing took, and nobody has less than nothing left.
    const charged = Math.min(counted, account.of(run.seat));
    account.book(run.seat, 'pause', paused);
    account.book(run.seat, 'vacation', away);
    account.book(run.seat, 'turn', -(charged + paused + away));
    if (moved.includes(run.seat)) finishTurn(clock, account, run.seat);
  }
  const begun = turns.filter(({ seat, turn }) => !running.some((run) => run.seat === seat && run.turn === turn));
  for (const { seat } of begun) if (clock.kind === 'per-turn') fill(account, seat, settingMs(clock.time));
  const runs = [...running.filter(goesOn), ...begun.map(({ seat, turn }) => ({ seat, turn, since: at }))];
  const horizon = Math.min(at, ...runs.map(({ since }) => since));
  const needed = free.filter(({ to }) => to > horizon);
  return { time: { left: account.left, running: runs, free: needed }, entries: account.entries };
}

/** When a running turn's time is up, as far as leave and pauses are known. */
export function deadlineOf({ left, free }: TimeState, { seat, since }: RunningTurn): number {
  return whenPassed(free, seat, since, left[seat - 1] ?? 0);
}

/** What a seat has left at an instant. */
export function leftAt({ left, running, free }: TimeState, seat: Seat, at: number): number {
  const had = left[seat - 1] ?? 0;
  const run = running.find((each) => each.seat === seat);
  return run === undefined ? had : Math.max(0, had - countedTime(free, seat, run.since, at).counted);
}

type Account = ReturnType<typeof accountOf>;

function accountOf(before: readonly number[]) {
  const left = [...before];
  const entries: LedgerEntry[] = [];
  return {
    left,
    entries,
    of: (seat: Seat) => left[seat - 1] ?? 0,
    book(seat: Seat, reason: LedgerEntry['reason'], ms: number) {
      if (ms === 0) return;
      const after = (left[seat - 1] ?? 0) + ms;
      left[seat - 1] = after;
      entries.push({ seat, reason, ms, left: after });
    },
  };
}

function finishTurn(clock: Counting, account: Account, seat: Seat): void {
  if (clock.kind === 'per-turn') {
    fill(account, seat, settingMs(clock.time));
    return;
  }
  account.book(seat, 'increment', settingMs(clock.increment));
  const over = clock.max === undefined ? 0 : Math.max(0, account.of(seat) - settingMs(clock.max));
  account.book(seat, 'cap', -over);
}

function fill(account: Account, seat: Seat, time: number): void {
  account.book(seat, 'new-turn', time - account.of(seat));
}
