/** Blocking a player: no invitations, no seat in each other's open matches, no talk, from the answer on. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { startApi, type TestApi } from '../support/api.ts';
import {
  type Answer,
  type Client,
  type MatchBody,
  newMatch,
  newPlayer,
  nobody,
  type Send,
} from '../support/clients.ts';

let api: TestApi;
let send: Send;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi();
  send = api.appWith({});
});
beforeEach(async () => {
  [ada, bob, cyd] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob'), await newPlayer(send, 'Cyd')];
});
afterAll(() => api.end());

async function blocks(by: Client, player: Client): Promise<void> {
  expect((await by.call('PUT', `/v1/me/blocks/${player.id}`)).status).toBe(204);
}
async function unblocks(by: Client, player: Client): Promise<void> {
  expect((await by.call('DELETE', `/v1/me/blocks/${player.id}`)).status).toBe(204);
}
const codeOf = ({ status, body }: Answer) => (status < 300 ? status : `${status} ${body.code}`);

async function opened(by: Client, more: Record<string, unknown> = {}): Promise<string> {
  const made = await by.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 3, ...more });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}
const join = (who: Client, match: string) => who.call('POST', `/v1/matches/${match}/join`);

/** Whichever of the two has blocked the other, the same holds for both. */
const EITHER = [
  ['Ada has blocked Bob', () => blocks(ada, bob)],
  ['Bob has blocked Ada', () => blocks(bob, ada)],
] as const;

describe('the list', () => {
  interface Page {
    readonly blocks: readonly { readonly player: { id: string; name: string }; readonly at: string }[];
    readonly next: string | null;
  }
  const list = async (who: Client, query = '') => (await who.call<Page>('GET', `/v1/me/blocks${query}`)).body;

  test('tells whom one has blocked and since when, and nobody else of it', async () => {
    await blocks(ada, bob);
    const { blocks: listed, next } = await list(ada);
    expect(listed).toEqual([{ player: { id: bob.id, name: 'Bob' }, at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect(next).toBeNull();
    for (const other of [bob, cyd]) expect(await list(other)).toEqual({ blocks: [], next: null });
  });

  test('is the same when a block is made again, and empty when it is taken back, once or twice', async () => {
    await blocks(ada, bob);
    const first = await list(ada);
    await blocks(ada, bob);
    expect(await list(ada)).toEqual(first);
    for (let n = 0; n < 2; n += 1) await unblocks(ada, bob);
    await unblocks(ada, cyd);
    expect((await list(ada)).blocks).toEqual([]);
  });

  test('comes in pages, whose links lead to its end', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, (_, n) => newPlayer(send, `Player ${n}`)));
    for (const player of players) await blocks(ada, player);
    const found: string[] = [];
    let query: string | undefined = '?limit=2';
    for (let pages = 0; query !== undefined; pages += 1) {
      expect(pages).toBeLessThan(4);
      const answer: Answer<Page> = await ada.call<Page>('GET', `/v1/me/blocks${query}`);
      found.push(...answer.body.blocks.map(({ player }) => player.id));
      query = /^<(\?[^>]+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1];
      expect(query === undefined).toBe(answer.body.next === null);
    }
    expect(found).toEqual(players.map(({ id }) => id).sort());
  });

  test('knows no cursor that it did not give', async () => {
    for (const cursor of ['bm93aGVyZQ', '%00', Buffer.from(`${bob.id}x`).toString('base64url')]) {
      expect(codeOf(await ada.call('GET', `/v1/me/blocks?cursor=${cursor}`))).toBe('422 invalid');
    }
  });
});

test('nobody blocks themselves, or a player that there is not', async () => {
  const oneself = await ada.call('PUT', `/v1/me/blocks/${ada.id}`);
  expect(codeOf(oneself)).toBe('422 invalid');
  expect(oneself.body.errors).toEqual([{ in: 'path', pointer: '/player', detail: 'That is you.' }]);
  for (const id of ['p_0000000000000000', 'nonsense']) {
    expect(codeOf(await ada.call('PUT', `/v1/me/blocks/${id}`))).toBe('404 not_found');
  }
});

