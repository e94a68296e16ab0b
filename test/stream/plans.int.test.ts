/** What the stream makes of plans when nothing disturbs it, and what that costs. */
import { expect, test } from 'vitest';
import { findBehind } from '../../functions/local/catch-up.ts';
import { planTopic } from '../../functions/store/topic.ts';
import { topicsIn } from '../../functions/stream/changes.ts';
import { around } from '../support/around.ts';
import { ADA, BOB } from '../support/matches.ts';
import {
  ANSWER,
  CAME,
  database,
  deps,
  LEFT,
  lay,
  moves,
  PLAN,
  planned,
  play,
  played,
  stored,
  told,
  withTable,
} from './plans-kit.ts';

withTable();

test('a match without plans costs one read', async () => {
  const match = await planned();
  await deps().plans.remove((await deps().plans.ofMatch(match))[0] as never);
  let requests = 0;
  const counting = around(database.client, (go) => {
    requests += 1;
    return go();
  });
  await play(match, counting);
  expect(requests).toBe(1);
});

test('a plan that waits is left as it is, however often it is looked at', async () => {
  const match = await planned(PLAN, false);
  const before = await deps().plans.ofMatch(match);
  await play(match);
  await play(match);
  expect(await deps().plans.ofMatch(match)).toEqual(before);
});

test('of two plans each answers the other, turn after turn', async () => {
  const match = await planned(PLAN, false);
  const bobs = { when: ['charge 4', 'spawn 1'], answer: ['advance 4', 'spawn 5'] };
  const last = { when: ['spawn 2', 'charge 2'], answer: ['spawn 6', 'spawn 7'] };
  await lay(match, BOB, { ply: 3, after: 4, branches: [{ ...bobs, next: [last] }] });
  expect(await moves(match, BOB, 1, CAME)).toBe('ok');
  for (let n = 0; n < 4; n += 1) await play(match);
  expect(await played(match)).toEqual([
    '1* charge 4, spawn 1',
    '2* advance 4, spawn 5',
    '1* spawn 2, charge 2',
    '2* spawn 6, spawn 7',
  ]);
  expect(await deps().plans.ofMatch(match)).toEqual([]);
  for (const player of [ADA, BOB]) {
    expect((await told(player, match)).map(({ type }) => type)).toEqual(['plan.played', 'plan.played']);
  }
});

test('what its owner has played by hand is told nowhere, and the plan goes on', async () => {
  const match = await planned();
  expect(await moves(match, ADA, 3, ANSWER)).toBe('ok');
  await play(match);
  expect(await stored(match)).toEqual({ plan: { ply: 5, branches: [LEFT], after: 5 }, firing: null, untold: null });
  expect(await told(ADA, match)).toEqual([]);
});

test('time that has run out comes first: the plan is claimed until that is settled, and then dropped', async () => {
  const time = { clock: { kind: 'per-turn', time: 'P1D' }, vacation: false, startWithin: 'P90D' } as const;
  const match = await planned(PLAN, true, { time });
  const { state } = (await deps().log.load(match)) as { state: { at: string } };
  const deadline = Date.parse(state.at) + 86_400_000;
  await play(match, undefined, new Date(deadline + 1000));
  expect(await played(match)).toEqual([]);
  expect((await stored(match))?.firing).toEqual({ ply: 3, moves: ANSWER });
  await play(match, undefined, new Date(deadline + 120_000));
  const commits = await deps().log.read(match, 4, 10);
  expect(commits.flatMap(({ events }) => events.map(({ type }) => type))).toEqual(['seat.timed-out', 'match.finished']);
  expect(await stored(match)).toBeNull();
  expect(await told(ADA, match)).toMatchObject([{ type: 'plan.dropped', reason: 'match_over' }]);
});

test('in time it is made at once, and charged from when the turn began', async () => {
  const time = { clock: { kind: 'per-turn', time: 'P1D' }, vacation: false, startWithin: 'P90D' } as const;
  const match = await planned(PLAN, true, { time });
  await play(match);
  expect(await played(match)).toEqual([`1* ${ANSWER.join(', ')}`]);
  const [commit] = await deps().log.read(match, 4, 1);
  expect(commit?.at).toBe('2030-01-01T01:00:00.000Z');
});

test('an answer that the rules do not allow after all is not played, and that is told', async () => {
  // No plan that was judged is like this in a game without dice.
  const match = await planned({ ply: 1, branches: [{ when: CAME, answer: ['surge 7'] }] });
  await play(match);
  expect(await played(match)).toEqual([]);
  expect(await stored(match)).toBeNull();
  expect(await told(ADA, match)).toMatchObject([
    { type: 'plan.dropped', reason: 'not_legal', seq: 4, ply: 3, seat: 1 },
  ]);
});

test('a start after a kill looks at every match with a plan', async () => {
  const match = await planned();
  expect(await findBehind(database.client, database.table, () => undefined)).toContain(planTopic(match));
});

test('a commit, and a plan that is laid or changed, has the plans of the match looked at; one that is gone does not', () => {
  const record = (eventName: 'INSERT' | 'MODIFY' | 'REMOVE', pk: string, sk: string) => ({
    eventName,
    dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: '1' },
  });
  const match = 'm_0000000000000000';
  const topics = (...records: ReturnType<typeof record>[]) => [...topicsIn(records).keys()];
  expect(topics(record('INSERT', `match#${match}`, 'commit#00000007'))).toEqual([match, planTopic(match)]);
  for (const kind of ['INSERT', 'MODIFY'] as const)
    expect(topics(record(kind, `plan#${match}`, `plan#${ADA}`))).toEqual([planTopic(match)]);
  expect(topics(record('REMOVE', `plan#${match}`, `plan#${ADA}`))).toEqual([]);
});
