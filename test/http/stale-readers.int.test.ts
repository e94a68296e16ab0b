/** Requests that come too late to a private match: on what they found before somebody else was quicker, or after their sender has left. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchLog } from '../../functions/store/match-log.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newPlayer } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  [ada, bob] = [await newPlayer(api.send, 'Ada'), await newPlayer(api.send, 'Bob')];
});
afterAll(() => api.end());

async function made(more: Record<string, unknown> = {}): Promise<string> {
  const wish = { game: 'aquaignis', visibility: 'private', invited: [bob.id], ...more };
  const { status, text, body } = await ada.call<MatchBody>('POST', '/v1/matches', wish);
  expect(status, text).toBe(201);
  return body.id;
}

/** The same player, whose next request has just read the match when `meanwhile` is done. */
function overtaken(who: Client, meanwhile: () => Promise<unknown>): Client {
  let waits: (() => Promise<unknown>) | null = meanwhile;
  const log: MatchLog = {
    ...api.deps.log,
    async load(match) {
      const found = await api.deps.log.load(match);
      const first = waits;
      waits = null;
      await first?.();
      return found;
    },
  };
  return clientOf(api.appWith({ log }), who.id, who.token);
}

const done = async (asked: ReturnType<Client['call']>) => expect((await asked).status).toBeLessThan(300);
const withdraws = (id: string) => done(ada.call('DELETE', `/v1/matches/${id}/invitations/${bob.id}`));
const declines = (id: string) => done(bob.call('POST', `/v1/matches/${id}/invitations/decline`));
const seats = async (id: string) =>
  (await ada.call<MatchBody>('GET', `/v1/matches/${id}`)).body.seats.map(({ player }) => player?.id ?? null);

test.each([
  ['withdrawn', withdraws],
  ['declined', declines],
])('whose invitation to a private match has been %s does not sit down in it', async (_, ends) => {
  const id = await made();
  const late = await overtaken(bob, () => ends(id)).call('POST', `/v1/matches/${id}/join`);
  expect([late.status, late.body.code]).toEqual([404, 'not_found']);
  expect(await seats(id)).toEqual([ada.id, null]);
  expect((await bob.call('POST', `/v1/matches/${id}/join`)).body.detail).toBe(late.body.detail);
});

test('of an unlisted match the id is all it takes, also for who was invited', async () => {
  const id = await made({ visibility: 'unlisted' });
  const late = await overtaken(bob, () => withdraws(id)).call('POST', `/v1/matches/${id}/join`);
  expect(late.status).toBe(200);
});

test('who leaves a private match gets the first answer again, and nothing else of the match', async () => {
  const id = await made({ game: 'astromagie', seats: 3, invited: [] });
  const { code } = (await ada.call<{ code: string }>('POST', `/v1/matches/${id}/links`)).body;
  await done(bob.call('POST', '/v1/links/open', { code }));
  const left = await bob.call('POST', `/v1/matches/${id}/leave`);
  expect(left.status).toBe(200);
  await done(ada.call('POST', `/v1/matches/${id}/links`));
  const again = await bob.call('POST', `/v1/matches/${id}/leave`);
  expect([again.status, again.text]).toEqual([200, left.text]);
  for (const what of ['', '/events', '/record']) {
    expect((await bob.call('GET', `/v1/matches/${id}${what}`)).status, what).toBe(404);
  }
  expect((await bob.call('POST', `/v1/matches/${id}/resign`)).status).toBe(404);
});
