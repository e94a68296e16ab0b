/**
 * What is secret is found nowhere in all that anybody is told, however it is told: not in answers, feeds, lists,
 * webhooks or the log.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Client, MatchBody } from '../support/clients.ts';
import { freePort } from '../support/free-port.ts';
import { stopReceivers } from '../webhooks/receivers.ts';
import { block, layPlan, offerEverything, type Players, takeLeave } from './leaks-acts.ts';
import { ABOUT_A_MATCH_ASKED, clientOf, divination, matchWithPass, play } from './leaks-matches.ts';
import { isOwnFile, type Listening, listed, listenTo, type Told } from './listening.ts';
import type { MadeBody } from './webhook-kit.ts';

const QUESTION = 'Will the old lighthouse be sold this year?';
const ENTROPY = 'seven grains of rye';
/** What Ada says in matches and notes on them; what is said by others leaks the same ways. */
const SAID = { seats: 'the lamp is lit at nine', all: 'a fair wind to everybody' } as const;
/** What Cyd says in the same match once Bob has blocked her. */
const APART = 'the ferry is late tonight';
const NOTED = 'she folds when it rains';
/** Ada's answers in two plans, in moves that stand side by side nowhere else. */
const PLANS = { waits: ['spawn 7', 'spawn 6'], answers: ['spawn 6', 'spawn 7'] } as const;
const ZONE = 'Pacific/Chatham';
const ABOUT_A_MATCH = /^(GET|POST) \/v1\/matches\/\{match\}/;

let api: TestApi;
let listening: Listening;
let players: Players;
/** Where nobody listens. */
let closed: string;
let hands: MatchId;
/** An offer there that was declined. */
let declined: string;
let dice: MatchId;
/** Public; Ada has plans in them. */
let planned: readonly MatchId[];
let asked: readonly MatchId[];
let told: readonly Told[];
/** Ada's, for when she has lost her token. */
let codes: readonly string[];
/** Whose they are. */
const forks: { readonly owner: string; readonly id: MatchId }[] = [];
const hooks: { readonly owner: string; readonly secret: string; readonly id: string }[] = [];

beforeAll(async () => {
  api = await startApi(undefined, { webhookLoopback: true });
  let numbers = 0;
  const random = (size: number) => createHash('sha512').update(`${numbers++}`).digest().subarray(0, size);
  listening = listenTo(api, api.appWith({ random }));
  const [Ada, Bob, Cyd, Dot] = [
    await listening.player('Ada'),
    await listening.player('Bob'),
    await listening.player('Cyd'),
    await listening.player('Dot'),
  ];
  players = { Ada, Bob, Cyd, Dot };
  for (const name of Object.keys(players)) await hook(name, (await listening.receiver(name, 204)).href);
  await hook('Ada', (await listening.receiver('Ada', 410)).href);
  closed = `http://127.0.0.1:${await freePort()}/`;
  await hook('Bob', `${closed}?key=Bob-keeps-this`);
  await rotate('Ada');
  codes = (await Ada.call<{ codes: string[] }>('POST', '/v1/me/recovery-codes')).body.codes;
  await api.background.idle();

  hands = await matchWithHands();
  dice = await matchWithPass(players);
  asked = [await divination(players, QUESTION, 'public'), await divination(players, QUESTION, 'unlisted')];
  await Ada.call('POST', `/v1/matches/${asked[0]}/resign`);
  for (const id of [hands, dice]) await talk(id);
  planned = [await layPlan(players, PLANS.waits, false), await layPlan(players, PLANS.answers, true)];
  await block(players.Bob, players.Cyd);
  for (const to of ['seats', 'all']) await players.Cyd.call('POST', `/v1/matches/${hands}/talk`, { text: APART, to });
  await api.background.idle();
  for (const who of [...Object.values(players), listening.nobody]) await askAll(who);
  told = listening.told();
});
afterAll(async () => {
  await api.end();
  await stopReceivers();
});

async function hook(owner: string, url: string): Promise<void> {
  const made = await clientOf(players, owner).call<MadeBody>('POST', '/v1/webhooks', { url });
  if (made.status !== 201) throw new Error(made.text);
  hooks.push({ owner, secret: made.body.secret, id: made.body.webhook.id });
}

