/** The log as it grows: pages, and waiting for what is to come. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { waitForPage } from '../../functions/api/long-poll.ts';
import { matchSource } from '../../functions/api/source.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { Mirror, playOn, sendMoves } from '../support/aquaignis.ts';
import { endless } from '../support/bots.ts';
import { proveChain, readLog, type SentCommit } from '../support/chain.ts';
import { type Client, newMatch, newPlayer, nobody } from '../support/clients.ts';
import { randomFrom } from '../support/random.ts';

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

interface Commits extends Record<string, unknown> {
  readonly commits: readonly SentCommit[];
  readonly next: number;
  readonly more: boolean;
}

const events = (match: string, query: string, who = ada) =>
  who.call<Commits>('GET', `/v1/matches/${match}/events?${query}`);

describe('pages', () => {
  test('of 100 commits, one message a commit, whose chain anybody can prove', async () => {
    const { id } = await newMatch(ada, bob);
    await playOn(id, new Mirror(), [ada, bob], endless(30), randomFrom(), 210);
    const first = await events(id, '');
    expect(first.body).toMatchObject({ next: 100, more: true });
    expect(first.body.commits.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect((await events(id, 'after=200')).body).toMatchObject({ next: 212, more: false });
    expect((await events(id, 'after=212')).body).toEqual({ commits: [], next: 212, more: false });
    expect(await events(id, 'after=213')).toMatchObject({ status: 422, body: { errors: [{ pointer: '/after' }] } });
    const log = await readLog(nobody(api.send), id);
    expect(log).toHaveLength(212);
    proveChain(id, log);
    const changed = log.map((commit) =>
      commit.seq === 58 ? { ...commit, events: commit.events.map((event) => ({ ...event, move: 'spawn 8' })) } : commit,
    );
    expect(() => proveChain(id, changed)).toThrow('commit 58 has another hash');
  });
});

describe('waiting', () => {
  test('ends as soon as there is something', async () => {
    const { id } = await newMatch(ada, bob);
    const begun = performance.now();
    const waiting = events(id, 'after=2&wait=20', bob);
    await sleep(100);
    await sendMoves(ada, id, 0, 'spawn 4');
    const { body } = await waiting;
    expect(body.commits.map(({ seq }) => seq)).toEqual([3]);
    expect(body.commits[0]?.events).toMatchObject([{ type: 'move.made', seat: 1, move: 'spawn 4' }]);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('does not begin where there is something already', async () => {
    const { id } = await newMatch(ada, bob);
    const begun = performance.now();
    expect((await events(id, 'after=1&wait=20')).body.commits).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('ends empty when its time is up', async () => {
    const { id } = await newMatch(ada, bob);
    const begun = performance.now();
    const answer = await events(id, 'after=2&wait=1');
    const took = performance.now() - begun;
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { commits: [], next: 2, more: false },
    });
    expect(took).toBeGreaterThan(900);
    expect(took).toBeLessThan(5000);
  });

  test.each(['26', '-1', '1.5', 'x', ''])('of %s seconds is refused', async (wait) => {
    const { id } = await newMatch(ada, bob);
    const { status, body } = await events(id, `wait=${wait}`);
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ in: 'query', pointer: '/wait' }] } });
  });

  test.each(['the client', 'the server'])('ends when %s goes', async (who) => {
    const { id } = await newMatch(ada, bob);
    const loaded = await api.deps.log.load(id as MatchId);
    if (loaded === null) throw new Error('no match');
    let looks = 0;
    const read: typeof api.deps.log.read = async (...asked) => {
      const found = await api.deps.log.read(...asked);
      looks += 1;
      return found;
    };
    const gone = new AbortController();
    const closing = new AbortController();
    const begun = performance.now();
    const source = matchSource({ ...api.deps, log: { ...api.deps.log, read } }, loaded.state, null);
    const waiting = waitForPage({ ...api.deps, closing: closing.signal }, source, {
      after: 2,
      limit: 10,
      waitMs: 20_000,
      gone: gone.signal,
    });
    // It has looked and found nothing, and waits.
    await vi.waitFor(() => expect(looks).toBe(1), { timeout: 5000 });
    await sleep(50);
    (who === 'the client' ? gone : closing).abort();
    expect((await waiting).messages).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(looks).toBe(2);
  });

  test('over HTTP a client that hangs up is waited for no longer', async () => {
    const { id } = await newMatch(ada, bob);
    const hung = new AbortController();
    api.lines.length = 0;
    const asked = fetch(`${api.url}/v1/matches/${id}/events?after=2&wait=25`, { signal: hung.signal }).catch(
      () => null,
    );
    await sleep(200);
    expect(api.lines).toEqual([]);
    hung.abort();
    await asked;
    // The line of log tells that the request has been dealt with.
    for (let n = 0; api.lines.length === 0 && n < 100; n += 1) await sleep(20);
    expect(api.lines).toMatchObject([{ message: 'request', path: `/v1/matches/${id}/events` }]);
  });
});
