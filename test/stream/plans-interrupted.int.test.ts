/** A plan that is played by workers who are killed anywhere, held up, or overtaken, is played once and told once. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { around } from '../support/around.ts';
import { ADA, BOB } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { inTurns } from './in-turns.ts';
import {
  ANSWER,
  cancels,
  changes,
  database,
  LEFT,
  moves,
  movesSince,
  PLAN,
  planned,
  play,
  played,
  random,
  stored,
  told,
  withTable,
} from './plans-kit.ts';

withTable();

const ONCE = [`1* ${ANSWER.join(', ')}`];
const DONE = { plan: { ply: 5, branches: [LEFT], after: 5 }, firing: null, untold: null };

/** The answer was played, once, and its owner knows; whatever else was tried. */
async function expectPlayedOnce(match: MatchId, about: string): Promise<void> {
  expect(await played(match), about).toEqual(ONCE);
  expect(await stored(match), about).toEqual(DONE);
  expect(await told(ADA, match), about).toMatchObject([{ type: 'plan.played', seq: 5, ply: 5, moves: ANSWER }]);
  expect(await told(BOB, match), about).toEqual([]);
}

describe('killed', () => {
  function dying(n: number, when: 'before' | 'after'): DynamoDBClient {
    let requests = 0;
    return around(database.client, async (go) => {
      requests += 1;
      if (requests > n || (requests === n && when === 'before')) throw new Error('dead');
      const answer = await go();
      if (requests >= n) throw new Error('dead');
      return answer;
    });
  }

  const died = (match: MatchId, client: DynamoDBClient) =>
    play(match, client).then(
      () => false,
      () => true,
    );

  test.each(['before', 'after'] as const)('%s any request and begun again, it plays and tells once', async (when) => {
    let kills = 0;
    for (let n = 1; ; n += 1) {
      const match = await planned();
      if (!(await died(match, dying(n, when)))) break;
      kills += 1;
      await play(match);
      await expectPlayedOnce(match, `killed ${when} request ${n}`);
    }
    expect(kills).toBeGreaterThan(15);
  });

  test('again and again, it plays and tells once', async () => {
    for (let run = 0; run < 6; run += 1) {
      const match = await planned();
      for (let kills = 0; kills < 6; kills += 1) {
        await died(match, dying(1 + random.below(12), random.pick(['before', 'after'])));
      }
      await play(match);
      await expectPlayedOnce(match, `run ${run}`);
    }
  });

  test('with a claim of its own left behind, and told again long after, it plays once', async () => {
    const match = await planned();
    for (let n = 1; (await stored(match))?.firing == null; n += 1) await died(match, dying(n, 'after'));
    expect(await played(match)).toEqual([]);
    expect(await cancels(match)).toBe('plan_firing');
    expect(await changes(match, { ply: 3, branches: [LEFT] })).toBe('own_turn');
    await play(match);
    await play(match);
    await expectPlayedOnce(match, 'after a claim');
  });
});

describe('two at once', () => {
  test('wherever one is held up while another does all, it is played and told once', async () => {
    let held = 0;
    for (let holds = true; holds; held += 1) {
      holds = false;
      let turns = 0;
      const match = await planned();
      const workers = inTurns(database.client, 2, (waiting) => {
        turns += 1;
        if (turns <= held || !waiting.includes(1)) return waiting[0] ?? 0;
        holds ||= waiting.includes(0);
        return 1;
      });
      await workers.run(workers.clients.map((client) => () => play(match, client)));
      await expectPlayedOnce(match, `the first held up after ${held} requests`);
    }
    expect(held).toBeGreaterThan(15);
  });

  test('however their requests interleave, it is played and told once', async () => {
    for (let run = 0; run < rounds({ soak: 300, brief: 15, local: 5 }); run += 1) {
      const seed = randomFrom(random.seed + run);
      const match = await planned();
      const workers = inTurns(database.client, 3, (waiting) => seed.pick(waiting));
      await workers.run(workers.clients.map((client) => () => play(match, client)));
      await expectPlayedOnce(match, `seed ${seed.seed}`);
    }
  });
});

/** The owner begins after so many requests of others, as a rule while they are at work. */
const HEAD_START_MOST = 22;

