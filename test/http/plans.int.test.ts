/** Plans over HTTP: laid, judged, read by their owner alone, played when what they answer comes, and taken away. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let match: string;

beforeAll(async () => {
  api = await startApi();
  const send = api.appWith({});
  [ada, bob] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob')];
});
beforeEach(async () => {
  match = `/v1/matches/${(await newMatch(ada, bob)).id}`;
  await move(ada, 0, 'spawn 4');
});
afterAll(() => api.end());

interface BranchBody {
  readonly when: readonly string[];
  readonly roll?: string;
  readonly answer: readonly string[];
  readonly next?: readonly BranchBody[];
}

interface PlanBody {
  readonly plan: { readonly ply: number; readonly branches: readonly BranchBody[]; readonly firing: boolean } | null;
  readonly line?: unknown;
}

interface ProblemBody {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly [field: string]: unknown;
}

const branch = (when: readonly string[], answer: readonly string[], next?: readonly BranchBody[]): BranchBody => {
  return { when, answer, ...(next === undefined ? {} : { next }) };
};

/** Bob's second turn and the third, with what Ada answers to each. */
const SECOND = branch(['advance 4', 'spawn 5'], ['spawn 2', 'charge 2']);
const FIRST = branch(['spawn 4', 'charge 4'], ['charge 4', 'spawn 1'], [SECOND]);

