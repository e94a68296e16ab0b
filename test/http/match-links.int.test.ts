/** Links into a match: what they show, whom they seat, and that it is once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINKS_MOST } from '../../domain/match/links.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { type Client, type MatchBody, newPlayer, nobody } from '../support/clients.ts';

interface Link {
  readonly link: string;
  readonly at: string;
  readonly code: string;
}

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
  cyd = await newPlayer(api.send, 'Cyd');
});
afterAll(() => api.end());

/** Three seats, private. */
async function made(more: Record<string, unknown> = {}): Promise<string> {
  const wish = { game: 'astromagie', seats: 3, visibility: 'private', ...more };
  return (await ada.call<MatchBody>('POST', '/v1/matches', wish)).body.id;
}

const linkTo = (id: string, headers = {}, who = ada) =>
  who.call<Link>('POST', `/v1/matches/${id}/links`, undefined, headers);
const linksOf = async (id: string) =>
  (await ada.call<{ links: Omit<Link, 'code'>[] }>('GET', `/v1/matches/${id}/links`)).body.links;
const revoke = (id: string, link: string, who = ada) => who.call('DELETE', `/v1/matches/${id}/links/${link}`);
const open = (who: Client, code: string, more = {}) => who.call<MatchBody>('POST', '/v1/links/open', { code, ...more });
const preview = (who: Client, code: string) =>
  who.call<{ readonly code?: string }>('POST', '/v1/links/preview', { code });
const headOf = async (id: string) => (await ada.call<MatchBody>('GET', `/v1/matches/${id}`)).body.head.seq;

test('a link shows its match to whoever has the code, as often as they like, and seats one of them', async () => {
  const id = await made();
  const { status, body: link } = await linkTo(id);
  expect(status).toBe(201);
  expect(link.code).toMatch(/^[0-9a-z]{16}-[0-9a-z]{26}$/);
  for (const who of [nobody(api.send), bob, cyd, bob]) {
    const seen = await preview(who, link.code);
    expect(seen.body).toMatchObject({ match: { id, status: 'open', game: 'astromagie' }, by: { id: ada.id } });
    expect(seen.text).not.toContain(link.code);
  }
  expect(await linksOf(id)).toEqual([{ link: link.link, at: link.at }]);
  expect((await bob.call('GET', `/v1/matches/${id}`)).status).toBe(404);

  const opened = await open(bob, link.code, { seat: 3, entropy: 'tea' });
  expect(opened.body.seats.map(({ player }) => player?.id ?? null)).toEqual([ada.id, null, bob.id]);
  expect((await open(bob, link.code)).text).toBe(opened.text);
  expect((await open(cyd, link.code)).body).toMatchObject({ status: 410, code: 'link_over' });
  expect((await preview(cyd, link.code)).body).toMatchObject({ status: 410, code: 'link_over' });
  expect((await cyd.call('GET', `/v1/matches/${id}`)).status).toBe(404);
  expect(await linksOf(id)).toEqual([]);

  await bob.call('POST', `/v1/matches/${id}/leave`);
  for (const who of [bob, cyd]) expect((await open(who, link.code)).body.code).toBe('link_over');
});

test('who cannot sit down has not used it up; who has a seat needs none', async () => {
  const id = await made();
  const { code } = (await linkTo(id)).body;
  expect((await open(ada, code)).body.code).toBe('already_seated');
  expect((await open(bob, code, { seat: 1 })).body.code).toBe('seat_taken');
  expect((await open(bob, code, { seat: 4 })).body.code).toBe('invalid');
  expect((await open(nobody(api.send), code)).status).toBe(401);
  expect((await open(bob, code)).status).toBe(200);
});

