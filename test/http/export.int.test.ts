/** All of one's data as one file: everything that is one's own, and nothing else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { readExportCursor } from '../../functions/api/export/cursor.ts';
import { exportFile } from '../../functions/api/export/file.ts';
import { SECTION_NAMES } from '../../functions/api/export/sections.ts';
import { NOTES_MOST } from '../../functions/api/schemas/talk.ts';
import { SCOPES } from '../../functions/store/scopes.ts';
import type { Token } from '../../functions/store/tokens.ts';
import { type Estate, estateIn, newWorld, QUESTION, type World } from '../stream/closing-kit.ts';
import type { Client } from '../support/clients.ts';

type File = Record<(typeof SECTION_NAMES)[number], readonly Record<string, unknown>[]> & {
  readonly account: Record<string, unknown>;
  readonly next: string | null;
};

let world: World;
let estate: Estate;
let file: File;
let text: string;

beforeAll(async () => {
  world = await newWorld();
  estate = await estateIn(world);
  const answer = await estate.eve.call<File>('GET', '/v1/me/export');
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="plypost-${estate.eve.id}.json"`);
  expect(answer.headers.get('Link')).toBeNull();
  ({ body: file, text } = answer);
});
afterAll(() => world.end());

test('who one is', () => {
  expect(file).toMatchObject({ format: 'plypost-export/1', asOf: '2030-05-10T12:00:00.000Z', next: null });
  expect(file.account).toEqual({
    id: estate.eve.id,
    name: 'Eve Quillfeather',
    language: 'eo',
    timeZone: 'Pacific/Chatham',
    createdAt: '2030-05-10T12:00:00.000Z',
    recoveryCodes: 10,
    vacations: [expect.objectContaining({ from: '2030-05-09', to: '2030-05-20', timeZone: 'Pacific/Chatham' })],
  });
  expect(file.tokens.map(({ name }) => name).sort()).toEqual(['Bot of Quillfeather', 'Made with the account']);
  expect(file.webhooks).toMatchObject([{ url: 'https://quillfeather.example/', status: 'unverified' }]);
});

test('every match with a seat of one’s own, and one’s own question, with what proves it', async () => {
  const { asked, running, rated, three, made, joined, over, fork } = estate;
  expect(file.matches.map(({ id }) => id).sort()).toEqual([asked, running, rated, three, made, joined, over].sort());
  const byId = new Map(file.matches.map((match) => [match.id, match]));
  expect(byId.get(running)).toMatchObject({ seats: [2], status: 'active', record: `/v1/matches/${running}/record` });
  expect(byId.get(over)).toMatchObject({ status: 'finished', outcome: { winners: [1], reason: 'resignation' } });
  expect(byId.get(asked)).toMatchObject({
    options: { mode: 'divination', question: { value: QUESTION, salt: expect.stringMatching(/^[0-9a-f]{32}$/) } },
  });
  expect((await estate.eve.call('GET', String(byId.get(asked)?.record))).text).toContain(QUESTION);
  expect(file.forks).toMatchObject([{ id: fork, fork: { match: running, ply: 0 } }]);
});

test('what one said and noted, and nothing that others did', () => {
  expect(file.talk.map(({ match, number, text: said }) => [match, number, said])).toEqual(
    [
      [estate.running, 1, 'Quillfeather is here'],
      [estate.running, 3, 'and Quillfeather stays'],
      [estate.left, 1, 'Quillfeather is off'],
    ].sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  expect(file.notes).toEqual([{ match: estate.running, text: 'Quillfeather notes' }]);
  expect(text).not.toContain('So am I');
  expect(text).not.toContain('Bob');
});

test('what one has planned, whom one has blocked, and what invitations wait', () => {
  const { running, dan, cyd, invited } = estate;
  const branches = [{ when: ['spawn 4'], answer: ['spawn 4', 'charge 4'] }];
  expect(file.plans).toEqual([{ match: running, ply: 0, branches }]);
  expect(file.blocks).toEqual([{ player: dan.id, at: '2030-05-10T12:00:00.000Z' }]);
  expect(file.invitations).toEqual([{ match: invited, by: cyd.id, at: '2030-05-10T12:00:00.000Z' }]);
});

test('no secret is in it', async () => {
  const { token } = estate.eve;
  const secret = (await world.api.deps.players.fresh(estate.eve.id as PlayerId))?.secret ?? 'none';
  const [hook] = await world.api.deps.webhooks.of(estate.eve.id as PlayerId);
  const codes = await world.api.deps.recovery.codes(estate.eve.id as PlayerId);
  const secrets = [token, secret, hook?.secrets[0]?.secret, ...(codes?.digests ?? []), ...estate.codes];
  expect(secrets.length).toBe(23);
  for (const each of secrets) expect(text).not.toContain(each);
  for (const match of [estate.three, estate.running]) {
    const { secrets: hidden } = (await world.work().projection.log.load(match as never))?.state ?? {};
    for (const each of [hidden?.seed, hidden?.saltKey]) expect(text).not.toContain(each);
  }
});

test('what one was told, as the feed tells it, and what was sent of it', async () => {
  const { body } = await estate.eve.call<{ entries: unknown[]; more: boolean }>('GET', '/v1/me/events?limit=100');
  expect(body.more).toBe(false);
  expect(body.entries.length).toBeGreaterThan(10);
  expect(file.events).toEqual(body.entries);
  const { deliveries } = (
    await estate.eve.call<{ deliveries: object[] }>('GET', `/v1/webhooks/${file.webhooks[0]?.id}/deliveries?limit=100`)
  ).body;
  expect(deliveries.length).toBeGreaterThan(10);
  expect(file.deliveries).toEqual(deliveries.map((each) => ({ webhook: file.webhooks[0]?.id, ...each })));
});

test('a rating after each rated match', async () => {
  await estate.bob.call('POST', `/v1/matches/${estate.rated}/resign`);
  await world.settle();
  const { ratings } = (await estate.eve.call<File>('GET', '/v1/me/export')).body;
  expect(ratings).toEqual([
    {
      game: 'aquaignis',
      match: estate.rated,
      finishedAt: '2030-05-10T12:00:00.000Z',
      rating: expect.closeTo(1662.3, 0),
      deviation: expect.closeTo(290.3, 0),
      volatility: expect.closeTo(0.06, 3),
      matches: 1,
    },
  ]);
});

describe('very much of it', () => {
  test('comes in several files, in which nothing is twice and nothing is missing', async () => {
    const deps = { ...world.api.deps, now: () => world.at };
    const player = await world.api.deps.players.fresh(estate.eve.id as PlayerId);
    const [token] = await world.api.deps.tokens.of(estate.eve.id as PlayerId, world.at);
    if (player === null || token === undefined) throw new Error('no account');
    const asking = { deps, player, token: { ...token, scopes: SCOPES } satisfies Token, at: world.at };
    const whole = await exportFile(asking, null);
    const files = [await exportFile(asking, null, 1500)];
    for (let next = files.at(-1)?.next; next != null; next = files.at(-1)?.next) {
      files.push(await exportFile(asking, readExportCursor(next), 1500));
    }
    expect(files.length).toBeGreaterThan(6);
    for (const name of SECTION_NAMES) {
      expect(
        files.flatMap((part) => part[name]),
        name,
      ).toEqual(whole[name]);
    }
  });

  test('stays below what an answer may have, and says where it goes on', async () => {
    const eve = await world.newPlayer('Eve');
    // The largest notes that there can be.
    const note = '𝄞'.repeat(NOTES_MOST);
    const put = (n: number) =>
      world.api.deps.notes.put(eve.id as PlayerId, `m_${String(n).padStart(16, '0')}`, `${note}${n}`);
    for (let n = 0; n < 520; n += 40) await Promise.all(Array.from({ length: 40 }, (_, more) => put(n + more)));
    const first = await eve.call<File>('GET', '/v1/me/export');
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(4_000_000);
    expect(Buffer.byteLength(first.text)).toBeLessThan(4_100_000);
    expect(first.headers.get('Link')).toBe(`<?cursor=${first.body.next}>; rel="next"`);
    const second = await eve.call<File>('GET', `/v1/me/export?cursor=${first.body.next}`);
    expect(second.body.next).toBeNull();
    expect(second.headers.get('Link')).toBeNull();
    expect(first.body.notes.length + second.body.notes.length).toBe(520);
    expect(second.body.account).toEqual(first.body.account);
  });
});

describe('who may have it', () => {
  const get = (who: Client, query = '') => who.call('GET', `/v1/me/export${query}`);

  test('a token with every scope', async () => {
    const { eve } = estate;
    const less = await eve.call<{ token: string }>('POST', '/v1/me/tokens', {
      name: 'account alone',
      scopes: SCOPES.filter((scope) => scope !== 'talk'),
    });
    const answer = await eve.call('GET', '/v1/me/export', undefined, { Authorization: `Bearer ${less.body.token}` });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('with a cursor of this file', async () => {
    for (const cursor of [
      'x',
      '',
      Buffer.from('secrets|', 'utf8').toString('base64url'),
      Buffer.from('talk|%', 'utf8').toString('base64url'),
    ]) {
      const answer = await get(estate.eve, `?cursor=${cursor}`);
      expect(answer, cursor).toMatchObject({ status: 422, body: { code: 'invalid' } });
    }
  });
});