async function rotate(owner: string): Promise<void> {
  const id = hooks.find((each) => each.owner === owner)?.id ?? '';
  const made = await clientOf(players, owner).call<MadeBody>('POST', `/v1/webhooks/${id}/rotate-secret`);
  hooks.push({ owner, secret: made.body.secret, id });
}

/** Private, with hidden hands; one of three resigns. */
async function matchWithHands(): Promise<MatchId> {
  const { Ada, Bob, Cyd } = players;
  const invited = [Bob.id, Cyd.id];
  const wish = { game: 'astromagie', seats: 3, visibility: 'private', invited, entropy: ENTROPY };
  const made = await Ada.call<MatchBody>('POST', '/v1/matches', wish);
  const id = made.body.id as MatchId;
  for (const player of [Bob, Cyd]) await player.call('POST', `/v1/matches/${id}/join`, { entropy: `more ${ENTROPY}` });
  await play(players, id, 4);
  await takeLeave(players, id, ZONE, () => api.background.idle());
  declined = await offerEverything(players, id);
  await Bob.call('POST', `/v1/matches/${id}/resign`);
  await play(players, id, 3);
  return id;
}

/** Each text is one of its match, so that it is known where it is from. */
async function talk(id: MatchId): Promise<void> {
  const key = { 'Idempotency-Key': `key-of-${id}` };
  for (const to of ['seats', 'all'] as const) {
    const said = { text: `${SAID[to]} in ${id}`, to };
    for (let n = 0; n < 2; n += 1) {
      const made = await players.Ada.call('POST', `/v1/matches/${id}/talk`, said, to === 'seats' ? key : {});
      if (made.status !== 201) throw new Error(made.text);
    }
  }
  const noted = await players.Ada.call('PUT', `/v1/matches/${id}/notes`, { text: `${NOTED} in ${id}` });
  if (noted.status !== 200) throw new Error(noted.text);
}

const nameOf = (who: Client) => Object.entries(players).find(([, each]) => each === who)?.[0] ?? 'nobody';

async function legalMoves(who: Client, id: MatchId) {
  return (await who.call<{ moves: { text: string }[] }>('GET', `/v1/matches/${id}/legal-moves`)).body.moves;
}

/** Everything that there is to ask for, also of what is others'. */
async function askAll(who: Client): Promise<void> {
  const stream = async (path: string) => {
    for (const accept of ['application/json', 'application/x-ndjson', 'text/event-stream']) {
      await who.call('GET', `${path}?wait=0`, undefined, { Accept: accept });
    }
  };
  for (const id of [hands, dice, ...asked]) {
    const key = { 'Idempotency-Key': `fork-key-of-${id}` };
    const forked = await who.call<MatchBody>('POST', `/v1/matches/${id}/forks`, { ply: 1 }, key);
    const fork = forked.status === 201 ? (forked.body.id as MatchId) : null;
    if (fork !== null) {
      forks.push({ owner: nameOf(who), id: fork });
      await who.call('GET', `/v1/matches/${fork}`);
      const { text = '' } = (await legalMoves(who, fork))[0] ?? {};
      await who.call('POST', `/v1/matches/${fork}/moves`, { ply: 0, moves: [text] });
    }
    if (fork !== null) await askAbout(fork);
    await askAbout(id);
  }
  for (const id of planned) await askAbout(id);
  await stream('/v1/me/events');
  for (const query of ['', '?mine=true', '?status=active', '?status=open'])
    await who.call('GET', `/v1/matches${query}`);
  const boards = ['abiegnus', 'astromagie'].map((game) => `/v1/games/${game}/leaderboard`);
  const own = ['', '/turns', '/invitations', '/vacation', '/tokens', '/blocks', '/export'].map(
    (what) => `/v1/me${what}`,
  );
  for (const path of [...own, '/v1/webhooks', ...boards]) await who.call('GET', path);
  for (const { id } of Object.values(players)) await who.call('GET', `/v1/players/${id}`);
  for (const { id } of hooks) {
    for (const more of ['', '/deliveries']) await who.call('GET', `/v1/webhooks/${id}${more}`);
  }

  async function askAbout(id: MatchId) {
    for (const more of ABOUT_A_MATCH_ASKED) {
      await who.call('GET', `/v1/matches/${id}${more}`);
    }
    await stream(`/v1/matches/${id}/events`);
    const answers = ['accept', 'decline', 'withdraw'].map((how) => `offers/${declined}/${how}`);
    for (const more of ['join', 'leave', ...answers]) await who.call('POST', `/v1/matches/${id}/${more}`);
    for (const kind of ['draw', 'takeback', 'resume']) {
      await who.call('POST', `/v1/matches/${id}/offers`, { kind, ...(kind === 'takeback' && { toPly: 0 }) });
    }
    await who.call('POST', '/v1/webhooks', { url: closed, match: id });
  }
}

