/** Plans over HTTP: laid, judged, read by their owner alone, played when what they answer comes, and taken away. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';

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
  const entries: FeedEntry[] = [];
  for (let after = '', more = true; more; ) {
    const path = `/v1/me/events?limit=100${after}`;
    const { body } = await who.call<{ entries: FeedEntry[]; next: string; more: boolean }>('GET', path);
    entries.push(...body.entries);
    ({ more } = body);
    after = `&after=${body.next}`;
  }
  return entries.filter((entry) => 'match' in entry && match.endsWith(entry.match));
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
    for (const form of ['full', 'compact']) {
      const { text } = await bob.call('GET', `${match}/record?form=${form}`);
      expect(verifyRecord(text, games)).toMatchObject({ verdict: 'ok', fault: null });
      expect(verifyRecord(text.replace('"by":"plan",', ''), games).verdict).toBe('fault');
    }
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

  test('waits while a turn comes in two requests', async () => {
    await laid(ada, 1, FIRST);
    await move(bob, 1, 'spawn 4');
    expect(await now()).toMatchObject({ ply: 2, toMove: [2] });
    expect(await planOf(ada)).toMatchObject({ ply: 1 });
    await move(bob, 2, 'charge 4');
    expect(await now()).toMatchObject({ ply: 5, toMove: [2] });
  });

  test('declines what its owner was offered, as the owner’s own move would', async () => {
    await laid(ada, 1, FIRST);
    const offered = await bob.call<{ offers: readonly unknown[] }>('POST', `${match}/offers`, { kind: 'draw' });
    expect(offered.body.offers).toMatchObject([{ kind: 'draw', by: 2 }]);
    await move(bob, 1, 'spawn 4', 'charge 4');
    expect(await now()).toMatchObject({ ply: 5, offers: [] });
    expect(await plansTold(ada)).toMatchObject([{ type: 'plan.played' }]);
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

describe('a dry run', () => {
  test('judges as laying does, walks a line, and keeps nothing', async () => {
    const line = [{ moves: FIRST.when }, { moves: ['spawn 2', 'spawn 3'] }];
    const tried = await ada.call<PlanBody>('PUT', `${match}/plan?dry-run=true`, { ply: 1, branches: [FIRST], line });
    expect(tried.body).toEqual({
      plan: { ply: 1, branches: [FIRST], firing: false },
      line: {
        steps: [
          {
            branch: '/branches/0',
            answer: FIRST.answer,
            ply: 5,
            position: expect.stringContaining('/'),
            stoppedBeforeDraw: false,
          },
        ],
        left: { step: 1, reason: 'left_tree' },
      },
    });
    const wrong = await lay(ada, 1, [branch(['surge 4'], ['spawn 1'])], '?dry-run=true');
    expect([wrong.status, wrong.body.code, wrong.body.pointer]).toEqual([422, 'illegal_move', '/branches/0/when/0']);
    expect(await planOf(ada)).toBeNull();
    await move(bob, 1, ...FIRST.when);
    expect(await now()).toMatchObject({ ply: 3 });
  });

  test('a plan may be as large as it may be, and no larger', async () => {
    const wide = (count: number) => {
      const firsts = Array.from({ length: 7 }, (_, n) => `spawn ${n + 1}`);
      const turns = firsts.flatMap((one) => firsts.flatMap((two) => (one < two ? [[one, two]] : [])));
      const answers = turns.slice(0, 10);
      const next = answers.map((when) => branch(when, ['spawn 1']));
      const whole = turns.map((when) => branch(when, ['spawn 5', 'spawn 6'], next));
      // 21 turns, each answered, and ten that come after.
      const few = Math.floor(count / 11);
      return [...whole.slice(0, few), ...turns.slice(few, few + (count % 11)).map((when) => branch(when, ['spawn 5']))];
    };
    const kept = await lay(ada, 1, wide(200));
    expect([kept.status, kept.body.code]).toEqual([200, undefined]);
    const more = await lay(ada, 1, wide(201));
    expect(more.body).toMatchObject({
      code: 'invalid',
      errors: [{ pointer: expect.stringMatching(/^\/branches\/\d+$/), detail: expect.stringContaining('200') }],
    });
    expect(await planOf(ada)).toMatchObject({ ply: 1 });
  });
});

test('others see no difference, anywhere, until it has played', async () => {
  // Without a clock nothing changes by itself.
  match = `/v1/matches/${(await newMatch(ada, bob, { clock: { kind: 'none' } })).id}`;
  await move(ada, 0, 'spawn 4');
  const others = [bob, await newPlayer(api.appWith({}), 'Cyd'), nobody(api.appWith({}))];
  const asked = ['', '?ply=1', '/legal-moves', '/clock', '/events', '/record', '/record?form=compact', '/board.txt'];
  const paths = [
    ...[...asked, '/talk', '/notes', '/plan'].map((more) => `${match}${more}`),
    ...['/v1/me', '/v1/me/turns', '/v1/me/events?limit=100', '/v1/matches?mine=true', '/v1/webhooks'],
  ];
  const tried = [
    ['POST', '/moves', { ply: 0, moves: ['spawn 7'] }],
    ['POST', '/moves?dry-run=true', { ply: 1, moves: ['spawn 4'] }],
    ['PUT', '/plan', { ply: 1, branches: [FIRST] }],
    ['DELETE', '/plan', undefined],
  ] as const;
  async function everything(): Promise<readonly string[]> {
    await api.background.idle();
    const seen: string[] = [];
    for (const who of others) {
      const requests = [
        ...paths.map((path) => ['GET', path, undefined] as const),
        ...tried.map(([method, path, body]) => [method, `${match}${path}`, body] as const),
      ];
      for (const [method, path, body] of requests) {
        const { status, text, headers } = await who.call(method, path, body);
        const said = text.replace(/"(requestId|asOf)":"[^"]*"/g, '');
        seen.push(JSON.stringify([method, path, status, headers.get('Content-Length'), said]));
      }
    }
    return seen;
  }
  const before = await everything();
  const changed = async () => (await everything()).filter((each, n) => each !== before[n]);
  await laid(ada, 1, FIRST);
  expect(await changed()).toEqual([]);
  await laid(ada, 1, branch(['spawn 3', 'charge 3'], ['charge 4']));
  expect(await changed()).toEqual([]);
  expect((await cancel(ada)).status).toBe(204);
  expect(await changed()).toEqual([]);
  // That it can be told at all: a move changes much.
  await move(bob, 1, ...FIRST.when);
  expect((await changed()).length).toBeGreaterThan(10);
});

test('of dice: an answer for any roll is played where the roll allows it, and else the plan is dropped', async () => {
  const met = new Set<string>();
  for (let n = 0; !(met.has('played') && met.has('not_legal')) && n < 30; n += 1) {
    const made = await ada.call<MatchBody>('POST', '/v1/matches', {
      game: 'abiegnus',
      options: { mode: 'two-player' },
    });
    match = `/v1/matches/${made.body.id}`;
    const begun = await bob.call<MatchBody>('POST', `${match}/join`);
    const [mover, planner] = begun.body.toMove[0] === 1 ? [ada, bob] : [bob, ada];
    const legal = await mover.call<{ moves: readonly { text: string }[] }>('GET', `${match}/legal-moves`);
    const turns = legal.body.moves.flatMap(({ text }) => [[text], [text, 'end']]);
    // Any turn that can be over after a step, and a step that some roll allows.
    const steps = ['a1-a2', 'b1-b2', 'c1-c2', 'd1-d2', 'e1-e2', 'a2-a1', 'b2-b1', 'c2-c1', 'd2-d1', 'e2-e1'];
    let when: readonly string[] | undefined;
    for (const [turn, step] of turns.flatMap((turn) => steps.map((step) => [turn, step] as const))) {
      if ((await lay(planner, 0, [branch(turn, [step])])).status !== 200) continue;
      when = turn;
      break;
    }
    if (when === undefined) continue;
    await move(mover, 0, ...when);
    const { ply } = await now();
    const [entry] = await plansTold(planner);
    expect(await planOf(planner)).toBeNull();
    if (entry?.type === 'plan.played') expect(ply).toBe(when.length + 1);
    else expect([ply, entry]).toMatchObject([when.length, { type: 'plan.dropped' }]);
    met.add(entry?.type === 'plan.dropped' ? entry.reason : 'played');
  }
  expect(met).toContain('played');
  expect(met).toContain('not_legal');
});
