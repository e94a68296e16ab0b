/** Forks over HTTP: what one begins with, in every game, and that one player plays all of it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';
import { forkOf, goOn, playedOut, proofOf, read, tryFork } from './fork-kit.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
  cyd = await newPlayer(api.send, 'Cyd');
});
afterAll(() => api.end());

const play = (as: Client, match: string, ply: number, moves: readonly string[], query = '') =>
  as.call<MatchBody>('POST', `/v1/matches/${match}/moves${query}`, { ply, moves });

/** Aquaignis, with a whole turn in one commit. */
async function begun(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await newMatch(ada, bob, more);
  await play(ada, id, 0, ['spawn 4']);
  await play(bob, id, 1, ['spawn 2', 'charge 2']);
  await play(ada, id, 3, ['charge 4']);
  return id;
}

describe('Aquaignis', () => {
  test('anybody who may read a match forks it at any ply, within a batch too, and plays all seats', async () => {
    const id = await begun({ entropy: 'rain' });
    const before = await read(cyd, id);
    for (const ply of [0, 1, 2, 3, 4]) {
      const fork = await forkOf(cyd, id, ply);
      const then = await read(cyd, id, `?ply=${ply}`);
      expect(fork).toMatchObject({ fork: { match: id, ply }, ply: 0, status: 'active', visibility: 'private' });
      expect([fork.position, fork.view, fork.toMove]).toEqual([then.position, then.view, then.toMove]);
      expect(fork.seats.map(({ player }) => player?.name)).toEqual(['Cyd', 'Cyd']);
    }
    const fork = await forkOf(cyd, id, 2);
    expect(fork.clock).toMatchObject({ kind: 'none', deadline: null });
    expect(fork.chance.commitment).not.toBe(before.chance.commitment);
    expect(fork.chance.entropies).toEqual(['', '']);
    // Seat 2 has an action left; then it is seat 1's turn.
    const dry = await play(cyd, fork.id, 0, ['spawn 3'], '?dry-run=true');
    expect(dry.body).toMatchObject({ ply: 1, toMove: [1] });
    const one = await play(cyd, fork.id, 0, ['spawn 3']);
    expect(one.body).toMatchObject({ ply: 1, toMove: [1], fork: { match: id, ply: 2 } });
    expect((await play(cyd, fork.id, 1, ['spawn 6', 'spawn 5'])).body).toMatchObject({ ply: 3, toMove: [2] });
    expect((await play(cyd, fork.id, 0, ['spawn 3'])).text).toBe(one.text);
    expect((await play(cyd, fork.id, 0, ['spawn 4'])).body).toMatchObject({ code: 'stale_ply', ply: 3 });
    expect((await play(cyd, fork.id, 3, ['jump 1 7'])).body).toMatchObject({ status: 422 });
    expect(await read(cyd, fork.id, '?ply=1')).toMatchObject({ position: one.body.position });
    expect((await read(cyd, id)).head).toEqual(before.head);
    const { findings } = await proofOf(cyd, fork.id);
    expect(findings).toContainEqual({
      ...{ about: 'moves', proved: 'partly' },
      text: expect.stringContaining(`taken from ${id} after ply 2`),
    });
  });

  test('a fork is its maker’s alone, and can be forked itself', async () => {
    const id = await begun();
    const fork = await forkOf(ada, id);
    expect(fork.fork).toEqual({ match: id, ply: 4, until: expect.any(String) });
    for (const who of [bob, cyd, nobody(api.send)]) {
      for (const path of ['', '/legal-moves', '/events', '/record', '/board.txt', '/clock']) {
        expect((await who.call('GET', `/v1/matches/${fork.id}${path}`)).status).toBe(404);
      }
    }
    const [board, origin] = await Promise.all(
      [fork.id, id].map(async (each) => (await ada.call('GET', `/v1/matches/${each}/board.txt`)).text),
    );
    expect(board).toBe(`A fork of ${id}, from ply 4 on\n\n${origin}`);
    expect((await play(bob, fork.id, 0, ['spawn 4'])).status).toBe(404);
    expect((await tryFork(bob, fork.id)).status).toBe(404);
    await goOn([ada], fork.id, 3, 2);
    const again = await forkOf(ada, fork.id, 0);
    expect(again).toMatchObject({ fork: { match: fork.id, ply: 0 }, position: fork.position });
    const later = await forkOf(ada, fork.id);
    expect(later).toMatchObject({ fork: { match: fork.id, ply: 3 }, position: (await read(ada, fork.id)).position });
    await proofOf(ada, later.id);
  });

  test('moves that were taken back can be gone on with, and so can what came after', async () => {
    const id = await begun();
    const made = await ada.call<MatchBody>('POST', `/v1/matches/${id}/offers`, { kind: 'takeback', toPly: 1 });
    await bob.call('POST', `/v1/matches/${id}/offers/${made.body.head.seq}/accept`);
    await play(bob, id, 5, ['spawn 7']);
    for (const ply of [3, 4, 5, 6]) {
      const fork = await forkOf(ada, id, ply);
      expect(fork.position).toBe((await read(ada, id, `?ply=${ply}`)).position);
      await goOn([ada], fork.id, 2);
      await proofOf(ada, fork.id);
    }
    expect((await forkOf(ada, id, 5)).position).toBe((await forkOf(ada, id, 1)).position);
  });

  test('a match that was given up goes on in a fork; one that the rules ended does from before that', async () => {
    const { id } = await newMatch(ada, bob);
    await ada.call('POST', `/v1/matches/${id}/resign`);
    const early = await forkOf(ada, id);
    expect(early).toMatchObject({ status: 'active', toMove: [1], outcome: null, seats: [{ status: 'playing' }, {}] });
    const later = await begun();
    await bob.call('POST', `/v1/matches/${later}/resign`);
    await bob.call('POST', `/v1/matches/${later}/offers`, { kind: 'rematch' });
    const fork = await forkOf(bob, later);
    expect(fork).toMatchObject({ status: 'active', toMove: [1], fork: { ply: 4 } });

    const over = await playedOut(bob, fork.id);
    expect(over).toMatchObject({ status: 'finished', toMove: [] });
    const seed = over.chance.seed ?? '';
    expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(fork.chance.commitment);
    expect((await tryFork(bob, fork.id)).body).toMatchObject({ status: 409, code: 'match_over' });
    const { findings } = await proofOf(bob, fork.id);
    expect(findings.find(({ about }) => about === 'chance')).toMatchObject({ proved: 'yes' });
    const before = await forkOf(bob, fork.id, over.ply - 1);
    expect(before.position).toBe((await read(bob, fork.id, `?ply=${over.ply - 1}`)).position);
  });
});

