/**
 * What a match's log says for its players, reckoned anew: whom it waits for since when and until when, in which lists it
 * is, and what came of it. Of the code that it checks only the rules of the games are used, and the catalogue of them.
 */
import { durationOf } from '../../domain/duration.ts';
import type { AnyGame, Outcome } from '../../domain/game.ts';
import { games } from '../../domain/games.ts';
import type { MatchCommit } from '../../domain/match/evolve.ts';
import { playOptions } from '../../domain/match/personal.ts';
import type { MatchEvent } from '../../domain/match/types.ts';
import { firstSeats } from '../../domain/seat.ts';

export interface Waiting {
  readonly match: string;
  readonly game: string;
  readonly seat: number;
  readonly turn: number;
  readonly since: string;
  readonly deadline: string | null;
}

export type Came = 'won' | 'lost' | 'drawn' | 'aborted';

/** Time of a seat, or with null of all, that does not count, or that counts after all: the later mark holds. */
interface Mark {
  readonly seat: number | null;
  readonly from: number;
  readonly to: number;
  readonly free: boolean;
}

type Created = Extract<MatchEvent, { readonly type: 'match.created' }>;

export class Retold {
  readonly id: string;
  readonly createdAt: string;
  readonly created: Created;
  status: 'open' | 'active' | 'finished' | 'cancelled' = 'open';
  seq = 0;
  readonly seats: (string | null)[];
  outcome: Outcome | null = null;
  readonly kinds: string[] = [];
  readonly #game: AnyGame;
  readonly #gone = new Set<number>();
  #play: unknown = null;
  #startedAt = Number.NaN;
  #left: number[] = [];
  #turns = new Map<number, { readonly turn: number; readonly since: number }>();
  readonly #marks: Mark[] = [];

  constructor(id: string, commits: readonly MatchCommit[]) {
    const [first] = commits;
    const created = first?.events[0];
    const game = created?.type === 'match.created' ? games.find(created.game, created.rules) : undefined;
    if (first === undefined || created?.type !== 'match.created' || game === undefined)
      throw new Error(`${id}: no log`);
    this.id = id;
    this.createdAt = first.at;
    this.created = created;
    this.#game = game;
    this.seats = firstSeats(created.seats).map(() => null);
    for (const commit of commits) this.#take(commit);
  }

