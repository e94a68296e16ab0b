/**
 * A match while its two players set, change and end their leave, agree on pauses and move; and beside it, instant by
 * instant, what was so: who was away by their own account, and when the match was paused.
 */
import { isExpired, nextDue } from '../../../domain/match/clock/due.ts';
import type { ClockSettings } from '../../../domain/match/clock/settings.ts';
import { isVacation, type VacationEvent, vacationEvents } from '../../../domain/match/clock/vacation.ts';
import type { OfferKind, OfferTerms } from '../../../domain/match/offers/kinds.ts';
import {
  EMPTY_BOOK,
  endVacation,
  knownSince,
  type LeaveSpan,
  spansOf,
  type VacationBook,
} from '../../../domain/vacation/book.ts';
import { setVacation } from '../../../domain/vacation/wish.ts';
import { dateAt } from '../../../domain/vacation/zone.ts';
import { playerAt, TimedMatch } from '../../support/timed-match.ts';
import { answerIn, offerIn } from '../../support/timed-offers.ts';

export const DAY = 86_400_000;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The player's leave from an instant on, as far as was known then. */
export interface Page {
  readonly at: number;
  readonly spans: readonly Stretch[];
}

/** A leave as it was set, and when. */
interface Wished extends Stretch {
  readonly setAt: number;
  readonly zone: string;
  /** Its place among the pages. */
  readonly page: number;
}

export interface Wish {
  /** In days from now. */
  readonly first: number;
  readonly length: number;
  readonly zone: string;
}

export class Account {
  book: VacationBook = EMPTY_BOOK;
  readonly pages: Page[] = [];
  readonly wished: Wished[] = [];
  /** What the match was told last. */
  told: Page | null = null;
  refused = 0;

  set({ first, length, zone }: Wish, at: number): void {
    const dates = { from: dateAt(at + first * DAY, zone), to: dateAt(at + (first + length - 1) * DAY, zone) };
    const answer = setVacation(this.book, { ...dates, timeZone: zone }, new Date(at));
    if (!answer.ok) this.refused += answer.refusal.code === 'too_long' ? 1 : 0;
    else if (answer.book !== this.book) {
      this.#turn(answer.book, at);
      const added = stretchesOf(spansOf(answer.book)).at(-1);
      if (added !== undefined) this.wished.push({ ...added, setAt: at, zone, page: this.pages.length - 1 });
    }
  }

  end(at: number): void {
    this.#turn(endVacation(this.book, new Date(at)), at);
  }

  #turn(book: VacationBook, at: number): void {
    this.book = book;
    this.pages.push({ at, spans: stretchesOf(spansOf(book)) });
  }

  /** Whether the player was away, by the account as it stood at that very instant. */
  wasAway(t: number): boolean {
    return isIn(this.pages.findLast(({ at }) => at <= t)?.spans ?? [], t);
  }

  /** The same, as far as the match can know. */
  isKnownAway(t: number): boolean {
    if (this.told === null) return false;
    return t < this.told.at ? this.wasAway(t) : isIn(this.told.spans, t);
  }

  get edges(): number[] {
    const pages = [...this.pages, ...(this.told === null ? [] : [this.told])];
    return pages.flatMap(({ at, spans }) => [at, ...edgesOf(spans)]);
  }
}

export class Story {
  readonly match: TimedMatch;
  readonly accounts: readonly [Account, Account] = [new Account(), new Account()];
  pauses: Stretch[] = [];
  now: number;

  constructor(clock: ClockSettings, start: number) {
    this.now = start;
    this.match = new TimedMatch({ clock, at: this.text, startWithin: 'P90D' }).start(this.text);
  }

  get text(): string {
    return new Date(this.now).toISOString();
  }

  get due() {
    return nextDue(this.match.game, this.match.state);
  }

  /** As it is done by whoever acts on the match: leave first, and then what has run out. */
  expire(): void {
    if (!isExpired(this.due, new Date(this.now))) return;
    this.tell();
    this.match.expire(this.text);
  }

  /** The match gets what it lacks of both players' leave. */
  tell(): readonly VacationEvent[] {
    const events = vacationEvents(
      this.match.state,
      (player) => spansOf(this.#account(player === playerAt(1) ? 1 : 2).book),
      knownSince(new Date(this.now)),
    ).filter(isVacation);
    if (events.length > 0) this.match.give({ ok: true, events }, this.text);
    for (const account of this.accounts) account.told = { at: this.now, spans: stretchesOf(spansOf(account.book)) };
    return events;
  }

  /** Seat 1 offers, seat 2 accepts, both at once. False where it cannot be. */
  agree(kind: OfferKind, terms: OfferTerms = {}): boolean {
    const { match, text } = this;
    const made = offerIn(match, 1, { kind, terms }, text);
    if (!made.ok) return false;
    match.give(made, text);
    match.give(answerIn(match, 2, match.state.head.seq, 'accept', text), text);
    return true;
  }

  pause(days: number): void {
    if (this.agree('pause', { for: `P${days}D` })) this.pauses.push({ from: this.now, to: this.now + days * DAY });
  }

  resume(): void {
    if (!this.agree('resume')) return;
    this.pauses = this.pauses.map(({ from, to }) => ({ from, to: Math.min(to, this.now) }));
  }

  #account(seat: 1 | 2): Account {
    return this.accounts[seat - 1] ?? this.accounts[0];
  }
}

export const stretchesOf = (spans: readonly LeaveSpan[]): Stretch[] =>
  spans.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));

export const isIn = (stretches: readonly Stretch[], t: number) => stretches.some(({ from, to }) => from <= t && t < to);

export const edgesOf = (stretches: readonly Stretch[]) => stretches.flatMap(({ from, to }) => [from, to]);

/** How many milliseconds between two instants are in a set that changes at these edges only. */
export function measure(from: number, to: number, edges: readonly number[], isInSet: (t: number) => boolean): number {
  const inside = edges.filter((edge) => from < edge && edge < to);
  const cuts = [...new Set([from, ...inside, to])].sort((a, b) => a - b);
  return cuts.slice(1).reduce((sum, cut, n) => sum + (isInSet(cuts[n] ?? cut) ? cut - (cuts[n] ?? cut) : 0), 0);
}