describe('Abiegnus', () => {
  test('the dice of a fork are its own', async () => {
    const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'abiegnus' });
    const { id } = made.body;
    await bob.call('POST', `/v1/matches/${id}/join`);
    await goOn([ada, bob], id, 4);
    const forks = await Promise.all([forkOf(bob, id, 2), forkOf(bob, id, 2), forkOf(cyd, id, 2)]);
    const then = await read(bob, id, '?ply=2');
    const rolls = new Set<string>();
    for (const [n, fork] of forks.entries()) {
      const owner = n < 2 ? bob : cyd;
      // What was rolled already stays.
      expect(fork.view).toEqual(then.view);
      await goOn([owner], fork.id, 60, 7);
      rolls.add(await rollsOf(owner, fork.id));
      await proofOf(owner, fork.id);
    }
    expect([...rolls].join('').length).toBeGreaterThan(6);
    // Though everybody chose alike.
    expect(rolls.size).toBeGreaterThan(1);
    expect(new Set([then, ...forks].map(({ chance }) => chance.commitment)).size).toBe(4);

    async function rollsOf(owner: Client, match: string) {
      const { text } = await owner.call('GET', `/v1/matches/${match}/events`);
      return [...text.matchAll(/"type":"rolled"[^}]*"roll":"(.)"/g)].map(([, face]) => face).join('');
    }
  });

  test('two seats, the die’s turns passed over', async () => {
    const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'abiegnus' });
    await bob.call('POST', `/v1/matches/${made.body.id}/join`);
    await goOn([ada, bob], made.body.id, 5, 3);
    for (const ply of [0, 3, 5]) {
      const fork = await forkOf(bob, made.body.id, ply);
      expect(fork.view).toEqual((await read(bob, made.body.id, `?ply=${ply}`)).view);
      await goOn([bob], fork.id, 6, 5);
      await proofOf(bob, fork.id);
    }
  });

  test('another’s question stays theirs', async () => {
    const options = { mode: 'divination', ptah: 'c3', question: 'Will the old lighthouse be sold?' };
    const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'abiegnus', options });
    await goOn([ada], made.body.id, 3);
    for (const who of [ada, bob]) {
      const fork = await forkOf(who, made.body.id);
      expect(fork.options).toEqual({ mode: 'divination', ptah: 'c3', palette: 'new-aeon' });
      await goOn([who], fork.id, 2);
      for (const path of ['', '/events', '/record']) {
        expect((await who.call('GET', `/v1/matches/${fork.id}${path}`)).text).not.toContain('lighthouse');
      }
      await proofOf(who, fork.id);
    }
  });
});