/** Where the text stands, but for where it may. */
function leaksOf(text: string, may: (told: Told) => boolean): string[] {
  return told.filter((each) => each.text.includes(text) && !may(each)).map(({ who, where }) => `${where} to ${who}`);
}

const isTold = (text: string, may: (told: Told) => boolean) =>
  told.some((each) => may(each) && each.text.includes(text));

async function stateOf(id: MatchId): Promise<MatchState> {
  const loaded = await api.deps.log.load(id);
  if (loaded === null) throw new Error(`no match ${id}`);
  return loaded.state;
}

test('everything was there to be told, and told', async () => {
  const wheres = (name: string) => new Set(told.filter(({ who }) => who === name).map(({ where }) => where));
  for (const name of Object.keys(players)) expect(wheres(name)).toContain('webhook');
  expect(wheres('nobody')).not.toContain('webhook');
  expect(told.filter(({ where }) => where === 'log').length).toBeGreaterThan(300);
  const ofAda = told.filter(({ who, where }) => who === 'Ada' && where === 'webhook').map(({ text }) => text);
  for (const type of [
    'talk.said',
    'offer.accepted',
    'seat.resigned',
    'move.made',
    'turn.started',
    'match.finished',
    'webhook.disabled',
  ]) {
    expect(
      ofAda.some((text) => text.includes(type)),
      type,
    ).toBe(true);
  }
  expect((await stateOf(hands)).seats.map(({ status }) => status)).toEqual(['playing', 'resigned', 'playing']);
  expect((await stateOf(asked[0] ?? dice)).status).toBe('finished');
  expect(api.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a question is told to who asked it, with the match and with all that is theirs, and by no other way', () => {
  const may = ({ who, where }: Told) => who === 'Ada' && (ABOUT_A_MATCH.test(where) || where === 'POST /v1/matches');
  expect(leaksOf(QUESTION, (each) => may(each) || isOwnFile('Ada', each))).toEqual([]);
  expect(isTold(QUESTION, (each) => isOwnFile('Ada', each))).toBe(true);
  for (const where of ['', '/events', '/record']) {
    const isThere = (each: Told) => may(each) && each.where === `GET /v1/matches/{match}${where}`;
    expect(isTold(QUESTION, isThere)).toBe(true);
  }
});

test('what is said to the seats is told to them, when they ask for it, and to nobody else', () => {
  for (const [id, seats] of [
    [hands, ['Ada', 'Bob', 'Cyd']],
    [dice, ['Ada', 'Bob']],
  ] as const) {
    const isAsked = ({ where }: Told) => / \/v1\/matches\/\{match\}\/talk$/.test(where);
    const ofSeats = `${SAID.seats} in ${id}`;
    const isSeat = (each: Told) => isAsked(each) && seats.some((name) => name === each.who);
    expect(leaksOf(ofSeats, (each) => isSeat(each) || isOwnFile('Ada', each))).toEqual([]);
    expect(isTold(ofSeats, (each) => isOwnFile('Ada', each))).toBe(true);
    for (const name of seats) expect(isTold(ofSeats, (each) => isSeat(each) && each.who === name)).toBe(true);
    const ofAll = `${SAID.all} in ${id}`;
    const isReader = (each: Told) => isAsked(each) && (id === dice || seats.some((name) => name === each.who));
    expect(leaksOf(ofAll, (each) => isReader(each) || isOwnFile('Ada', each))).toEqual([]);
    expect(isTold(ofAll, (each) => isReader(each) && each.who === 'nobody')).toBe(id === dice);
    expect(leaksOf(`key-of-${id}`, () => false)).toEqual([]);
  }
});

test('notes are told to who wrote them, when they are written and asked for', () => {
  const isHers = ({ who, where }: Told) => who === 'Ada' && / \/v1\/matches\/\{match\}\/notes$/.test(where);
  expect(leaksOf(NOTED, (each) => isHers(each) || isOwnFile('Ada', each))).toEqual([]);
  expect(isTold(NOTED, (each) => isOwnFile('Ada', each))).toBe(true);
  expect(isTold(NOTED, (each) => isHers(each) && each.where.startsWith('GET'))).toBe(true);
});

test('a plan is told to whose it is, when it is laid and asked for; what it has played, to all', () => {
  const isHers = ({ who, where }: Told) => who === 'Ada' && / \/v1\/matches\/\{match\}\/plan$/.test(where);
  expect(leaksOf(listed(PLANS.waits), (each) => isHers(each) || isOwnFile('Ada', each))).toEqual([]);
  expect(isTold(listed(PLANS.waits), (each) => isOwnFile('Ada', each))).toBe(true);
  expect(isTold(listed(PLANS.waits), (each) => isHers(each) && each.where.startsWith('GET'))).toBe(true);
  for (const name of ['Bob', 'Cyd', 'Dot', 'nobody']) {
    for (const hers of ['plan.played', '"firing']) expect(isTold(hers, ({ who }) => who === name)).toBe(false);
    const isRecord = ({ who, where }: Told) => who === name && where === 'GET /v1/matches/{match}/record';
    expect(isTold('\\"by\\":\\"plan\\"', isRecord)).toBe(true);
  }
  const isSent = ({ who, where }: Told) => where === 'webhook' && who === 'Ada';
  expect(isTold('plan.played', isSent)).toBe(true);
});

test('a fork is told to whose it is, and to nobody else; of hidden hands there is none', () => {
  // Everybody has forked what everybody may read.
  expect(forks.map(({ owner }) => owner).sort()).toEqual(
    ['Ada', 'Bob', 'Cyd', 'Dot'].flatMap((who) => [who, who, who]),
  );
  for (const { owner, id } of forks) {
    const isTheirs = ({ who, where }: Told) => who === 'log' || (who === owner && ABOUT_A_MATCH.test(where));
    expect(
      leaksOf(id, (each) => isTheirs(each) || isOwnFile(owner, each)),
      `fork of ${owner}`,
    ).toEqual([]);
    expect(isTold(id, ({ who, where }) => who === owner && where === 'GET /v1/matches/{match}/record')).toBe(true);
  }
  expect(leaksOf('fork-key-of', () => false)).toEqual([]);
});

test('what chance and seals come from is told when a match is over, with that match, or never', async () => {
  for (const id of [hands, dice, ...asked, ...forks.map((fork) => fork.id)]) {
    const { secrets, status, options } = await stateOf(id);
    const may = ({ where }: Told) => status === 'finished' && ABOUT_A_MATCH.test(where);
    expect(leaksOf(secrets.seed, may), `seed of ${id}`).toEqual([]);
    expect(isTold(secrets.seed, may)).toBe(status === 'finished');
    expect(
      leaksOf(secrets.saltKey, () => false),
      `salt key of ${id}`,
    ).toEqual([]);
    const { question } = options as { question?: { salt: string } };
    if (question === undefined) continue;
    const isHers = ({ who, where }: Told) => who === 'Ada' && ABOUT_A_MATCH.test(where);
    expect(
      leaksOf(question.salt, (each) => isHers(each) || isOwnFile('Ada', each) || each.where === 'POST /v1/matches'),
    ).toEqual([]);
    expect(isTold(question.salt, isHers)).toBe(true);
  }
});

test('of a private match others learn nothing, not that it is there, nor may they have it sent', () => {
  const isSeated = ({ who }: Told) => who === 'Ada' || who === 'Bob' || who === 'Cyd';
  expect(leaksOf(hands, (each) => isSeated(each) || each.where === 'log')).toEqual([]);
  expect(
    leaksOf(ENTROPY, (each) => isSeated(each) && (ABOUT_A_MATCH.test(each.where) || each.where === 'POST /v1/matches')),
  ).toEqual([]);
  expect(isTold(ENTROPY, (each) => each.who === 'Cyd' && each.where === 'GET /v1/matches/{match}/record')).toBe(true);
});

test('of a vacation others are told when it is, in matches that they may read, and no more; offers are open', async () => {
  const isHers = ({ who, where }: Told) => who === 'Ada' && / \/v1\/me(\/vacation|\/export)?$/.test(where);
  expect(leaksOf(ZONE, isHers)).toEqual([]);
  expect(isTold(ZONE, isHers)).toBe(true);
  const commits = await api.deps.log.read(hands, 0, 1000);
  const types = commits.flatMap(({ events }) => events.map(({ type }) => type));
  for (const type of [
    'offer.declined',
    'offer.withdrawn',
    'vacation.granted',
    'vacation.cut',
    'match.paused',
    'match.resumed',
  ]) {
    expect(types).toContain(type);
    expect(isTold(type, ({ who, where }) => who === 'Cyd' && where === 'GET /v1/matches/{match}/events')).toBe(true);
  }
});

test('whom one has blocked is told to oneself alone, and to nobody who it was', () => {
  const isList = ({ where }: Told) => where === 'GET /v1/me/blocks';
  for (const { who, text } of told.filter(isList)) {
    if (who !== 'nobody') expect([who, text.includes('\\"at\\"')]).toEqual([who, who === 'Bob']);
  }
  expect(isTold(players.Cyd.id, (each) => isList(each) && each.who === 'Bob')).toBe(true);
  const isTalk = ({ where }: Told) => / \/v1\/matches\/\{match\}\/talk$/.test(where);
  const isHeard = (each: Told) => isTalk(each) && (each.who === 'Ada' || each.who === 'Cyd');
  expect(leaksOf(APART, (each) => isHeard(each) || isOwnFile('Cyd', each))).toEqual([]);
  expect(isTold(APART, (each) => isTalk(each) && each.who === 'Ada')).toBe(true);
  // Everybody's file has the list, and only the blocker's has somebody in it.
  const isFile = ({ where }: Told) => where === 'GET /v1/me/export';
  expect(leaksOf('blocks\\"', (each) => isList(each) || isFile(each) || each.where === 'log')).toEqual([]);
  expect(leaksOf('blocks\\":[{', (each) => isList(each) || isOwnFile('Bob', each))).toEqual([]);
  expect(isTold('blocks\\":[{', (each) => isOwnFile('Bob', each))).toBe(true);
});

test('a webhook for a match that one may not read is refused in the words for one that is not there', async () => {
  const { Dot } = players;
  const wish = (match: string) => ({ url: closed, match });
  const answers = [];
  for (const id of [hands, 'm_0000000000000000']) {
    const { status, body } = await Dot.call('POST', '/v1/webhooks', wish(id));
    answers.push([status, { ...body, requestId: '' }]);
  }
  expect(answers[0]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
  expect(answers[1]).toEqual(answers[0]);
  expect((await players.Cyd.call('GET', '/v1/webhooks')).text).toContain(hands);
  expect((await Dot.call('GET', '/v1/webhooks')).text).not.toContain(closed);
});

test('tokens and secrets of players are told once, or never', async () => {
  for (const { id, token } of Object.values(players)) {
    const isNew = ({ where }: Told) => where === 'POST /v1/players';
    expect(leaksOf(token ?? '', isNew)).toEqual([]);
    expect(told.filter((each) => isNew(each) && each.text.includes(token ?? ''))).toHaveLength(1);
    const secret = (await api.deps.players.byId(id as PlayerId))?.secret ?? '';
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(leaksOf(secret, () => false)).toEqual([]);
  }
});

test('recovery codes are told once, to whom they are for', () => {
  expect(codes).toHaveLength(10);
  for (const code of codes) {
    const isNew = ({ who, where }: Told) => who === 'Ada' && where === 'POST /v1/me/recovery-codes';
    expect(leaksOf(code, isNew)).toEqual([]);
    expect(told.filter((each) => isNew(each) && each.text.includes(code))).toHaveLength(1);
  }
});

test('secrets of webhooks are told once, to their owners; addresses to their owners alone', () => {
  for (const { owner, secret } of hooks) {
    const isNew = ({ who, where }: Told) =>
      who === owner && ['POST /v1/webhooks', 'POST /v1/webhooks/{webhook}/rotate-secret'].includes(where);
    const key = secret.replace('whsec_', '');
    expect(leaksOf(key, isNew)).toEqual([]);
    expect(told.filter((each) => isNew(each) && each.text.includes(key))).toHaveLength(1);
  }
  for (const name of Object.keys(players)) {
    const isOwners = ({ who, where }: Told) =>
      who === name && / \/v1\/(me\/export|webhooks(\/\{webhook\})?(\/rotate-secret)?)$/.test(where);
    expect(leaksOf(`${name}-keeps-this`, isOwners)).toEqual([]);
    expect(isTold(`${name}-keeps-this`, isOwners)).toBe(true);
  }
});
