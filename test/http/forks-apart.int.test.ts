/** Forks over HTTP: each is made once, by who may, and nothing of it is told or counted anywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { dynamoTalk } from '../../functions/store/talk.ts';
import { rebuild } from '../../functions/stream/rebuild.ts';
import { tellTalk } from '../../functions/stream/tell-talk.ts';
import { allItems } from '../stream/whole-table.ts';
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
  expect((await cyd.call('POST', `${at}/leave`)).body).toMatchObject({ code: 'match_started' });
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
  const later = new Date(Date.now() + 400 * 86_400_000);
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
    return items
      .filter((item) => ids.some((each) => JSON.stringify(item).includes(each)))
      .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`.replace(/\d{8}$/, '#'))
      .filter((key) => !/^(match#\w+ (commit##|progress)|traces#\w+ fork#\w+)$/.test(key));
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
    tellTalk: (match: MatchId) => tellTalk({ ...projection, talk, players: api.deps.players }, match),
    closeAccount: async () => undefined,
  };
  const again = { client, table, work, now: () => new Date(), say: () => undefined };
  // Entries that should not be there are taken out.
  await projection.turns.put(Dot.id as never, openTurn(one?.id as MatchId), 2);
  const { failed, removed, told: toldAgain } = await rebuild(again);
  expect([failed.size, removed, toldAgain]).toEqual([0, 1, 0]);
  expect(await Dot.call('GET', '/v1/me/turns')).toMatchObject({ body: { turns: [] } });
});

function openTurn(match: MatchId) {
  return { match, game: 'aquaignis', seat: 1, turn: 2, since: new Date().toISOString(), deadline: null };
}
