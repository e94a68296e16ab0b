/**
 * Of a private match that invites, everything that anybody is told: who is invited learns of it, who declines learns no
 * more, all others never; and the code of a link is told once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import type { Client, MatchBody } from '../support/clients.ts';
import { stopReceivers } from '../webhooks/receivers.ts';
import { type Listening, listenTo, type Told } from './listening.ts';

const REASON = 'too-many-matches';
const KEY = { 'Idempotency-Key': 'a-key-of-the-link' };
const NAMES = ['Ada', 'Bob', 'Cyd', 'Dot', 'Eve'] as const;

let api: TestApi;
let listening: Listening;
let players: Record<(typeof NAMES)[number], Client>;
let id: string;
let codes: readonly string[];
let used: string;
let told: readonly Told[];
/** How much had been told when Bob had declined. */
let declinedAt: number;

/** Ada's match: Bob declines, Cyd waits, Dot comes by a link; Eve has no part in it. */
beforeAll(async () => {
  api = await startApi(undefined, { webhookLoopback: true });
  listening = listenTo(api, api.appWith({}));
  const made: [string, Client][] = [];
  for (const name of NAMES) made.push([name, await listening.player(name)]);
  players = Object.fromEntries(made) as typeof players;
  const { Ada, Bob, Cyd, Dot, Eve } = players;
  for (const name of NAMES) {
    const { href } = await listening.receiver(name, 204);
    await players[name].call('POST', '/v1/webhooks', { url: href });
  }
  const wish = { game: 'astromagie', seats: 4, visibility: 'private', invited: [Bob.id, Cyd.id] };
  id = (await Ada.call<MatchBody>('POST', '/v1/matches', wish)).body.id;
  const path = `/v1/matches/${id}`;
  await api.background.idle();
  for (const who of [Bob, Cyd, Eve, listening.nobody]) await askAll(who);
  await Bob.call('POST', `${path}/invitations/decline`, { reason: REASON });
  await api.background.idle();
  declinedAt = listening.told().filter(isNoLog).length;

  const links = [
    await Ada.call<Link>('POST', `${path}/links`, undefined, KEY),
    await Ada.call<Link>('POST', `${path}/links`),
  ];
  codes = links.map(({ body }) => body.code);
  used = codes[0] ?? '';
  for (const code of codes) await listening.nobody.call('POST', '/v1/links/preview', { code });
  await Dot.call('POST', '/v1/links/open', { code: used });
  for (const who of [Eve, Dot]) await who.call('POST', '/v1/links/open', { code: used });
  await api.background.idle();
  for (const who of [...Object.values(players), listening.nobody]) await askAll(who);
  told = listening.told();
});
afterAll(async () => {
  await api.end();
  await stopReceivers();
});

interface Link {
  readonly code: string;
}

const isNoLog = ({ where }: Told) => where !== 'log';

/** What whoever is curious would ask; nothing of it takes or leaves a seat. */
async function askAll(who: Client): Promise<void> {
  const about = ['', '/events', '/record', '/record?form=compact', '/clock', '/talk', '/notes', '/links', '/board.txt'];
  for (const more of about) await who.call('GET', `/v1/matches/${id}${more}`);
  for (const query of ['', '?mine=true', '?status=open&seats=4']) await who.call('GET', `/v1/matches${query}`);
  for (const path of ['/v1/me/invitations', '/v1/me/events', '/v1/me/turns']) await who.call('GET', path);
  if (who === players.Ada) return;
  await who.call('POST', `/v1/matches/${id}/invitations`, { player: players.Eve.id });
  await who.call('POST', `/v1/matches/${id}/links`);
  await who.call('DELETE', `/v1/matches/${id}/invitations/${players.Cyd.id}`);
  await who.call('POST', '/v1/links/preview', { code: `${id.slice(2)}-${'0'.repeat(26)}` });
  if (who !== players.Bob && who !== players.Cyd) await who.call('POST', `/v1/matches/${id}/invitations/accept`);
}

function leaksOf(text: string, may: (each: Told) => boolean): string[] {
  return told.filter((each) => each.text.includes(text) && !may(each)).map(({ who, where }) => `${where} to ${who}`);
}

const hears = (name: string, text: string, where: string) =>
  told.some((each) => each.who === name && each.where === where && each.text.includes(text));

test('the match is told to its seats and to who is invited, to whoever has a good code, and to nobody else', () => {
  const isOfPreview = ({ where }: Told) => where === 'POST /v1/links/preview';
  const isIn = ({ who }: Told) => ['Ada', 'Bob', 'Cyd', 'Dot', 'log'].includes(who);
  expect(leaksOf(id, (each) => isIn(each) || isOfPreview(each))).toEqual([]);
  // Of the two codes, each of which was looked at once while it was good.
  expect(told.filter((each) => isOfPreview(each) && each.text.includes(id))).toHaveLength(2);
  for (const name of ['Bob', 'Cyd']) {
    expect(hears(name, id, 'GET /v1/me/invitations'), name).toBe(true);
    expect(hears(name, 'invitation.received', 'webhook'), name).toBe(true);
    expect(hears(name, id, 'GET /v1/matches/{match}/record'), name).toBe(true);
  }
  expect(hears('Dot', id, 'GET /v1/matches/{match}/record')).toBe(true);
});

test('who has declined is told no more of it than that', () => {
  const later = told
    .filter(isNoLog)
    .slice(declinedAt)
    .filter(({ who, text }) => who === 'Bob' && text.includes(id));
  expect(new Set(later.map(({ where }) => where))).toEqual(new Set(['GET /v1/me/events']));
  const types = later.flatMap(({ text }) => [...text.matchAll(/type\\":\\"([a-z.]+)/g)].map(([, type]) => type));
  expect(new Set(types)).toEqual(new Set(['webhook.ping', 'invitation.received', 'invitation.over']));
  expect(hears('Bob', 'invitation.over', 'webhook')).toBe(true);
});

test('the reason is told to seats and to who reads the match', () => {
  const may = ({ who, where }: Told) => ['Ada', 'Cyd', 'Dot'].includes(who) && where !== 'GET /v1/me/invitations';
  expect(leaksOf(REASON, may)).toEqual([]);
  expect(hears('Ada', REASON, 'webhook')).toBe(true);
  expect(hears('Cyd', REASON, 'webhook')).toBe(false);
  expect(hears('Cyd', REASON, 'GET /v1/matches/{match}/events')).toBe(true);
});

test('a code is told once, to who made the link; the key that it was made under never', () => {
  expect(codes).toHaveLength(2);
  for (const code of codes) {
    const isNew = ({ who, where }: Told) => who === 'Ada' && where === 'POST /v1/matches/{match}/links';
    const secret = code.slice(17);
    expect(secret).toMatch(/^[0-9a-z]{26}$/);
    expect(leaksOf(secret, isNew)).toEqual([]);
    expect(told.filter((each) => isNew(each) && each.text.includes(secret))).toHaveLength(1);
  }
  expect(leaksOf(KEY['Idempotency-Key'], () => false)).toEqual([]);
  expect(told.filter(({ where }) => where === 'log').length).toBeGreaterThan(50);
});