test('the last seat by a link starts the match; what links were left say so, and the used one that it is used', async () => {
  const id = await made({ game: 'aquaignis', seats: 2 });
  const used = (await linkTo(id)).body;
  const headers = { 'Idempotency-Key': 'left' };
  const left = (await linkTo(id, headers)).body;
  const opened = await open(bob, used.code);
  expect(opened.body.status).toBe('active');
  for (const ask of [open, preview]) {
    expect((await ask(cyd, left.code)).body).toMatchObject({ status: 409, code: 'match_started' });
    expect((await ask(cyd, used.code)).body.code).toBe('link_over');
  }
  expect((await linkTo(id)).body).toMatchObject({ code: 'match_started' });
  // What was done before is answered as it was then.
  expect((await linkTo(id, headers)).body).toEqual(left);
  await ada.call('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: ['spawn 3'] });
  await ada.call('POST', `/v1/matches/${id}/resign`);
  expect((await open(bob, used.code)).text).toBe(opened.text);
  for (const ask of [open, preview]) expect((await ask(cyd, left.code)).body.code).toBe('match_over');
  expect(await linksOf(id)).toEqual([]);
});

test('a link that is revoked opens nothing; revoking may be sent again, also of what there never was', async () => {
  const id = await made();
  const { code, link } = (await linkTo(id)).body;
  expect([(await revoke(id, link)).status, (await revoke(id, link)).status]).toEqual([204, 204]);
  const seq = await headOf(id);
  expect((await revoke(id, '9999')).status).toBe(204);
  expect(await headOf(id)).toBe(seq);
  for (const ask of [open, preview]) expect((await ask(bob, code)).body.code).toBe('link_over');
  const other = (await linkTo(id)).body;
  await ada.call('POST', `/v1/matches/${id}/leave`);
  for (const ask of [open, preview]) expect((await ask(bob, other.code)).body.code).toBe('match_over');
});

test('sent again under its key it is the same link; under the same key another match has another', async () => {
  const [id, other] = [await made(), await made()];
  const headers = { 'Idempotency-Key': 'one' };
  const [first, again] = await Promise.all([linkTo(id, headers), linkTo(id, headers)]);
  expect(again.body).toEqual(first.body);
  expect(await linksOf(id)).toHaveLength(1);
  expect((await linkTo(other, headers)).body.code).not.toBe(first.body.code);
  expect((await linkTo(id)).body.code).not.toBe((await linkTo(id)).body.code);
  await open(bob, first.body.code);
  await revoke(id, first.body.link);
  expect((await linkTo(id, headers)).body).toEqual(first.body);
  expect((await open(cyd, first.body.code)).body.code).toBe('link_over');
});

test('a code that is none finds nothing, of whatever match', async () => {
  const id = await made();
  const { code } = (await linkTo(id)).body;
  const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
  const nowhere = `0000000000000000-${code.slice(17)}`;
  const answers = [];
  for (const text of [wrong, nowhere]) {
    for (const ask of [open, preview]) {
      const { requestId: _, ...body } = (await ask(bob, text)).body as Record<string, unknown>;
      answers.push(body);
    }
  }
  expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (const text of ['', 'x', code.toUpperCase(), ` ${code}`])
    expect((await open(bob, text)).body.code).toBe('invalid');
});

test('links are for who made the match to make, see and revoke; so many at once', async () => {
  const id = await made({ visibility: 'unlisted' });
  const { link } = (await linkTo(id)).body;
  await bob.call('POST', `/v1/matches/${id}/join`);
  expect((await linkTo(id, {}, bob)).body.code).toBe('not_creator');
  expect((await revoke(id, link, bob)).body.code).toBe('not_creator');
  expect((await bob.call('GET', `/v1/matches/${id}/links`)).body.code).toBe('not_creator');
  for (let n = 1; n < LINKS_MOST; n += 1) expect((await linkTo(id)).status).toBe(201);
  expect((await linkTo(id)).body.code).toBe('too_many_links');
  await revoke(id, link);
  expect((await linkTo(id)).status).toBe(201);
});

test('no code is in the log, nor in what the server logs', async () => {
  const id = await made();
  const { code } = (await linkTo(id)).body;
  await preview(bob, code);
  await open(bob, code);
  const secret = code.slice(17);
  for (const path of ['events', 'record', '']) {
    expect((await ada.call('GET', `/v1/matches/${id}/${path}`.replace(/\/$/, ''))).text).not.toContain(secret);
  }
  expect(JSON.stringify(api.lines)).not.toContain(secret);
});
