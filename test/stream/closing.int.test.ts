/** An account that is closed leaves nothing personal, keeps nobody waiting, and breaks no log. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import { compactRecord, fullRecord } from '../../domain/match/record.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { readWholeLog } from '../../functions/play/whole-log.ts';
import { accountTopic, talkTopic } from '../../functions/store/topic.ts';
import { bringUpToDate } from '../../functions/stream/handle.ts';
import { rebuild } from '../../functions/stream/rebuild.ts';
import type { MatchBody } from '../support/clients.ts';
import { nobody } from '../support/clients.ts';
import { type Estate, estateIn, found, newWorld, textOf, type World } from './closing-kit.ts';

let world: World;
let estate: Estate;
let before: readonly string[];
let ratingOfBob: unknown;
/** Deliveries to her webhook, and lanes. */
let delivered: number;
/** The heads of logs that nothing is to be added to. */
let heads: Readonly<Record<string, unknown>>;

const DELETED = 'deleted player';

beforeAll(async () => {
  world = await newWorld();
  estate = await estateIn(world);
  before = await found(world);
  delivered = (await world.items()).filter(({ pk }) => pk?.S?.startsWith('webhook#')).length;
  heads = { over: (await read(estate.over)).head.seq, left: (await read(estate.left)).head };
  expect((await estate.eve.call('DELETE', '/v1/me')).status).toBe(204);
  await world.settle();
  ratingOfBob = await standingOf(estate.bob.id);
});
afterAll(() => world.end());

const read = async (match: string) => (await estate.bob.call<MatchBody>('GET', `/v1/matches/${match}`)).body;
const logOf = () => world.work().projection.log;
const load = async (match: string) => {
  const loaded = await logOf().load(match as MatchId);
  if (loaded === null) throw new Error(`no match ${match}`);
  return loaded.state;
};

async function standingOf(player: string): Promise<unknown> {
  const { body } = await estate.bob.call<{ players: { player: { id: string } }[] }>(
    'GET',
    '/v1/games/aquaignis/leaderboard',
  );
  return body.players.find((each) => each.player.id === player);
}