async function move(who: Client, ply: number, ...moves: readonly string[]): Promise<MatchBody> {
  const answer = await who.call<MatchBody>('POST', `${match}/moves`, { ply, moves });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

const lay = (who: Client, ply: number, branches: unknown, query = '') =>
  who.call<PlanBody & ProblemBody>('PUT', `${match}/plan${query}`, { ply, branches });
const planOf = async (who: Client) => (await who.call<PlanBody>('GET', `${match}/plan`)).body.plan;
const cancel = (who: Client) => who.call<ProblemBody>('DELETE', `${match}/plan`);

async function laid(who: Client, ply: number, ...branches: readonly BranchBody[]): Promise<void> {
  const answer = await lay(who, ply, branches);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** The match when nothing is left to do. */
async function now(): Promise<MatchBody> {
  await api.background.idle();
  return (await ada.call<MatchBody>('GET', match)).body;
}

interface Logged {
  readonly type: string;
  readonly seat?: number;
  readonly move?: string;
  readonly by?: string;
}

async function movesMade(): Promise<readonly string[]> {
  const { body } = await ada.call<{ commits: readonly { events: readonly Logged[] }[] }>('GET', `${match}/events`);
  return body.commits.flatMap(({ events }) =>
    events.flatMap(({ type, seat, move: made, by }) =>
      type === 'move.made' ? [`${seat} ${made}${by === undefined ? '' : ` by ${by}`}`] : [],
    ),
  );
}

async function told(who: Client): Promise<readonly FeedEntry[]> {
  await api.background.idle();
  const { body } = await who.call<{ entries: readonly FeedEntry[] }>('GET', '/v1/me/events?limit=100');
  return body.entries.filter((entry) => 'match' in entry && match.endsWith(entry.match));
}

const plansTold = async (who: Client) => (await told(who)).filter(({ type }) => type.startsWith('plan.'));

describe('a plan', () => {
  test('answers what it was laid for, move for move, until it comes to its end', async () => {
    await laid(ada, 1, FIRST);
    await move(bob, 1, 'spawn 4', 'charge 4');
    expect(await now()).toMatchObject({ ply: 5, toMove: [2] });
    expect(await planOf(ada)).toEqual({ ply: 5, branches: [SECOND], firing: false });

    await move(bob, 5, 'advance 4', 'spawn 5');
    expect(await now()).toMatchObject({ ply: 9, toMove: [2] });
    expect(await planOf(ada)).toBeNull();
    expect(await movesMade()).toEqual([
      '1 spawn 4',
      ...['2 spawn 4', '2 charge 4', '1 charge 4 by plan', '1 spawn 1 by plan'],
      ...['2 advance 4', '2 spawn 5', '1 spawn 2 by plan', '1 charge 2 by plan'],
    ]);
    const about = { match: match.slice('/v1/matches/'.length), game: 'aquaignis', seat: 1 };
    expect(await plansTold(ada)).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        type: 'plan.played',
        ...about,
        seq: 5,
        ply: 5,
        moves: FIRST.answer,
      },
      {
        id: expect.any(String),
        at: expect.any(String),
        type: 'plan.played',
        ...about,
        seq: 7,
        ply: 9,
        moves: SECOND.answer,
      },
    ]);
    const made = (await told(bob)).filter((entry) => entry.type === 'move.made' && entry.by === 1);
    expect(made).toMatchObject([{ moves: ['spawn 4'] }, { moves: FIRST.answer, planned: true }, { planned: true }]);
    expect(made[0]).not.toHaveProperty('planned');
    expect(await plansTold(bob)).toEqual([]);
  });

  test('waits while a turn comes in two requests, also through what is taken back of it', async () => {
    await laid(ada, 1, FIRST);
    await move(bob, 1, 'spawn 4');
    expect(await now()).toMatchObject({ ply: 2, toMove: [2] });
    expect(await planOf(ada)).toMatchObject({ ply: 1 });
    await move(bob, 2, 'charge 4');
    expect(await now()).toMatchObject({ ply: 5, toMove: [2] });
  });

  test('is dropped as soon as nothing in it can come any more', async () => {
    await laid(ada, 1, FIRST);
    await move(bob, 1, 'spawn 3');
    expect(await plansTold(ada)).toMatchObject([{ type: 'plan.dropped', reason: 'left_tree', ply: 2, seat: 1 }]);
    expect(await planOf(ada)).toBeNull();
    await move(bob, 2, 'charge 3');
    expect(await now()).toMatchObject({ ply: 3, toMove: [1] });
    expect(await plansTold(ada)).toHaveLength(1);
  });

  test('is dropped when its position is taken back, and when the match is over', async () => {
    await laid(ada, 1, FIRST);
    const offer = await ada.call<{ offers: readonly { offer: string }[] }>('POST', `${match}/offers`, {
      kind: 'takeback',
      toPly: 0,
    });
    const [made] = offer.body.offers;
    expect((await bob.call('POST', `${match}/offers/${made?.offer}/accept`)).status).toBe(200);
    expect(await plansTold(ada)).toMatchObject([{ type: 'plan.dropped', reason: 'taken_back' }]);

    match = `/v1/matches/${(await newMatch(ada, bob)).id}`;
    await move(ada, 0, 'spawn 4');
    await laid(ada, 1, FIRST);
    await bob.call('POST', `${match}/resign`);
    expect(await plansTold(ada)).toMatchObject([{ type: 'plan.dropped', reason: 'match_over' }]);
    expect(await planOf(ada)).toBeNull();
  });
});

describe('laid again', () => {
  test('the same changes nothing, another takes its place, and the moves are written as the game does', async () => {
    const first = await lay(ada, 1, [branch(['S4', 'charge  4'], ['CHARGE 4'])]);
    expect(first.body).toEqual({
      plan: { ply: 1, branches: [branch(['spawn 4', 'charge 4'], ['charge 4'])], firing: false },
    });
    const again = await lay(ada, 1, [branch(['spawn 4', 'charge 4'], ['charge 4'])]);
    expect([again.status, again.text]).toEqual([200, first.text]);
    await laid(ada, 1, FIRST);
    expect(await planOf(ada)).toMatchObject({ branches: [FIRST] });
    expect((await cancel(ada)).status).toBe(204);
    expect(await planOf(ada)).toBeNull();
    expect((await cancel(ada)).status).toBe(204);
    await move(bob, 1, 'spawn 4', 'charge 4');
    expect(await now()).toMatchObject({ ply: 3, toMove: [1] });
    expect(await plansTold(ada)).toEqual([]);
  });
});
