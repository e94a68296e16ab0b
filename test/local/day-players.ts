/**
 * Players who do at random whatever there is to do: they open, join, leave, move, offer, answer, take back, pause, resign,
 * play again and go on leave. What they are refused does not matter to them, nor that the server goes away.
 */
import type { Client, MatchBody } from '../support/clients.ts';
import type { Random } from '../support/random.ts';

/** How many matches go on at once. */
const GOING_MOST = 18;

const GAMES: readonly { readonly game: string; readonly options?: object; readonly seats: readonly number[] }[] = [
  { game: 'aquaignis', seats: [2] },
  { game: 'aquaignis', seats: [2] },
  { game: 'abiegnus', seats: [2] },
  { game: 'abiegnus', options: { mode: 'solitaire' }, seats: [1] },
  { game: 'astromagie', options: { deals: 2 }, seats: [2, 3, 4] },
  { game: 'astromagie', options: { timeLimit: 'PT4H' }, seats: [2, 3] },
];

const CLOCKS = [
  { kind: 'none' },
  { kind: 'per-turn', time: 'PT90M' },
  { kind: 'per-turn', time: 'PT6H' },
  { kind: 'per-turn', time: 'P3D' },
  { kind: 'bank', initial: 'PT3H', increment: 'PT30M' },
  { kind: 'bank', initial: 'PT5H', increment: 'PT2H', max: 'PT6H' },
] as const;

const VISIBILITIES = ['public', 'public', 'unlisted', 'private'] as const;

interface Offer {
  readonly offer: string;
  readonly kind: string;
}

export class Players {
  readonly #players: readonly Client[];
  readonly #random: Random;
  /** Matches that may go on, each with who was there first. */
  readonly #going = new Map<string, Client>();
  /** How many requests were granted. */
  done = 0;

  constructor(players: readonly Client[], random: Random) {
    this.#players = players;
    this.#random = random;
  }

  /** One thing; `today` is the date by the server's clock. */
  async act(today: string): Promise<void> {
    const random = this.#random;
    if (random.below(40) === 0) return this.#leave(today);
    if (this.#going.size === 0 || (this.#going.size < GOING_MOST && random.below(3) === 0)) return this.#open();
    const [id, first] = random.pick([...this.#going]);
    const { status, body } = await first.call<MatchBody & { offers: readonly Offer[] }>('GET', `/v1/matches/${id}`);
    if (status !== 200) return;
    const seated = body.seats.flatMap(({ player }) => this.#players.find((each) => each.id === player?.id) ?? []);
    if (body.status === 'open') return this.#fill(id, seated);
    if (body.status === 'active') return this.#play(body, seated);
    if (body.status === 'cancelled' || random.below(3) === 0) this.#going.delete(id);
    else await this.#offer(body, seated, { kind: 'rematch' });
    if (typeof body.rematch === 'string') this.#going.set(body.rematch, first);
  }

  async #post<Body>(player: Client, path: string, body?: object): Promise<Body | null> {
    const answer = await player.call<Body>('POST', path, body);
    if (answer.status >= 500) throw new Error(`${path}: ${answer.text}`);
    if (answer.status >= 400) return null;
    this.done += 1;
    return answer.body;
  }

  async #open(): Promise<void> {
    const random = this.#random;
    const { seats, ...what } = random.pick(GAMES);
    const player = random.pick(this.#players);
    const made = await this.#post<MatchBody>(player, '/v1/matches', {
      ...what,
      seats: random.pick(seats),
      visibility: random.pick(VISIBILITIES),
      // A private match is for those who were invited.
      invited: this.#players.filter((each) => each !== player).map(({ id }) => id),
      clock: random.pick(CLOCKS),
      vacation: random.below(4) > 0,
      rated: random.below(2) === 0 && !seats.includes(1),
      startWithin: random.pick(['PT2H', 'P1D']),
    });
    if (made !== null) this.#going.set(made.id, player);
  }

  async #fill(match: string, seated: readonly Client[]): Promise<void> {
    if (this.#random.below(12) === 0) await this.#post(this.#random.pick(seated), `/v1/matches/${match}/leave`);
    else await this.#post(this.#random.pick(this.#players), `/v1/matches/${match}/join`);
  }

  async #play(match: MatchBody & { offers: readonly Offer[] }, seated: readonly Client[]): Promise<void> {
    const random = this.#random;
    const what = random.below(40);
    if (what === 0) await this.#post(random.pick(seated), `/v1/matches/${match.id}/resign`);
    else if (what < 10 || match.offers.length > 0) await this.#offer(match, seated, this.#wish(match));
    else await this.#move(match, seated);
  }

  #wish({ ply }: MatchBody): object {
    const kind = this.#random.pick(['takeback', 'takeback', 'takeback', 'pause', 'resume', 'draw', 'settle', 'abort']);
    if (kind === 'takeback') return { kind, toPly: Math.max(0, ply - 1 - this.#random.below(3)) };
    return kind === 'pause' ? { kind, for: this.#random.pick(['PT1H', 'PT5H', 'P2D']) } : { kind };
  }

  /** Answers what waits for an answer, most often by accepting; else offers something. */
  async #offer(
    match: MatchBody & { offers: readonly Offer[] },
    seated: readonly Client[],
    wish: object,
  ): Promise<void> {
    const [live] = match.offers;
    const path = `/v1/matches/${match.id}/offers`;
    if (live === undefined) {
      await this.#post(this.#random.pick(seated), path, wish);
      return;
    }
    const how = this.#random.pick(['accept', 'accept', 'accept', 'accept', 'decline', 'withdraw']);
    for (const player of seated) await this.#post(player, `${path}/${live.offer}/${how}`);
  }

  async #move({ id, toMove, seats }: MatchBody, seated: readonly Client[]): Promise<void> {
    const mover = seats.find(({ seat }) => seat === toMove[0])?.player?.id;
    const player = seated.find((each) => each.id === mover);
    if (player === undefined) return;
    const legal = await player.call<{ ply: number; moves: { text: string }[] }>('GET', `/v1/matches/${id}/legal-moves`);
    if (legal.status !== 200 || legal.body.moves.length === 0) return;
    const moves = [this.#random.pick(legal.body.moves).text];
    await this.#post(player, `/v1/matches/${id}/moves`, { ply: legal.body.ply, moves });
  }

  /** Every other player goes on leave, in the middle of whatever turn it is. */
  async retire(today: string, tomorrow: string): Promise<void> {
    for (const player of this.#players.filter((_, n) => n % 2 === 0)) {
      await player.call('PUT', '/v1/me/vacation', { from: today, to: tomorrow, timeZone: 'UTC' });
    }
  }

  async #leave(today: string): Promise<void> {
    const player = this.#random.pick(this.#players);
    const wish = { from: today, to: today, timeZone: 'UTC' };
    if (this.#random.below(2) === 0) await player.call('PUT', '/v1/me/vacation', wish);
    else await player.call('DELETE', '/v1/me/vacation');
  }
}