test('every text of the player was there, and is nowhere any more', async () => {
  const kinds = new Set(before.map((key) => key.replace(/#\S+/, '').replace(/(\d{8}| [mtw]_\w+)$/, '')));
  expect([...kinds].sort()).toEqual([
    'match commit#',
    'notes',
    'player profile',
    'talk message#',
    'tokens',
    'webhooks',
  ]);
  // The question stood in the first commit and in a snapshot after it.
  expect(before.filter((key) => key.startsWith(`match#${estate.asked} `)).length).toBeGreaterThan(1);
  expect(await found(world)).toEqual([]);
  expect(await found(world, 'chatham')).toEqual([]);
});

test('what is left of the account is where it played, and a mark', async () => {
  const { eve } = estate;
  const own = (await world.items()).filter(({ pk }) => pk?.S?.includes(eve.id));
  const kinds = new Set(own.map(({ pk, sk }) => `${pk?.S?.split('#')[0]} ${sk?.S?.split(/[#_]/)[0]}`));
  expect([...kinds].sort()).toEqual([
    'feed entry',
    'feed start',
    'invited 2030-05-10T12:00:00.000Z',
    'list 2030-05-10T12:00:00.000Z',
    'player profile',
    'rating after',
    'rating standing',
    'traces fork',
    'traces talk',
    'turns m',
    'webhooks w',
  ]);
  expect(own.find(({ sk }) => sk?.S === 'profile')).toEqual({
    pk: { S: `player#${eve.id}` },
    sk: { S: 'profile' },
    createdAt: { S: '2030-05-10T12:00:00.000Z' },
    closedAt: { S: '2030-05-10T12:00:00.000Z' },
  });
  const feed = own.filter(({ pk, sk }) => pk?.S === `feed#${eve.id}` && sk?.S !== 'start');
  expect(feed.length).toBeGreaterThan(10);
  expect(feed.filter(({ notices, closed }) => notices !== undefined || closed?.BOOL !== true)).toEqual([]);
  // All but the last go.
  expect(feed.filter(({ expires }) => expires === undefined)).toHaveLength(1);
  const hooks = own.filter(({ pk }) => pk?.S === `webhooks#${eve.id}`).map(({ sk }) => `webhook#${sk?.S}`);
  expect(delivered).toBeGreaterThan(10);
  expect((await world.items()).filter(({ pk }) => hooks.includes(pk?.S ?? ''))).toEqual([]);
  for (const kind of ['webhooks', 'turns', 'invited']) {
    for (const mark of own.filter(({ pk }) => pk?.S === `${kind}#${eve.id}`)) {
      expect(mark).toMatchObject({ gone: { BOOL: true }, expires: { N: expect.any(String) } });
    }
  }
});

test('what ran is resigned, what had not begun is left, and nobody waits for the player', async () => {
  for (const match of [estate.running, estate.rated]) {
    const body = await read(match);
    expect(body).toMatchObject({ status: 'finished', outcome: { reason: 'resignation' }, toMove: [] });
    expect(body.seats.map(({ player }) => player?.name).sort()).toEqual(['Bob', DELETED]);
  }
  expect(await load(estate.asked)).toMatchObject({ status: 'finished', seats: [{ status: 'resigned' }] });
  expect(await read(estate.three)).toMatchObject({ status: 'active' });
  expect((await read(estate.three)).seats[1]).toMatchObject({ status: 'resigned', player: { name: DELETED } });
  expect(await read(estate.made)).toMatchObject({ status: 'cancelled' });
  expect((await read(estate.joined)).seats[1]).toMatchObject({ player: null, status: 'empty' });
  expect((await read(estate.left)).head).toEqual(heads.left);
  expect(await read(estate.over)).toMatchObject({ offers: [], rematch: null });
  expect((await read(estate.over)).head.seq).toBe(Number(heads.over) + 1);
});

test('invitations are declined, plans end, and nobody is blocked any more', async () => {
  const { cyd, dan, eve, invited, running } = estate;
  const items = await world.items();
  expect((await cyd.call<MatchBody>('GET', `/v1/matches/${invited}`)).body).toMatchObject({ invitations: [] });
  expect(items.filter(({ pk }) => pk?.S === `plan#${running}`)).toEqual([]);
  expect(items.filter((item) => item.pk?.S?.startsWith('blocks#') && textOf(item).includes(eve.id))).toEqual([]);
  expect(items.filter(({ pk }) => pk?.S === `blocks#${dan.id}`)).toEqual([]);
});

test('leave that was granted is not cut: no clock but that of the player’s resignation is touched', async () => {
  const commits = await logOf().read(estate.running as MatchId, 0, 1000);
  const kinds = commits.flatMap(({ events }) => events.map(({ type }) => type));
  expect(kinds).toContain('vacation.granted');
  expect(kinds).not.toContain('vacation.cut');
});

test('every log verifies, with digests in the place of texts', async () => {
  for (const match of [estate.asked, estate.running, estate.rated, estate.made, estate.over, estate.fork]) {
    const state = await load(match);
    const game = gameOf(state, games);
    const commits = await readWholeLog(logOf(), state);
    for (const viewer of ['onlooker', 1] as const) {
      for (const make of [fullRecord, compactRecord]) {
        const text = canonicalJson(make(game, state, commits, viewer));
        expect(verifyRecord(text, games), `${match} ${viewer}`).toMatchObject({ verdict: 'ok', fault: null });
      }
    }
  }
  const { options } = await read(estate.asked);
  expect(options).toMatchObject({ question: { digest: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  // The same from its beginning as from its newest snapshot.
  const { head } = await load(estate.asked);
  const replayed = await logOf().loadAt(estate.asked as MatchId, 1);
  expect(replayed?.state.options).toEqual((await load(estate.asked)).options);
  expect(head.seq).toBeGreaterThan(10);
});

test('talk keeps its numbers, and what others said', async () => {
  const { body } = await estate.bob.call<{ messages: { number: number; text: string; player: { name: string } }[] }>(
    'GET',
    `/v1/matches/${estate.running}/talk`,
  );
  expect(body.messages.map(({ number, text, player }) => [number, text, player.name])).toEqual([
    [1, '', DELETED],
    [2, 'So am I', 'Bob'],
    [3, '', DELETED],
  ]);
});

test('nobody can have the account again, and there is no page of it', async () => {
  const { eve, bob, codes } = estate;
  for (const [method, path] of [
    ['GET', '/v1/me'],
    ['DELETE', '/v1/me'],
    ['GET', `/v1/matches/${estate.fork}`],
  ] as const) {
    expect(await eve.call(method, path)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  }
  const anyone = nobody(world.api.send);
  for (const code of codes.slice(0, 2)) {
    expect(await anyone.call('POST', '/v1/recover', { player: eve.id, code })).toMatchObject({ status: 403 });
  }
  expect((await bob.call('GET', `/v1/players/${eve.id}`)).status).toBe(404);
  expect((await bob.call('GET', `/v1/matches/${estate.fork}`)).status).toBe(404);
});

test('the leaderboard knows the player no more, and has what the others won', async () => {
  expect(await standingOf(estate.eve.id)).toBeUndefined();
  expect(ratingOfBob).toMatchObject({ matches: 1 });
});

test('told again, and made again from the logs, it stays so', async () => {
  const { eve } = estate;
  const telling = world.work();
  for (const topic of [accountTopic(eve.id as never), talkTopic(estate.running as MatchId)]) {
    await bringUpToDate(telling, topic);
  }
  const { client, table } = world.api.database;
  const { failed } = await rebuild({ client, table, work: telling, now: () => world.at, say: () => undefined });
  expect([...failed]).toEqual([]);
  await world.settle();
  expect(await found(world)).toEqual([]);
  expect(await standingOf(eve.id)).toBeUndefined();
  expect(await standingOf(estate.bob.id)).toEqual(ratingOfBob);
  const results = (await world.items()).filter(({ pk }) => pk?.S === `results#${eve.id}`);
  expect(results).toEqual([]);
  expect((await estate.bob.call('GET', `/v1/players/${estate.bob.id}`)).body).toMatchObject({
    results: [{ game: 'aquaignis', won: 2, lost: 1, drawn: 0, aborted: 0 }],
  });
});
