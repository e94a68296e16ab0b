/** Blocks on a real table: there or not, all at once, whatever happens on the way. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { BLOCKS_MOST, block } from '../../functions/api/blocks.ts';
import { apartFrom } from '../../functions/play/apart.ts';
import { type Blocks, dynamoBlocks } from '../../functions/store/blocks.ts';
import { keys } from '../../functions/store/table.ts';
import { emptyTable, putItems } from '../stream/whole-table.ts';
import { around } from '../support/around.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, BOB, CYD } from '../support/matches.ts';
import { type Meter, meteredClient } from '../support/meter.ts';
import { playerNumber } from '../support/traffic.ts';

const AT = '2030-01-01T00:00:00.000Z';
const LATER = '2030-01-02T00:00:00.000Z';

let database: TestTable;
let meter: Meter;
let blocks: Blocks;

beforeAll(async () => {
  database = await startTable();
  meter = meteredClient(database.endpoint);
  blocks = dynamoBlocks(meter.client, database.table);
});
beforeEach(() => emptyTable(database));
afterAll(async () => {
  meter.client.destroy();
  await database.stop();
});

const EVERYBODY = [ADA, BOB, CYD];
const apart = async (player: PlayerId) => [...(await apartFrom({ blocks }, player, EVERYBODY))];

test('a block keeps both apart, and nobody else', async () => {
  await blocks.add(ADA, BOB, AT);
  expect([await apart(ADA), await apart(BOB), await apart(CYD)]).toEqual([[BOB], [ADA], []]);
  await blocks.remove(ADA, BOB);
  expect([await apart(ADA), await apart(BOB), await apart(CYD)]).toEqual([[], [], []]);
});

test('where each has blocked the other, both have to take it back', async () => {
  await blocks.add(ADA, BOB, AT);
  await blocks.add(BOB, ADA, AT);
  await blocks.remove(ADA, BOB);
  expect([await apart(ADA), await apart(BOB)]).toEqual([[BOB], [ADA]]);
  await blocks.remove(BOB, ADA);
  expect([await apart(ADA), await apart(BOB)]).toEqual([[], []]);
});

test('a block that stands keeps its time when it is made again', async () => {
  await blocks.add(ADA, BOB, AT);
  await blocks.add(ADA, BOB, LATER);
  expect((await blocks.page(ADA, 10, null)).blocks).toEqual([{ player: BOB, at: AT }]);
  await blocks.remove(ADA, BOB);
  await blocks.add(ADA, BOB, LATER);
  expect((await blocks.page(ADA, 10, null)).blocks).toEqual([{ player: BOB, at: LATER }]);
});

test('pages have what the player has made alone, in order', async () => {
  const players = Array.from({ length: 7 }, (_, n) => playerNumber(n + 1));
  for (const player of players) await blocks.add(ADA, player, AT);
  for (const player of players) await blocks.add(player, ADA, AT);
  const found: PlayerId[] = [];
  const sizes: number[] = [];
  for (let after: PlayerId | null = null, more = true; more; ) {
    const page = await blocks.page(ADA, 3, after);
    found.push(...page.blocks.map(({ player }) => player));
    sizes.push(page.blocks.length);
    after = page.next;
    more = after !== null;
  }
  expect(found).toEqual(players);
  expect(sizes).toEqual([3, 3, 1]);
  expect(await blocks.count(ADA)).toBe(7);
});

test('to find nobody costs one strongly consistent Query, and among nobody else nothing', async () => {
  meter.take();
  expect(await apart(ADA)).toEqual([]);
  expect(meter.take()).toMatchObject({ requests: ['Query'], consistent: true });
  expect([...(await apartFrom({ blocks }, ADA, [ADA, ADA]))]).toEqual([]);
  expect(meter.take().requests).toEqual([]);
});

test('killed before or after any write, a block holds both ways or not at all; made again, it holds', async () => {
  for (const [n, when, holds] of [
    [1, 'before', false],
    [1, 'after', false],
    [2, 'before', false],
    [2, 'after', true],
  ] as const) {
    await emptyTable(database);
    const broken = dynamoBlocks(dying(n, when), database.table);
    await expect(broken.add(ADA, BOB, AT)).rejects.toThrow('dead');
    expect([await apart(ADA), await apart(BOB)], `${when} ${n}`).toEqual(holds ? [[BOB], [ADA]] : [[], []]);
    await blocks.add(ADA, BOB, AT);
    expect([await apart(ADA), await apart(BOB)]).toEqual([[BOB], [ADA]]);
  }
});

test('made and taken back many times at once, it is in the end the same for both, and a block made then holds', async () => {
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? blocks.add(ADA, BOB, AT) : blocks.remove(ADA, BOB))),
    );
    const isListed = (await blocks.page(ADA, 10, null)).blocks.length === 1;
    expect([await apart(ADA), await apart(BOB)]).toEqual(isListed ? [[BOB], [ADA]] : [[], []]);
    await Promise.all([blocks.add(ADA, BOB, AT), blocks.remove(BOB, ADA)]);
    expect([await apart(ADA), await apart(BOB)]).toEqual([[BOB], [ADA]]);
    await blocks.remove(ADA, BOB);
  }
});

test('no more can be made than one may have; one that stands may be made again, and one taken back makes room', async () => {
  const ids = Array.from({ length: BLOCKS_MOST - 1 }, (_, n) => playerNumber(n + 1));
  await putItems(
    database,
    ids.map((id) => ({ ...keys.block(ADA, id), at: { S: AT } })),
  );
  const make = (player: PlayerId) => block({ blocks }, ADA, player, new Date(AT));
  await make(BOB);
  await expect(make(CYD)).rejects.toMatchObject({ code: 'too_many_blocks' });
  await make(playerNumber(1));
  expect(await blocks.count(ADA)).toBe(BLOCKS_MOST);
  await blocks.remove(ADA, playerNumber(1));
  await make(CYD);
  expect(await apart(ADA)).toEqual([BOB, CYD]);
});

/** A process that dies before or after its n-th request. */
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
