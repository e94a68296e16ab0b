/** Forks over HTTP: each is made once, by who may, and nothing of it is told or counted anywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { dynamoTalk } from '../../functions/store/talk.ts';
import { rebuild } from '../../functions/stream/rebuild.ts';
import { tellTalk } from '../../functions/stream/tell-talk.ts';
import { allItems, dropItems, type Item } from '../stream/whole-table.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';
import { projectionOn } from '../support/derived.ts';
import { forkOf, goOn, playedOut, tryFork } from './fork-kit.ts';

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

async function begun(more: Record<string, unknown> = {}, moves = 3): Promise<string> {
  const { id } = await newMatch(ada, bob, more);
  await goOn([ada, bob], id, moves);
  return id;
}

const keyed = (key: string) => ({ 'Idempotency-Key': key });

describe('with an Idempotency-Key', () => {
  test('a fork is made once, however often it is asked for, also when the match and the fork have gone on', async () => {
    const id = await begun();
    const asked = await Promise.all(Array.from({ length: 20 }, () => tryFork(cyd, id, {}, keyed('twenty'))));
    expect(new Set(asked.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const [{ body: fork } = asked[0] as never] = asked;
    expect(fork).toMatchObject({ fork: { match: id, ply: 3 }, ply: 0, head: { seq: 1 } });
    await goOn([cyd], fork.id, 2);
    await goOn([ada, bob], id, 2);
    await ada.call('POST', `/v1/matches/${id}/resign`);
    expect((await tryFork(cyd, id, {}, keyed('twenty'))).text).toBe(asked[0]?.text);
    expect((await tryFork(cyd, id, { ply: 3 }, keyed('twenty'))).text).toBe(asked[0]?.text);
    // Without a key, and by others under the same key, each is one of its own.
    const others = [
      await tryFork(cyd, id, {}),
      await tryFork(cyd, id, {}),
      await tryFork(ada, id, {}, keyed('twenty')),
    ];
    expect(new Set([fork.id, ...others.map(({ body }) => body.id)]).size).toBe(4);
  });

  test('another request under it is refused, of forks and of matches', async () => {
    const [id, other] = [await begun(), await begun()];
    expect((await tryFork(cyd, id, { ply: 1 }, keyed('used'))).status).toBe(201);
    const wish = { game: 'aquaignis', visibility: 'private', clock: { kind: 'none' }, vacation: false };
    for (const answer of [
      await tryFork(cyd, id, { ply: 2 }, keyed('used')),
      await tryFork(cyd, other, { ply: 1 }, keyed('used')),
      await cyd.call('POST', '/v1/matches', wish, keyed('used')),
    ]) {
      expect(answer.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    }
    expect((await cyd.call('POST', '/v1/matches', wish, keyed('made'))).status).toBe(201);
    expect((await tryFork(cyd, id, {}, keyed('made'))).body).toMatchObject({ code: 'idempotency_key_reused' });
  });
});

test('who may not, and what cannot be forked', async () => {
  const secret = await begun({ visibility: 'private', invited: [bob.id] });
  const open = (await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' })).body.id;
  expect((await tryFork(cyd, secret)).body).toMatchObject({ status: 404, code: 'not_found' });
  expect((await tryFork(bob, secret)).status).toBe(201);
  expect((await tryFork(nobody(api.send), open)).body).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect((await tryFork(cyd, open)).body).toMatchObject({ status: 409, code: 'match_not_started' });
  await ada.call('POST', `/v1/matches/${open}/leave`);
  expect((await tryFork(cyd, open)).body).toMatchObject({ status: 409, code: 'match_not_started' });
  const id = await begun();
  expect((await tryFork(cyd, id, { ply: 4 })).body).toMatchObject({
    ...{ status: 422, code: 'invalid' },
    errors: [{ in: 'body', pointer: '/ply', detail: 'The match stands at ply 3.' }],
  });
  for (const ply of [-1, 1.5, '1', null]) expect((await tryFork(cyd, id, { ply })).status).toBe(422);

  const wish = { name: 'Bot', scopes: ['matches:read', 'matches:play'], match: id };
  const { token } = (await ada.call<{ token: string }>('POST', '/v1/me/tokens', wish)).body;
  const bound = clientOf(api.send, ada.id, token);
  expect((await tryFork(bound, id)).body).toMatchObject({ status: 403, code: 'insufficient_scope' });
});

test('there is nothing in a fork but moves', async () => {
  const fork = await forkOf(cyd, await begun());
  const at = `/v1/matches/${fork.id}`;
  for (const [path, body] of [
    [`${at}/resign`, undefined],
    [`${at}/leave`, undefined],
    [`${at}/talk`, { text: 'Hm.', to: 'all' }],
    ['/v1/webhooks', { url: 'https://bot.example/', match: fork.id }],
  ] as const) {
    expect((await cyd.call('POST', path, body)).body, path).toMatchObject({ status: 409, code: 'is_fork' });
  }
  for (const kind of ['draw', 'abort', 'takeback', 'pause', 'resume', 'rematch']) {
    const more = { ...(kind === 'pause' && { for: 'P1D' }), ...(kind === 'takeback' && { toPly: 0 }) };
    const { body } = await cyd.call('POST', `${at}/offers`, { kind, ...more });
    expect(body, kind).toMatchObject({ status: 409, code: 'offer_unavailable' });
  }
  expect((await bob.call('POST', `${at}/join`)).status).toBe(404);
  expect((await cyd.call<MatchBody>('GET', at)).body.head).toEqual(fork.head);
});

test('it never runs out of time, not of the game’s own either', async () => {
  const wish = { game: 'astromagie', options: { timeLimit: 'PT1H' }, clock: { kind: 'per-turn', time: 'PT1M' } };
  const { id } = (await ada.call<MatchBody>('POST', '/v1/matches', wish)).body;
  await bob.call('POST', `/v1/matches/${id}/join`);
  await goOn([ada, bob], id, 2);
  await bob.call('POST', `/v1/matches/${id}/resign`);
  const fork = await forkOf(ada, id);
  const later = new Date(Date.now() + 89 * 86_400_000);
  const then = clientOf(api.appWith({ now: () => later, receivedAt: () => later }), ada.id, ada.token);
  const on = await goOn([then], fork.id, 2);
  expect(on).toMatchObject({ status: 'active', ply: 2 });
});

test('in all that is derived there is nothing of it, nor when that is made anew', async () => {
  const Dot = await newPlayer(api.send, 'Dot');
  const id = await begun({ visibility: 'public' });
  const forks = [await forkOf(Dot, id, 1), await forkOf(Dot, id), await forkOf(ada, id, 2)];
  const [one, two] = forks;
  await goOn([Dot], one?.id ?? '', 5, 3);
  const over = await playedOut(Dot, two?.id ?? '');
  await api.background.idle();
  const told = async () => {
    const items = await allItems(api.database);
    const ids = forks.map((each) => each.id);
    return (
      items
        .filter((item) => ids.some((each) => JSON.stringify(item).includes(each)))
        .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`.replace(/\d{8}$/, '#'))
        .filter((key) => !/^(match#\w+ (commit##|progress)|traces#\w+ fork#\w+)$/.test(key))
        // Their own players find them.
        .filter((key) => !key.startsWith(`list#forks#${Dot.id} `) && !key.startsWith(`list#forks#${ada.id} `))
    );
  };
  expect(await told()).toEqual([]);
  for (const [who, path] of [
    [Dot, '/v1/matches?mine=true'],
    [Dot, '/v1/matches'],
    [Dot, '/v1/me/turns'],
    [Dot, '/v1/me/events'],
    [ada, '/v1/matches?mine=true'],
    [ada, '/v1/me/turns'],
    [ada, '/v1/me/events?limit=100'],
  ] as const) {
    const { text } = await who.call('GET', path);
    for (const fork of forks) expect(text, path).not.toContain(fork.id);
  }
  expect((await Dot.call('GET', `/v1/players/${Dot.id}`)).body).toMatchObject({ results: [] });
  expect(over.status).toBe('finished');

  const { client, table } = api.database;
  const projection = projectionOn(api.database);
  const talk = dynamoTalk(client, table);
  const work = {
    ...{ projection, setAside: dynamoSetAside(client, table, () => new Date()) },
    deliver: async () => undefined,
    grantLeave: async () => undefined,
    tellTalk: (match: MatchId) =>
      tellTalk({ ...projection, talk, players: api.deps.players, blocks: api.deps.blocks }, match),
    playPlans: async () => undefined,
    closeAccount: async () => undefined,
  };
  const again = { client, table, work, now: () => new Date(), say: () => undefined };
  // Entries that should not be there are taken out, and those that are missing are put in.
  const mine = async () => (await forksOf(Dot)).map(({ id, head }) => [id, head.seq]);
  const listed = await mine();
  expect(listed).toHaveLength(2);
  await dropItems(api.database, await itemsOf(`list#forks#${Dot.id}`));
  expect(await mine()).toEqual([]);
  await projection.turns.put(Dot.id as never, openTurn(one?.id as MatchId), 2);
  const { failed, removed, told: toldAgain } = await rebuild(again);
  expect([failed.size, removed, toldAgain]).toEqual([0, 1, 0]);
  expect(await Dot.call('GET', '/v1/me/turns')).toMatchObject({ body: { turns: [] } });
  expect(await mine()).toEqual(listed);
});

describe('their own player', () => {
  test('finds them again, newest first and in pages, and nobody else does', async () => {
    const eve = await newPlayer(api.send, 'Eve');
    const [id, other] = [await begun({ visibility: 'public' }), await begun()];
    const forks = [await forkOf(eve, id, 1), await forkOf(eve, other), await forkOf(eve, id)];
    await goOn([eve], forks[0]?.id ?? '', 2);
    await api.background.idle();
    const newest = forks.map((fork) => fork.id).reverse();
    const all = await forksOf(eve);
    expect(all.map((fork) => fork.id)).toEqual(newest);
    expect(all[2]).toMatchObject({ fork: { match: id, ply: 1 }, ply: 2, visibility: 'private', status: 'active' });
    const first = await eve.call<Page>('GET', '/v1/matches?forks=true&limit=2');
    expect(first.headers.get('Link')).toContain('forks=true');
    const rest = await eve.call<Page>('GET', `/v1/matches?forks=true&limit=2&cursor=${first.body.next}`);
    expect([...first.body.matches, ...rest.body.matches].map((fork) => fork.id)).toEqual(newest);
    expect((await forksOf(bob)).filter((fork) => newest.includes(fork.id))).toEqual([]);
    const asNobody = await nobody(api.send).call('GET', '/v1/matches?forks=true');
    expect(asNobody.body).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('has them for ninety days; then they are gone, also while the database still drops one commit after the other', async () => {
    const fay = await newPlayer(api.send, 'Fay');
    const id = await begun();
    const [fork, dropped] = [await forkOf(fay, id, 1), await forkOf(fay, id, 2)];
    await goOn([fay], fork.id, 12);
    await goOn([fay], dropped.id, 12);
    await api.background.idle();
    const until = Date.parse(fork.fork?.until ?? '');
    expect(until).toBe(Date.parse(String(fork.createdAt)) + 90 * 86_400_000);
    const at = (ms: number) => {
      const send = api.appWith({ now: () => new Date(ms), receivedAt: () => new Date(ms) });
      return clientOf(send, fay.id, fay.token);
    };
    const there = async (player: Client) =>
      Promise.all([`/v1/matches/${fork.id}`, `/v1/matches/${fork.id}/record`].map((path) => player.call('GET', path)));
    expect((await there(at(until - 1))).map(({ status }) => status)).toEqual([200, 200]);
    expect((await there(at(until))).map(({ body }) => body.code)).toEqual(['not_found', 'not_found']);
    expect((await tryFork(at(until), fork.id)).status).toBe(404);
    expect((await forksOf(at(until - 1))).map((each) => each.id)).toContain(fork.id);
    expect(await forksOf(at(until + 60_000))).toEqual([]);

    const commits = (await itemsOf(`match#${dropped.id}`)).filter(({ sk }) => sk?.S?.startsWith('commit#'));
    for (const { expires } of commits) {
      expect(Number(expires?.N)).toBe(Math.ceil(Date.parse(dropped.fork?.until ?? '') / 1000));
    }
    // The newest but one, then the one that loading begins with.
    for (const seq of [commits.length - 1, 10, commits.length]) {
      await dropItems(api.database, commits.slice(seq - 1, seq));
      expect((await at(until + 60_000).call('GET', `/v1/matches/${dropped.id}`)).body).toMatchObject({ status: 404 });
    }
  });
});

interface Page {
  readonly matches: readonly (MatchBody & { readonly fork: unknown })[];
  readonly next: string | null;
}

async function forksOf(player: Client): Promise<Page['matches']> {
  return (await player.call<Page>('GET', '/v1/matches?forks=true')).body.matches;
}

async function itemsOf(pk: string): Promise<readonly Item[]> {
  return (await allItems(api.database))
    .filter((item) => item.pk?.S === pk)
    .sort((a, b) => ((a.sk?.S ?? '') < (b.sk?.S ?? '') ? -1 : 1));
}

function openTurn(match: MatchId) {
  return { match, game: 'aquaignis', seat: 1, turn: 2, since: new Date().toISOString(), deadline: null };
}
