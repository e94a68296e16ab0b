/** What a rebuild makes of invitations: the lists and feeds of players who never had a seat. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { declineInvitation } from '../../domain/match/invitations.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { type Projection, projectMatch } from '../../functions/stream/project.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { BOB, CYD, created, goneOn, type Story } from '../support/matches.ts';
import { again, clock } from './rebuild-kit.ts';
import { allItems, dropItems, type Item, putItems } from './whole-table.ts';

let database: TestTable;
let derived: Projection;

beforeAll(async () => {
  database = await startTable();
  clock.set(Date.parse('2030-01-02T00:00:00.000Z'));
  derived = projectionOn(database, games, clock.now);
  const waits = created('m_0000000000000001', { visibility: 'private', invited: [BOB, CYD] });
  const over = created('m_0000000000000002', { invited: [BOB] });
  for (const story of [waits, goneOn(over, (match) => declineInvitation(match, BOB, 'later'))]) await store(story);
});
afterAll(() => database.stop());

async function store(story: Story): Promise<void> {
  for (const [n, commit] of story.commits.entries()) {
    const state = story.states[n];
    if (state !== undefined) await derived.log.append(state, commit, n);
  }
  await projectMatch(derived, story.id);
}

const isOf = (kind: string) => (item: Item) => item.pk?.S?.startsWith(`${kind}#`) === true;
const itemsOf = async (kind: string) => (await allItems(database)).filter(isOf(kind));

async function told(player: PlayerId): Promise<readonly string[]> {
  const { entries } = await derived.feeds.read(player, 0, 100);
  return entries.map((entry) => ('match' in entry ? `${entry.match} ${entry.type}` : entry.type));
}

async function waiting(player: PlayerId): Promise<readonly string[]> {
  return (await derived.invitations.page(player, 100, null)).invitations.map(({ match }) => match.id);
}

test('makes them again from the logs alone', async () => {
  const before = { waiting: await waiting(BOB), bob: await told(BOB), cyd: await told(CYD) };
  expect(before.waiting).toEqual(['m_0000000000000001']);
  expect([...before.bob].sort()).toEqual([
    'm_0000000000000001 invitation.received',
    'm_0000000000000002 invitation.over',
    'm_0000000000000002 invitation.received',
  ]);
  await dropItems(database, [...(await itemsOf('invited')), ...(await itemsOf('feed'))]);
  expect([await waiting(BOB), await told(BOB)]).toEqual([[], []]);
  const rebuilt = await again(database);
  expect(rebuilt.failed.size).toBe(0);
  expect(await waiting(BOB)).toEqual(before.waiting);
  expect([...(await told(BOB))].sort()).toEqual([...before.bob].sort());
  expect(await told(CYD)).toEqual(before.cyd);
});

test('takes out what should not be there: of who is not invited, and of another time', async () => {
  const [item] = await itemsOf('invited');
  if (item === undefined) throw new Error('nobody is invited');
  const right = await itemsOf('invited');
  const [at = '', match = ''] = item.sk?.S?.split('#') ?? [];
  const other = new Date(Date.parse(at) + 1).toISOString();
  await putItems(database, [
    { ...item, pk: { S: 'invited#p_0000000000000009' } },
    { ...item, sk: { S: `${other}#${match}` } },
  ]);
  expect((await again(database)).removed).toBe(2);
  const isGone = (each: Item) => each.gone !== undefined;
  const left = (await itemsOf('invited')).filter((each) => !isGone(each));
  expect(left.map(({ pk, sk }) => [pk, sk])).toEqual(
    right.filter((each) => !isGone(each)).map(({ pk, sk }) => [pk, sk]),
  );
});
