/** Two players at one board, whose server may go away at any moment. */
import { expect } from 'vitest';
import { Mirror } from './aquaignis.ts';
import type { Bot } from './bots.ts';
import { proveChain, readLog } from './chain.ts';
import { type Answer, type Client, clientOf, type MatchBody } from './clients.ts';
import type { Random } from './random.ts';

/** An answer that a client got: from then on it may not be lost. */
interface Acknowledged {
  readonly seq: number;
  readonly hash: string;
}

class Down extends Error {}

/** They play match after match of Aquaignis, and send again what was not answered. */
export class Table {
  readonly acknowledged = new Map<string, Acknowledged[]>();
  /** The moves that were answered, by match. */
  readonly moves = new Map<string, { seat: number; move: string }[]>();
  touched = new Set<string>();
  answers = 0;
  resent = 0;
  readonly #players: readonly [Client, Client];
  readonly #bot: Bot;
  readonly #random: Random;
  #matches = 0;
  #match: string | null = null;
  #joined = false;
  #resigning = false;
  #mirror = new Mirror();
  /** What was sent and not answered. */
  #pending: readonly string[] | null = null;

  constructor(players: readonly [Client, Client], bot: Bot, random: Random) {
    this.#players = players;
    this.#bot = bot;
    this.#random = random;
  }

  /** Plays until the server is gone, or so many steps. */
  async play(url: string, until: AbortSignal, most = Number.POSITIVE_INFINITY): Promise<void> {
    const [first, second] = this.#players.map(({ id, token }) =>
      clientOf((path, init) => fetch(url + path, { ...init, signal: until }), id, token),
    ) as [Client, Client];
    try {
      for (let steps = 0; steps < most; steps += 1) await this.#step(first, second);
    } catch (error) {
      if (!(error instanceof Down)) throw error;
    }
  }

  async #step(first: Client, second: Client): Promise<void> {
    if (this.#match === null) {
      const key = { 'Idempotency-Key': `match-${this.#matches}` };
      const made = await this.#ask(first, '/v1/matches', 201, { game: 'aquaignis' }, key);
      this.#match = made.body.id;
      this.#matches += 1;
      this.#joined = false;
      this.#mirror = new Mirror();
      return;
    }
    if (!this.#joined) {
      await this.#ask(second, `/v1/matches/${this.#match}/join`, 200);
      this.#joined = true;
      return;
    }
    if (this.#mirror.over) {
      this.#match = null;
      return;
    }
    // Once a resignation has been sent it is sent until it is answered.
    this.#resigning ||= this.#pending === null && this.#random.below(150) === 0;
    if (this.#resigning) {
      await this.#ask(second, `/v1/matches/${this.#match}/resign`, 200);
      this.#resigning = false;
      this.#match = null;
      return;
    }
    await this.#move(first, second, this.#match);
  }

  async #move(first: Client, second: Client, match: string): Promise<void> {
    const mirror = this.#mirror;
    const { ply, seat } = mirror;
    if (this.#pending === null) {
      const ahead = mirror.copy();
      const moves: string[] = [];
      const most = this.#random.below(3) === 0 ? 2 : 1;
      while (moves.length < most && !ahead.over && ahead.state.turn === mirror.state.turn) {
        const move = this.#bot(ahead.state, this.#random);
        ahead.play(move);
        moves.push(move);
      }
      this.#pending = moves;
    } else {
      this.resent += 1;
    }
    const moves = this.#pending;
    const answer = await this.#ask(seat === 1 ? first : second, `/v1/matches/${match}/moves`, 200, { ply, moves });
    for (const move of moves) {
      mirror.play(move);
      this.moves.set(match, [...(this.moves.get(match) ?? []), { seat, move }]);
    }
    expect(answer.body.position).toBe(mirror.position);
    this.#pending = null;
  }

  async #ask(
    client: Client,
    path: string,
    status: number,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<MatchBody>> {
    let answer: Answer<MatchBody>;
    try {
      answer = await client.call<MatchBody>('POST', path, body, headers);
    } catch {
      throw new Down();
    }
    if (answer.status === 503) throw new Down();
    expect({ path, body, status: answer.status, text: answer.text }).toMatchObject({ status });
    const { id, head } = answer.body;
    this.acknowledged.set(id, [...(this.acknowledged.get(id) ?? []), head]);
    this.touched.add(id);
    this.answers += 1;
    return answer;
  }

  /** Holds what a match's log tells against what was answered. */
  async check(reader: Client, match: string): Promise<number> {
    const log = await readLog(reader, match);
    proveChain(match, log);
    for (const { seq, hash } of this.acknowledged.get(match) ?? []) {
      expect(log[seq - 1]?.hash, `${match}, commit ${seq}`).toBe(hash);
    }
    const logged = log.flatMap(({ events }) => events.filter(({ type }) => type === 'move.made'));
    const made = logged.map(({ seat, move }) => ({ seat, move }));
    const answered = this.moves.get(match) ?? [];
    const unanswered = match === this.#match ? (this.#pending ?? []) : [];
    expect(made.slice(0, answered.length), match).toEqual(answered);
    // Beyond what was answered there is nothing but the moves on their way when the server was killed: all or none.
    const beyond = made.slice(answered.length).map(({ move }) => move);
    expect([[], [...unanswered]]).toContainEqual(beyond);
    return log.length;
  }
}
