/** The leak test over the API: every route, problem, header, log line, list and dry run, in two worlds at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { State } from '../../domain/astromagie/types.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Seat } from '../../domain/seat.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { type ApiWorld, questions, startWorld, told, type Who, type Wrong } from './api-worlds.ts';
import { deck, moverOf } from './given.ts';
import { endsIn, Knowledge, masked, shuffled } from './worlds.ts';

const VIEWERS: readonly Who[] = [1, 2, 3, 'onlooker', 'stranger'];
const PAIRS = 25;

let one: ApiWorld;
let other: ApiWorld;
let wrong: Wrong = {};

beforeAll(async () => {
  [one, other] = await Promise.all([startWorld(() => wrong), startWorld(() => wrong)]);
});
afterAll(async () => {
  await Promise.all([one.api.end(), other.api.end()]);
});

interface Move {
  readonly seat: Seat;
  readonly text: string;
}

/** What the viewer was told, by the way out. */
interface Heard {
  readonly exit: string;
  readonly text: string;
}

interface Played {
  readonly moves: readonly Move[];
  readonly heard: readonly Heard[];
  readonly ends: string;
  readonly secrets: readonly string[];
}

/** Plays the moves, or random ones where there are none yet; asks now and then, and after the last. */
async function playIn(
  world: ApiWorld,
  match: string,
  viewer: Who,
  seed: number,
  script?: readonly Move[],
): Promise<Played> {
  const random = randomFrom(seed);
  const asking = randomFrom(seed + 1);
  const length = script?.length ?? 5 + random.below(random.pick([20, 50]));
  const moves: Move[] = [];
  const heard: Heard[] = [];
  for (;;) {
    const state = await world.state(match);
    const n = moves.length;
    if (n === length || asking.below(15) === 0) heard.push(...(await askAll(world, viewer, state, asking)));
    if (n === length) break;
    const move = script?.[n] ?? randomMove(playOf(state), random);
    const path = `/v1/matches/${match}/moves`;
    const body = { ply: n, moves: [move.text] };
    const answer = await told(world, seatName(move.seat), { exit: 'move', method: 'POST', path, body });
    if (!answer.startsWith('[200')) throw new Error(answer);
    if (move.seat === viewer) heard.push({ exit: 'move', text: answer });
    moves.push(move);
  }
  const { secrets } = await world.state(match);
  const ends = endsIn(await world.events(match));
  return { moves, heard, ends, secrets: [secrets.seed, secrets.saltKey, 'sealedFor'] };
}

/** The state of a match is unknown data to all but its game. */
const playOf = ({ play }: MatchState) => play as State;

function randomMove(play: State, random: Random): Move {
  const seat = moverOf(play);
  return { seat, text: random.pick(astromagie.legalMoves(play, seat).map(astromagie.formatMove)) };
}

function seatName(seat: Seat): Who {
  return seat === 1 || seat === 2 ? seat : 3;
}

async function askAll(world: ApiWorld, viewer: Who, state: MatchState, random: Random): Promise<Heard[]> {
  await world.project(state.id);
  // What is asked depends on the viewer's own cards alone, so that it is the same in both worlds.
  const own = viewer === 'onlooker' || viewer === 'stranger' ? [] : (playOf(state).hands[viewer - 1] ?? []);
  const moves = own.length > 0 ? own.map((card) => `discard ${card}`) : ['discard gem'];
  const heard: Heard[] = [];
  for (const asked of questions(state.id, state.ply, state.head.seq, moves, random)) {
    heard.push({ exit: asked.exit, text: await told(world, viewer, asked) });
  }
  return heard;
}

/** Ways out by which a viewer can tell the two worlds apart; null where another story had to be told. */
async function compareOnce(viewer: Who, seed: number): Promise<string[] | null> {
  const random = randomFrom(seed);
  const orders = [shuffled(deck.order, random), shuffled(deck.order, random)];
  const visibility = random.pick(['public', 'unlisted', 'private']);
  const first = await one.begin(orders, visibility);
  const played = await playIn(one, first, viewer, seed);
  const knowledge = new Knowledge(orders);
  knowledge.learn(await one.events(first));
  const others = knowledge.othersFor(viewer === 'stranger' ? 'onlooker' : viewer, random);
  const second = await other.begin(others, visibility);
  if (second !== first) throw new Error('the worlds have come apart');
  const again = await playIn(other, second, viewer, seed, played.moves);
  if (again.ends !== played.ends) return null;
  return played.heard.flatMap(({ exit, text }, i) => {
    const secret = played.secrets.some((each) => text.includes(each));
    return secret || masked(text) !== masked(again.heard[i]?.text ?? '') ? [exit] : [];
  });
}

describe('over the API', () => {
  it(`AS-50: in ${PAIRS} matches no answer, header, problem, log line or list tells a viewer of hidden cards`, async () => {
    let compared = 0;
    for (let n = 0; n < PAIRS; n += 1) {
      const viewer = VIEWERS[n % VIEWERS.length] ?? 'stranger';
      const leaks = await compareOnce(viewer, n);
      if (leaks !== null) compared += 1;
      expect(leaks ?? [], `seed ${n}, viewer ${viewer}`).toEqual([]);
    }
    expect(compared).toBeGreaterThan(PAIRS * 0.7);
  });
});

let seenLast = '';

const PLANTED: readonly (readonly [string, string, Wrong])[] = [
  [
    'a header',
    'match',
    {
      async answered(path, response, top) {
        if (path.includes('/v1/matches/')) response.headers.set('X-Next', top);
        return response;
      },
    },
  ],
  [
    'a problem',
    'problem',
    {
      async answered(_path, response, top) {
        const { status } = response;
        return status < 400 ? response : new Response(`${await response.text()}${top}`, { status });
      },
    },
  ],
  ['a log line', 'match', { logged: (top) => ({ top }) }],
  ['a list', 'list', { listed: (top) => ({ top }) }],
  [
    'a dry run',
    'dry run',
    { game: { view: (state, viewer, open) => astromagie.view(state, viewer, open || state.phase.type === 'drawing') } },
  ],
  [
    'the board',
    'board',
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
    'events',
    {
      game: {
        draw: (state, chance) =>
          astromagie.draw(state, chance).map((event) => ({ ...event, upcoming: state.pile[0] ?? '' })),
      },
    },
  ],
  ['the legal moves', 'legal moves', { game: { hidden: false } }],
  [
    'the answer to a move',
    'move',
    {
      game: {
        formatPosition: (state, viewer, open) => `${astromagie.formatPosition(state, viewer, open)} ${state.pile[0]}`,
      },
    },
  ],
];

describe('a leak planted in a server is found', () => {
  it.each(PLANTED)('in %s', async (_name, exit, planted) => {
    wrong = planted;
    const found = new Set<string>();
    for (let seed = 100; seed < 110 && !found.has(exit); seed += 1) {
      for (const each of (await compareOnce(seed % 2 === 0 ? 1 : 2, seed)) ?? []) found.add(each);
    }
    wrong = {};
    expect([...found]).toContain(exit);
  });
});