describe.each(EITHER)('a seat, when %s', (_, block) => {
  test('is not to be had in a match of the other, nor where the other has sat down; others join, and it starts', async () => {
    const [own, others] = [await opened(ada), await opened(cyd)];
    expect(codeOf(await join(ada, others))).toBe(200);
    await block();
    for (const match of [own, others]) {
      const refused = await join(bob, match);
      expect(codeOf(refused)).toBe('403 kept_apart');
      // Not by whom.
      expect(refused.body.detail).toBe('You and a player of this match are kept apart.');
    }
    const dee = await newPlayer(send, 'Dee');
    expect(codeOf(await join(dee, own))).toBe(200);
    expect(codeOf(await join(cyd, own))).toBe(200);
    expect(codeOf(await join(bob, own))).toBe('409 match_full');
  });

  test('is kept where both have one: before the start and after it', async () => {
    const waiting = await opened(ada);
    const begun = await newMatch(ada, bob);
    await join(bob, waiting);
    await block();
    expect(codeOf(await join(bob, waiting))).toBe(200);
    expect(codeOf(await join(cyd, waiting))).toBe(200);
    const moved = await ada.call('POST', `/v1/matches/${begun.id}/moves`, { ply: 0, moves: ['spawn 3'] });
    expect(moved.status).toBe(200);
    expect(codeOf(await bob.call('POST', `/v1/matches/${begun.id}/offers`, { kind: 'draw' }))).toBe(201);
  });

  test('is to be had again when the block is taken back, or the other has left', async () => {
    const [own, others] = [await opened(ada), await opened(cyd)];
    await join(ada, others);
    await block();
    await ada.call('POST', `/v1/matches/${others}/leave`);
    expect(codeOf(await join(bob, others))).toBe(200);
    for (const [by, player] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      await unblocks(by, player);
    }
    expect(codeOf(await join(bob, own))).toBe(200);
  });

  test('is not offered: nobody of the two is invited by the other; an invitation from before is of no use', async () => {
    const key = { 'Idempotency-Key': 'invite' };
    const wish = { game: 'aquaignis', visibility: 'private', invited: [bob.id] };
    const first = await ada.call<MatchBody>('POST', '/v1/matches', wish, key);
    expect(first.status).toBe(201);
    await block();
    for (const [by, invited] of [
      [ada, [cyd.id, bob.id]],
      [bob, [ada.id]],
    ] as const) {
      const refused = await by.call('POST', '/v1/matches', { ...wish, invited });
      expect(codeOf(refused)).toBe('403 kept_apart');
      expect(refused.body.detail).toBe('You and a player whom you invite are kept apart.');
    }
    expect(codeOf(await ada.call('POST', '/v1/matches', { ...wish, invited: [cyd.id, ada.id] }))).toBe(201);
    expect(codeOf(await join(bob, first.body.id))).toBe('403 kept_apart');
    // What was done before is answered as before.
    expect(await ada.call<MatchBody>('POST', '/v1/matches', wish, key)).toMatchObject({
      status: 201,
      body: { id: first.body.id },
    });
    expect(codeOf(await ada.call('POST', '/v1/matches', { ...wish, seat: 2 }, key))).toBe('422 idempotency_key_reused');
  });

  test('is not shown as free in the lists of open matches; others are, in full pages', async () => {
    const game = 'aquaignis';
    const dee = await newPlayer(send, 'Dee');
    const made: { id: string; by: Client }[] = [];
    for (const by of [cyd, ada, ada, dee, ada, cyd, ada, ada, ada, dee]) {
      made.unshift({
        id: (await by.call<MatchBody>('POST', '/v1/matches', { game, visibility: 'public' })).body.id,
        by,
      });
    }
    const begun = await newMatch(ada, cyd, { visibility: 'public' });
    await block();
    await api.background.idle();
    const mayShow = new Set(made.filter(({ by }) => by !== ada).map(({ id }) => id));
    const isHere = (id: string) => id === begun.id || made.some((each) => each.id === id);

    async function everyPage(who: Client, query: string, limit: number): Promise<string[]> {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path: string = `/v1/matches?limit=${limit}${query}${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const { body } = await who.call<{ matches: MatchBody[]; next: string | null }>('GET', path);
        if (body.next !== null) expect(body.matches).toHaveLength(limit);
        found.push(...body.matches.map(({ id }) => id).filter(isHere));
        cursor = body.next;
      }
      return found;
    }

    for (const limit of [1, 2, 3, 100]) {
      const open = await everyPage(bob, '&status=open', limit);
      expect([...open].sort(), `${limit} a page`).toEqual([...mayShow].sort());
      const all = await everyPage(bob, '', limit);
      expect([...all].sort()).toEqual([...mayShow, begun.id].sort());
    }
    for (const other of [cyd, ada, nobody(send)]) {
      expect((await everyPage(other, '&status=open', 100)).sort()).toEqual(made.map(({ id }) => id).sort());
    }
  });
});

describe('at once', () => {
  const ROUNDS = 12;

  test('with a join, the seat is had or not; after the answer to the block, never', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [eve, fay] = [await newPlayer(send, 'Eve'), await newPlayer(send, 'Fay')];
      const match = await opened(eve, { seats: 5 });
      const [early, late] = await Promise.all([
        join(fay, match),
        blocks(round % 2 === 0 ? eve : fay, round % 2 === 0 ? fay : eve).then(() => join(fay, match)),
      ]);
      for (const answer of [early, late]) expect([200, '403 kept_apart']).toContain(codeOf(answer));
      // Who got the seat before keeps it, and then the request that came later is the same one again.
      if (late.status === 200) expect(early.status).toBe(200);
      const { body } = await eve.call<MatchBody>('GET', `/v1/matches/${match}`);
      expect(body.seats.some(({ player }) => player?.id === fay.id)).toBe(early.status === 200);
      expect(codeOf(await join(fay, await opened(eve)))).toBe('403 kept_apart');
    }
  });

  test('two who are kept apart sit down: one of them has the seat', async () => {
    await blocks(ada, bob);
    for (let round = 0; round < ROUNDS; round += 1) {
      const match = await opened(cyd, { seats: 5 });
      const answers = await Promise.all([join(ada, match), join(bob, match)]);
      expect(answers.map(codeOf).sort()).toEqual([200, '403 kept_apart']);
    }
  });
});

describe('talk', () => {
  interface Talk {
    readonly messages: readonly { readonly text: string; readonly number: number }[];
  }
  const say = (who: Client, match: string, text: string, to = 'seats') =>
    who.call('POST', `/v1/matches/${match}/talk`, { text, to });
  const heard = async (who: Client, match: string) =>
    (await who.call<Talk>('GET', `/v1/matches/${match}/talk`)).body.messages.map(({ text }) => text);

  async function toldOf(who: Client, match: string): Promise<readonly number[]> {
    await api.background.idle();
    const { entries } = await api.deps.feeds.read(who.id as PlayerId, 0, 1000);
    return entries.flatMap((entry) => (entry.type === 'talk.said' && entry.match === match ? [entry.talk] : []));
  }

  async function threeSeated(): Promise<string> {
    const match = await opened(ada);
    for (const who of [bob, cyd]) await join(who, match);
    return match;
  }

  test.each(EITHER)(
    'of the other is neither read nor told, when %s; third parties and oneself hear all',
    async (_, block) => {
      const match = await threeSeated();
      await say(ada, match, 'before, by Ada');
      await api.background.idle();
      await block();
      for (const to of ['seats', 'all']) {
        expect(codeOf(await say(ada, match, `by Ada to ${to}`, to))).toBe(201);
        expect(codeOf(await say(bob, match, `by Bob to ${to}`, to))).toBe(201);
      }
      await say(cyd, match, 'by Cyd');
      const all = ['before, by Ada', 'by Ada to seats', 'by Bob to seats', 'by Ada to all', 'by Bob to all', 'by Cyd'];
      expect(await heard(ada, match)).toEqual(all.filter((text) => !text.includes('by Bob')));
      expect(await heard(bob, match)).toEqual(all.filter((text) => !text.includes('by Ada')));
      expect(await heard(cyd, match)).toEqual(all);
      // What is said to all readers is there for whoever comes without a name.
      expect(await heard(nobody(send), match)).toEqual(['by Ada to all', 'by Bob to all']);
      expect(await toldOf(ada, match)).toEqual([1, 2, 4, 6]);
      expect(await toldOf(bob, match)).toEqual([1, 3, 5, 6]);
      expect(await toldOf(cyd, match)).toEqual([1, 2, 3, 4, 5, 6]);
    },
  );

  test('is read again when the block is taken back, and told of from then on', async () => {
    const match = await threeSeated();
    await blocks(ada, bob);
    await say(bob, match, 'during');
    await api.background.idle();
    await unblocks(ada, bob);
    await say(bob, match, 'after');
    expect(await heard(ada, match)).toEqual(['during', 'after']);
    expect(await toldOf(ada, match)).toEqual([2]);
  });

  test('of pages, one with nothing to hear still leads on', async () => {
    const match = await threeSeated();
    await blocks(bob, ada);
    for (let n = 0; n < 5; n += 1) await say(ada, match, `by Ada ${n}`, 'all');
    await say(cyd, match, 'by Cyd', 'all');
    const { body } = await bob.call<Talk & { next: number; more: boolean }>('GET', `/v1/matches/${match}/talk?limit=1`);
    expect(body).toMatchObject({ messages: [{ number: 6, text: 'by Cyd' }], next: 6, more: false });
  });
});