describe('Astromagie', () => {
  async function threeHands(): Promise<string> {
    const wish = { game: 'astromagie', seats: 3, options: { deals: 2, timeLimit: 'PT1H' } };
    const { id } = (await ada.call<MatchBody>('POST', '/v1/matches', wish)).body;
    for (const who of [bob, cyd]) await who.call('POST', `/v1/matches/${id}/join`);
    return id;
  }

  test('hands that are hidden are not forked by anybody, not even one’s own', async () => {
    const id = await threeHands();
    await goOn([ada, bob, cyd], id, 4, 3);
    for (const who of [ada, bob, await newPlayer(api.send, 'Dot')]) {
      for (const body of [undefined, { ply: 0 }, { ply: 99 }]) {
        expect((await tryFork(who, id, body)).body).toMatchObject({ status: 409, code: 'match_not_over' });
      }
    }
  });

  test('once the match is over its fork shows each seat’s hand in turn, and what is dealt anew is hidden', async () => {
    const id = await threeHands();
    await goOn([ada, bob, cyd], id, 7, 3);
    for (const who of [bob, cyd]) await who.call('POST', `/v1/matches/${id}/resign`);
    const fork = await forkOf(bob, id);
    // Right after the ply, so everybody is still there.
    expect(fork).toMatchObject({
      fork: { match: id, ply: 7 },
      status: 'active',
      seats: Array(3).fill({ status: 'playing' }),
    });
    expect(fork.chance).not.toHaveProperty('seed');
    const seen = new Set<number>();
    for (let n = 0; n < 3; n += 1) {
      const now = await read(bob, fork.id);
      const [seat = 0] = now.toMove;
      const hands = now.view.hands as readonly unknown[];
      expect(hands.flatMap((hand, i) => (hand === null ? [] : [i + 1]))).toEqual([seat]);
      seen.add(seat);
      await goOn([bob], fork.id, 1, 3);
    }
    expect(seen).toEqual(new Set([1, 2, 3]));
    await proofOf(bob, fork.id);
    // The second deal is of the fork's own chance.
    const over = await goOn([bob], fork.id, 1000, 5);
    expect(over.status).toBe('finished');
    const { findings } = await proofOf(bob, fork.id);
    expect(findings.find(({ about }) => about === 'chance')?.text).toMatch(/all \d+ numbers drawn follow from it/);
  });
});