  /** By player. */
  get waiting(): ReadonlyMap<string, Waiting> {
    return new Map(
      [...this.#turns].map(([seat, { turn, since }]) => {
        const deadline = this.created.clock?.kind === 'none' ? null : iso(this.#deadline(seat, since));
        const { id: match } = this;
        return [this.seats[seat - 1] ?? '', { match, game: this.#game.id, seat, turn, since: iso(since), deadline }];
      }),
    );
  }

  /** When something runs out, as far as it is known: times for turns, for finding players, of the game itself. */
  get dues(): readonly number[] {
    const { startWithin } = this.created;
    if (this.status === 'open') return [Date.parse(this.createdAt) + ms(startWithin)];
    if (this.status !== 'active') return [];
    const limit = this.#game.timeLimit?.after(playOptions(this.#game, this.created.options)) ?? null;
    return [
      ...(limit === null ? [] : [this.#startedAt + limit]),
      ...[...this.waiting.values()].flatMap(({ deadline }) => (deadline === null ? [] : [Date.parse(deadline)])),
    ];
  }

  /** By player; of a match that counts. */
  get came(): ReadonlyMap<string, Came> {
    const { outcome, seats } = this;
    if (outcome === null || this.created.visibility === 'private' || seats.length < 2) return new Map();
    return new Map(seats.map((player, n) => [player ?? '', this.#cameOf(n + 1, outcome)]));
  }

  #cameOf(seat: number, { kind, winners }: Outcome): Came {
    if (kind === 'aborted') return 'aborted';
    if (winners.some((winner) => winner === seat)) return 'won';
    return winners.length > 0 || this.#gone.has(seat) ? 'lost' : 'drawn';
  }

  #take({ seq, at, events }: MatchCommit): void {
    this.seq = seq;
    for (const event of events) this.#happen(event, Date.parse(at));
    const movers = events.flatMap((event) => (event.type === 'move.made' ? [event.seat] : []));
    this.#passOn(Date.parse(at), new Set<number>(movers));
  }

  #happen(event: MatchEvent, at: number): void {
    this.kinds.push(event.type);
    const mark = (seat: number | null, from: string, to: string | null, free: boolean) =>
      this.#marks.push({ seat, from: Date.parse(from), to: to === null ? Infinity : Date.parse(to), free });
    if (event.type === 'seat.joined') this.seats[event.seat - 1] = event.player;
    if (event.type === 'seat.left') this.seats[event.seat - 1] = null;
    if (event.type === 'match.cancelled') this.status = 'cancelled';
    if (event.type === 'match.started') {
      this.status = 'active';
      this.#startedAt = at;
      this.#play = this.#game.setup(playOptions(this.#game, this.created.options), firstSeats(this.seats.length));
      const { clock } = this.created;
      const first = clock?.kind === 'bank' ? ms(clock.initial) : clock?.kind === 'per-turn' ? ms(clock.time) : 0;
      this.#left = this.seats.map(() => first);
    }
    if ('effects' in event) for (const effect of event.effects) this.#play = this.#game.evolve(this.#play, effect);
    if (event.type === 'moves.taken-back') this.#play = event.restored;
    if (event.type === 'seat.resigned' || event.type === 'seat.timed-out') this.#gone.add(event.seat);
    if (event.type === 'vacation.granted') mark(event.seat, event.from, event.to, true);
    if (event.type === 'vacation.cut') mark(event.seat, event.from, event.to, false);
    if (event.type === 'match.paused') mark(null, event.from, event.to, true);
    if (event.type === 'match.resumed') mark(null, event.at, null, false);
    if (event.type === 'match.finished') {
      this.status = 'finished';
      this.outcome = event.outcome;
    }
  }

  /** Turns that are over are charged, and those that begin run from then on. */
  #passOn(at: number, movers: ReadonlySet<number>): void {
    const { clock } = this.created;
    const seats = this.status === 'active' ? this.#game.toMove(this.#play) : [];
    const open = new Map(seats.map((seat) => [seat as number, this.#game.turn(this.#play)]));
    for (const [seat, { turn, since }] of this.#turns) {
      if (open.get(seat) === turn) continue;
      this.#turns.delete(seat);
      if (clock?.kind !== 'bank') continue;
      const left = Math.max(0, (this.#left[seat - 1] ?? 0) - this.#counted(seat, since, at));
      const earned = left + (movers.has(seat) ? ms(clock.increment) : 0);
      const most = movers.has(seat) && clock.max !== undefined ? ms(clock.max) : Infinity;
      this.#left[seat - 1] = Math.min(earned, most);
    }
    for (const [seat, turn] of open) if (!this.#turns.has(seat)) this.#turns.set(seat, { turn, since: at });
  }

  #isFree(seat: number, instant: number): boolean {
    const within = (of: number | null) =>
      this.#marks.findLast((mark) => mark.seat === of && mark.from <= instant && instant < mark.to)?.free === true;
    return within(null) || within(seat);
  }

  /** From one instant to the next at which time may begin or cease to count. */
  *#stretches(seat: number, from: number): Generator<{ readonly begins: number; readonly ends: number }> {
    const edges = this.#marks.flatMap((mark) => [mark.from, mark.to]).filter((edge) => edge > from);
    let begins = from;
    for (const ends of [...edges.sort((a, b) => a - b), Infinity]) {
      if (!this.#isFree(seat, begins)) yield { begins, ends };
      begins = ends;
    }
  }

  #counted(seat: number, from: number, to: number): number {
    let sum = 0;
    for (const { begins, ends } of this.#stretches(seat, from)) sum += Math.max(0, Math.min(ends, to) - begins);
    return sum;
  }

  #deadline(seat: number, since: number): number {
    let left = this.#left[seat - 1] ?? 0;
    for (const { begins, ends } of this.#stretches(seat, since)) {
      if (ends - begins >= left) return begins + left;
      left -= ends - begins;
    }
    throw new Error('time does not end');
  }
}

function ms(duration: string | undefined): number {
  return durationOf(duration ?? '') ?? Number.NaN;
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

/** The soonest deadline first, then what has waited longest; what is never due comes last. */
export function byUrgency(a: Waiting, b: Waiting): number {
  const due = ({ deadline }: Waiting) => (deadline === null ? Infinity : Date.parse(deadline));
  if (due(a) !== due(b)) return due(a) < due(b) ? -1 : 1;
  return a.since === b.since ? compare(a.match, b.match) : compare(a.since, b.since);
}

export function newestFirst(a: Retold, b: Retold): number {
  return a.createdAt === b.createdAt ? compare(b.id, a.id) : compare(b.createdAt, a.createdAt);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