/** Runs the workers in an order that a seed tells; when the owner has an answer, what had been played by then. */
async function raced(
  match: MatchId,
  seed: number,
  workers: number,
  owner: (client: DynamoDBClient) => Promise<string>,
): Promise<{ readonly answer: string; readonly before: readonly string[] }> {
  const order = randomFrom(seed);
  let headStart = order.below(HEAD_START_MOST * workers);
  const turns = inTurns(database.client, workers + 1, (waiting) => {
    headStart -= 1;
    const others = waiting.filter((worker) => worker > 0);
    if (headStart >= 0 && others.length > 0) return order.pick(others);
    return waiting.includes(0) && order.below(2) === 0 ? 0 : order.pick(waiting);
  });
  const [own, ...others] = turns.clients;
  if (own === undefined) throw new Error('there is an owner');
  let answered = { answer: '', before: [] as readonly string[] };
  await turns.run([
    async () => {
      const answer = await owner(own);
      answered = { answer, before: await played(match) };
    },
    ...others.map((client) => () => play(match, client)),
  ]);
  await play(match);
  return answered;
}

const RACES = { soak: 250, brief: 24, local: 8 };

describe('its owner', () => {
  test('who cancels it is told that it is gone, and then nothing more of it is played, or that it is being played', async () => {
    const met = new Set<string>();
    for (let run = 0; run < rounds(RACES); run += 1) {
      const match = await planned();
      const seed = random.seed + run;
      const { answer, before } = await raced(match, seed, 2, (client) => cancels(match, client));
      const after = await played(match);
      if (answer === 'done') {
        expect(after, `seed ${seed}`).toEqual(before);
        expect(await stored(match), `seed ${seed}`).toBeNull();
        met.add(after.length === 0 ? 'before it was played' : 'after');
      } else {
        expect(answer).toBe('plan_firing');
        await expectPlayedOnce(match, `seed ${seed}`);
        met.add('while it was played');
      }
    }
    expect(met.size).toBeGreaterThan(1);
  });

  test('who changes it as the opponent moves has the new one played or is told; the old one is never played after that', async () => {
    const other = { ply: 1, branches: [{ when: PLAN.branches[0]?.when ?? [], answer: ['spawn 2', 'spawn 3'] }] };
    const met = new Set<string>();
    for (let run = 0; run < rounds(RACES); run += 1) {
      const match = await planned(PLAN, false);
      const seed = random.seed + run;
      const order = randomFrom(seed);
      const turns = inTurns(database.client, 3, (waiting) => order.pick(waiting));
      const [own, opponent, worker] = turns.clients;
      let answer = '';
      await turns.run([
        async () => {
          answer = await changes(match, other, own);
          // The stream tells of it, and so does that of Bob's move.
          await play(match, own);
        },
        async () => {
          expect(await moves(match, BOB, 1, ['spawn 4', 'charge 4'], opponent)).toBe('ok');
          await play(match, opponent);
        },
        () => play(match, worker),
      ]);
      await play(match);
      const [, answered] = await movesSince(match, 3);
      met.add(`${answer}: ${answered}`);
      if (answer === 'done') expect(answered, `seed ${seed}`).toBe('1* spawn 2, spawn 3');
      else {
        expect(['own_turn', 'stale_ply', 'plan_firing'], `seed ${seed}`).toContain(answer);
        expect(answered, `seed ${seed}`).toBe(ONCE[0]);
      }
    }
    expect(met.size).toBeGreaterThan(1);
  });

  test('who moves otherwise at the same time moves, or is told that the ply has passed; the plan is dropped or played', async () => {
    const met = new Set<string>();
    for (let run = 0; run < rounds(RACES); run += 1) {
      const match = await planned();
      const seed = random.seed + run;
      const { answer } = await raced(match, seed, 2, (client) => moves(match, ADA, 3, ['spawn 6'], client));
      met.add(answer);
      if (answer === 'ok') {
        expect(await played(match), `seed ${seed}`).toEqual(['1 spawn 6']);
        expect(await stored(match), `seed ${seed}`).toBeNull();
        expect(await told(ADA, match)).toMatchObject([{ type: 'plan.dropped', reason: 'left_tree', seq: 5, ply: 4 }]);
      } else {
        expect(answer).toBe('stale_ply');
        await expectPlayedOnce(match, `seed ${seed}`);
      }
    }
    expect(met.size).toBe(2);
  });

  test('who makes the very move by hand makes it once, with the plan or without it', async () => {
    const met = new Set<string>();
    for (let run = 0; run < rounds(RACES); run += 1) {
      const match = await planned();
      const seed = random.seed + run;
      const { answer } = await raced(match, seed, 1, (client) => moves(match, ADA, 3, ANSWER, client));
      expect(answer, `seed ${seed}`).toBe('ok');
      const [only, ...more] = await played(match);
      expect(more).toEqual([]);
      expect(await stored(match), `seed ${seed}`).toEqual(DONE);
      const byPlan = only === ONCE[0];
      expect(await told(ADA, match), `seed ${seed}`).toHaveLength(byPlan ? 1 : 0);
      met.add(String(byPlan));
    }
    expect(met.size).toBe(2);
  });
});
