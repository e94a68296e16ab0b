/** `kill -9` while players talk: what was acknowledged is there, everything is said once, and the seats are told of all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, clientOf, newMatch } from '../support/clients.ts';
import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { feedOf, Server } from './kill-server.ts';

const KILLS = rounds({ soak: 30, brief: 6, local: 3 });
/** How many messages are answered between a start and the kill, at most; the kill itself comes at a random moment. */
const MESSAGES = 30;
const SPEAKERS_A_SEAT = 3;
const TOLD_WITHIN_MS = 30_000;

interface Said {
  readonly number: number;
  readonly text: string;
}

/** Says one thing after the other, each under a key of its own and again until it is answered. */
class Speaker {
  readonly #player: Client;
  readonly #path: string;
  readonly #name: string;
  #count = 1;
  readonly acknowledged: Said[] = [];
  resent = 0;

  constructor(player: Client, path: string, name: string) {
    this.#player = player;
    this.#path = path;
    this.#name = name;
  }

  /** Until the server is gone. */
  async talk(url: string, down: AbortSignal): Promise<void> {
    const { id, token } = this.#player;
    const client = clientOf((path, init) => fetch(url + path, { ...init, signal: down }), id, token);
    while (!down.aborted) {
      const text = `${this.#name}-${this.#count}`;
      try {
        const answer = await client.call<Said>('POST', this.#path, { text, to: 'seats' }, { 'Idempotency-Key': text });
        if (answer.status !== 201) throw new Error(answer.text);
        this.acknowledged.push({ number: answer.body.number, text: answer.body.text });
        this.#count += 1;
      } catch {
        this.resent += 1;
        await sleep(1);
      }
    }
  }
}

const random = randomFrom();
let server: Server;
let seats: readonly Client[];
let match: string;
let speakers: readonly Speaker[];

beforeAll(async () => {
  server = await Server.new();
  const [ada, bob] = [await server.newPlayer('Ada'), await server.newPlayer('Bob')];
  seats = [ada, bob];
  match = (await newMatch(ada, bob)).id;
  speakers = seats.flatMap((player, seat) =>
    Array.from({ length: SPEAKERS_A_SEAT }, (_, n) => new Speaker(player, `/v1/matches/${match}/talk`, `${seat}-${n}`)),
  );
});
afterAll(() => server?.end());

test(`${KILLS} times`, { timeout: 600_000 }, async () => {
  console.log(`seed ${random.seed}`);
  const tell = progress('kill -9', KILLS);
  const answered = () => speakers.flatMap(({ acknowledged }) => acknowledged);
  for (let round = 1; round <= KILLS; round += 1) {
    const down = new AbortController();
    const talking = Promise.all(speakers.map((speaker) => speaker.talk(server.url, down.signal)));
    const wanted = answered().length + 1 + random.below(MESSAGES);
    while (answered().length < wanted) await sleep(2);
    await sleep(random.below(20));
    await server.kill();
    down.abort();
    await talking;
    await server.start();
    tell(round, `${answered().length} messages answered`);
  }

  const said: Said[] = [];
  for (let more = true; more; ) {
    const path = `/v1/matches/${match}/talk?limit=100&after=${said.at(-1)?.number ?? 0}`;
    const page = await seats[0]?.call<{ messages: Said[]; more: boolean }>('GET', path);
    said.push(...(page?.body.messages ?? []));
    more = page?.body.more ?? false;
  }
  expect(said.map(({ number }) => number)).toEqual(said.map((_, n) => n + 1));
  expect(new Set(said.map(({ text }) => text)).size).toBe(said.length);
  for (const { number, text } of answered()) expect(said[number - 1]?.text).toBe(text);
  // What each speaker had on its way at the last kill is there or not; all else is.
  expect(said.length - answered().length).toBeLessThanOrEqual(speakers.length);
  expect(said.length).toBeGreaterThan(KILLS);

  const numbers = said.map(({ number }) => number);
  for (const player of seats) {
    const told = async () =>
      (await feedOf(player)).flatMap((entry) => (entry.type === 'talk.said' ? [entry.talk] : []));
    await expect.poll(told, { timeout: TOLD_WITHIN_MS }).toEqual(numbers);
  }
  const resent = speakers.reduce((sum, speaker) => sum + speaker.resent, 0);
  console.log(`${KILLS} kills: ${said.length} messages, ${resent} times one was sent again`);
});
