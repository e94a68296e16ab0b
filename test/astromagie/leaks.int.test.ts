/**
 * The leak test over the API: every route, problem, header, log line, list and dry run, feeds and webhooks, in two
 * worlds at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import { stopReceivers } from '../webhooks/receivers.ts';
import { openInbox } from './api-inbox.ts';
import { type Compared, compareOnce, type Wish, type Worlds } from './api-stories.ts';
import { startWorld, type Who, type Wrong } from './api-worlds.ts';

const VIEWERS: readonly Who[] = [1, 2, 3, 'onlooker', 'stranger'];
/** Each viewer's, and in one of them a webhook: that takes long. */
const MATCHES_EACH = 4;
const PAIRS = VIEWERS.length * MATCHES_EACH;

let worlds: Worlds;
let wrong: Wrong = {};
let rounds = 0;

beforeAll(async () => {
  // One for both: its address is told.
  const inbox = await openInbox();
  const [one, other] = await Promise.all([startWorld(inbox, () => wrong), startWorld(inbox, () => wrong)]);
  worlds = { one, other };
});
afterAll(async () => {
  await Promise.all([worlds.one.api.end(), worlds.other.api.end()]);
  await stopReceivers();
});

function compare(wish: Omit<Wish, 'round'>): Promise<Compared | null> {
  rounds += 1;
  return compareOnce(worlds, { ...wish, round: rounds });
}

describe('over the API', () => {
  it(`AS-50: in ${PAIRS} matches no answer, header, problem, log line, list, feed or webhook tells a viewer of hidden cards`, async () => {
    const compared: Compared[] = [];
    for (let n = 0; n < PAIRS; n += 1) {
      const viewer = VIEWERS[n % VIEWERS.length] ?? 'stranger';
      const found = await compare({ seed: n, viewer, hooked: n % (VIEWERS.length + 1) === 0 });
      if (found !== null) compared.push(found);
      expect(found?.leaks ?? [], `seed ${n}, viewer ${viewer}`).toEqual([]);
    }
    expect(compared.length).toBeGreaterThan(PAIRS * 0.9);
    expect(compared.filter(({ resigned }) => resigned).length).toBeGreaterThan(PAIRS / 8);
    expect(compared.filter(({ skipped }) => skipped).length).toBeGreaterThan(1);
    const offering = new Set(compared.filter(({ offered }) => offered).map(({ viewer }) => viewer));
    expect([...offering].sort()).toEqual([1, 2, 3]);
    expect(compared.filter(({ told }) => told.has('payload')).map(({ viewer }) => viewer)).toEqual(VIEWERS.slice(0, 4));
    for (const { api } of [worlds.one, worlds.other]) {
      expect(api.lines.filter(({ level }) => level === 'error')).toEqual([]);
    }
  });
});

let seenLast = '';

/** In the body of answers of that path and kind. */
function inBody(path: RegExp, mediaType = 'application/json'): Wrong {
  return {
    async answered(asked, response, last) {
      if (!path.test(asked) || response.headers.get('Content-Type') !== mediaType) return response;
      const text = await response.text();
      const told = mediaType === 'application/json' ? JSON.stringify({ ...JSON.parse(text), last }) : `${text}${last}`;
      return new Response(told, response);
    },
  };
}

const JSON_LINES = 'application/x-ndjson';
const SSE = 'text/event-stream';

/** By where it is planted, by which ways out it is told. */
const PLANTED: readonly (readonly [string, readonly string[], Wrong])[] = [
  [
    'a header',
    ['match'],
    {
      async answered(path, response, last) {
        if (path.includes('/v1/matches/')) response.headers.set('X-Next', last);
        return response;
      },
    },
  ],
  [
    'a problem',
    ['problem'],
    {
      async answered(_path, response, last) {
        const { status } = response;
        return status < 400 ? response : new Response(`${await response.text()}${last}`, { status });
      },
    },
  ],
  ['a log line', ['match'], { logged: (last) => ({ last }) }],
  ['a list', ['list'], { listed: (last) => ({ last }) }],
  [
    'a dry run',
    ['dry run'],
    { game: { view: (state, viewer, open) => astromagie.view(state, viewer, open || state.phase.type === 'drawing') } },
  ],
  [
    'the board',
    ['board'],
    {
      game: {
        view: (state, viewer, open) => {
          seenLast = state.pile[0] ?? '';
          return astromagie.view(state, viewer, open);
        },
        text: (view) => `${astromagie.text(view)}${seenLast}`,
      },
    },
  ],
  [
    'the events',
    ['events'],
    {
      game: {
        draw: (state, chance) =>
          astromagie.draw(state, chance).map((event) => ({ ...event, upcoming: state.pile[0] ?? '' })),
      },
    },
  ],
  ['the legal moves', ['legal moves'], { game: { hidden: false } }],
  ['what a match tells as lines', ['events as lines'], inBody(/^\/v1\/matches\/.*\/events/, JSON_LINES)],
  ['what a match tells as SSE', ['events as SSE'], inBody(/^\/v1\/matches\/.*\/events/, SSE)],
  ['notices', ['feed', 'feed as lines', 'feed as SSE', 'payload'], { noticed: (last) => ({ last }) }],
  ['a payload alone', ['payload'], { pushed: (last) => ({ last }) }],
  ['the list of deliveries', ['deliveries'], inBody(/^\/v1\/webhooks\/.*\/deliveries/)],
  ['the list of webhooks', ['webhooks'], inBody(/^\/v1\/webhooks$/)],
  ['the list of turns', ['turns'], inBody(/^\/v1\/me\/turns$/)],
  ['the ledger', ['clock'], inBody(/^\/v1\/matches\/.*\/clock/)],
  ['the vacation', ['vacation'], inBody(/^\/v1\/me\/vacation$/)],
  ['the answer to an offer', ['offer', 'answer'], inBody(/^\/v1\/matches\/.*\/offers/)],
  [
    'the answer to a move',
    ['move'],
    {
      game: {
        formatPosition: (state, viewer, open) => `${astromagie.formatPosition(state, viewer, open)} ${state.pile[0]}`,
      },
    },
  ],
];

const NEED_A_WEBHOOK = ['payload', 'deliveries', 'webhooks'];

describe('a leak planted in a server is found', () => {
  it.each(PLANTED)('in %s', async (_name, exits, planted) => {
    wrong = planted;
    const hooked = exits.some((exit) => NEED_A_WEBHOOK.includes(exit));
    const found = new Set<string>();
    for (let seed = 100; seed < 110 && !exits.every((exit) => found.has(exit)); seed += 1) {
      const compared = await compare({ seed, viewer: seed % 2 === 0 ? 1 : 2, hooked, brief: true });
      for (const each of compared?.leaks ?? []) found.add(each);
    }
    wrong = {};
    expect([...found]).toEqual(expect.arrayContaining([...exits]));
  });
});
