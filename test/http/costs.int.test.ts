/** What a move costs in DynamoDB, by the capacity that the engine says was consumed. */
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { games } from '../../domain/games.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { countRequests } from '../../functions/api/limits/limits.ts';
import { everyPolicy } from '../../functions/api/limits/policies.ts';
import { itemBytes } from '../../functions/store/commit-item.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoTokens } from '../../functions/store/dynamo-tokens.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { keys } from '../../functions/store/table.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { Mirror, sendMoves } from '../support/aquaignis.ts';
import { type Bot, endless, hasty, piecesIn } from '../support/bots.ts';
import { type Client, clientOf, newMatch, newPlayer } from '../support/clients.ts';
import { type Cost, type Meter, meteredClient } from '../support/meter.ts';
import { progress } from '../support/progress.ts';
import { type Random, randomFrom } from '../support/random.ts';

const WRITE_UNITS_MOST = 3;
const READ_UNITS_MOST = 2;

let api: TestApi;
let meter: Meter;
let ada: Client;
let bob: Client;

/** How far ahead of the clock requests are received. */
let ahead = 0;

beforeAll(async () => {
  // Names and tokens are kept for a minute, and what looks them up again is not the move's: let that be a long one.
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() / 20);
  api = await startApi();
  meter = meteredClient(api.database.endpoint);
  const { table } = api.database;
  // The log alone, without the stream, whose work is paid apart; tokens and names are looked up through the meter too.
  const send = api.appWith({
    log: dynamoLog(meter.client, table, games),
    players: dynamoPlayers(meter.client, table),
    tokens: dynamoTokens(meter.client, table),
    receivedAt: () => new Date(Date.now() + ahead),
    // Every request is counted, though none is refused.
    limits: countRequests(everyPolicy({ quota: 1e6, seconds: 1 })),
  });
  const players = await Promise.all([newPlayer(send, 'Ada'), newPlayer(send, 'Bob')]);
  [ada, bob] = players.map(({ id, token }) => clientOf(send, id, token)) as [Client, Client];
});
afterAll(async () => {
  vi.restoreAllMocks();
  meter.client.destroy();
  await api.end();
});

/** What each move of a match cost, by the ply it led to. */
interface Bill {
  readonly ply: number;
  readonly cost: Cost;
  readonly quiet: number;
  readonly pieces: number;
}

/** Plays until `plies` or the end, `batch` moves at once where the turn has so many. */
async function playMetered(
  bot: Bot,
  random: Random,
  plies: number,
  batch: 1 | 2,
): Promise<{ id: MatchId; bills: Bill[] }> {
  const { id } = await newMatch(ada, bob, { entropy: 'the longest that may be given: '.padEnd(64, 'x') });
  const mirror = new Mirror();
  const bills: Bill[] = [];
  const tell = progress(`plies of a long match (${batch} at once)`, plies);
  while (mirror.ply < plies && !mirror.over) {
    const { ply, seat, state } = mirror;
    const moves: string[] = [];
    while (moves.length < batch && !mirror.over && mirror.seat === seat && mirror.state.turn === state.turn) {
      const move = bot(mirror.state, random);
      mirror.play(move);
      moves.push(move);
    }
    meter.take();
    const answer = await sendMoves(seat === 1 ? ada : bob, id, ply, ...moves);
    expect(answer.status, `seed ${random.seed}: ${answer.text}`).toBe(200);
    expect(answer.body.position).toBe(mirror.position);
    bills.push({
      ply: mirror.ply,
      cost: meter.take(),
      quiet: mirror.state.quietStarts.length - 1,
      pieces: piecesIn(mirror.state),
    });
    expectCheap(bills.slice(-1), random.seed);
    tell(mirror.ply);
  }
  return { id: id as MatchId, bills };
}

const highest = (numbers: readonly number[]) => Math.max(...numbers);
const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

/** In one line what a match cost. */
function summary(bills: readonly Bill[]): string {
  const writes = bills.map(({ cost }) => cost.writeUnits);
  const reads = bills.map(({ cost }) => cost.readUnits);
  const quiet = highest(bills.map((bill) => bill.quiet));
  const pieces = highest(bills.map((bill) => bill.pieces));
  return [
    `${bills.length} requests to ply ${bills.at(-1)?.ply}, up to ${quiet} quiet turns and ${pieces} pieces:`,
    `write units ${mean(writes).toFixed(2)} in the mean, ${highest(writes)} at most;`,
    `read units ${mean(reads).toFixed(2)} in the mean, ${highest(reads)} at most`,
  ].join(' ');
}

function expectCheap(bills: readonly Bill[], seed: number): void {
  for (const { ply, cost } of bills) {
    const where = `ply ${ply}, seed ${seed}`;
    expect(cost.requests, where).toEqual(['Query', 'PutItem']);
    expect(cost.consistent, where).toBe(true);
    expect(cost.writeUnits, where).toBeGreaterThan(0);
    expect(cost.writeUnits, where).toBeLessThanOrEqual(WRITE_UNITS_MOST);
    expect(cost.readUnits, where).toBeGreaterThan(0);
    expect(cost.readUnits, where).toBeLessThanOrEqual(READ_UNITS_MOST);
  }
}

describe('a submitted move: one Query and one Put, at most 3 write units and 2 read units', () => {
  test('at ply 10, at ply 1,000 and all along, with full boards and long quiet histories', async () => {
    const random = randomFrom();
    const { bills } = await playMetered(endless(57), random, 1000, 1);
    console.log(summary(bills));
    // What the test is about was really met.
    expect(bills.map(({ ply }) => ply)).toEqual(expect.arrayContaining([10, 1000]));
    expect(highest(bills.map(({ quiet }) => quiet))).toBeGreaterThanOrEqual(55);
    expect(highest(bills.map(({ pieces }) => pieces))).toBe(16);
  });

  test('sent as batches of a whole turn', async () => {
    const random = randomFrom();
    const { bills } = await playMetered(endless(57), random, 500, 2);
    console.log(summary(bills));
    expect(bills.some(({ ply }, n) => n > 0 && ply - (bills[n - 1]?.ply ?? 0) === 2)).toBe(true);
  });

  test('in games with much happening at once', async () => {
    for (let seed = 0; seed < 5; seed += 1) {
      const { bills } = await playMetered(hasty, randomFrom(seed), 200, 2);
      expect(bills.length).toBeGreaterThan(30);
    }
  });

  test('to record when a token was last used is part of looking it up: a move in a new hour costs the same', async () => {
    const { id } = await newMatch(ada, bob);
    ahead = 3_600_000;
    meter.take();
    expect((await sendMoves(ada, id, 0, 'spawn 1')).status).toBe(200);
    expect(meter.take().requests).toEqual(['Query', 'PutItem']);
    // Another server has to look up who that is, and then it is written once.
    const restarted = api.appWith({
      tokens: dynamoTokens(meter.client, api.database.table),
      receivedAt: () => new Date(Date.now() + ahead),
    });
    for (let n = 0; n < 3; n += 1) await clientOf(restarted, ada.id, ada.token).call('GET', '/v1/games');
    expect(meter.take().requests).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
    ahead = 0;
  });

  test('a refused move costs the Query alone, and a retry no Put', async () => {
    const { id } = await newMatch(ada, bob);
    const first = await sendMoves(ada, id, 0, 'spawn 1');
    meter.take();
    expect((await sendMoves(ada, id, 1, 'spawn 1')).status).toBe(409);
    expect(meter.take().requests).toEqual(['Query']);
    expect((await sendMoves(ada, id, 0, 'spawn 1')).text).toBe(first.text);
    expect(meter.take().requests).toEqual(['Query']);
  });
});

describe('what a finished match of 80 plies takes', () => {
  test('under 30,000 bytes in the table and under 3,000 as a compact record', async () => {
    const sizes: { stored: number; compact: number }[] = [];
    for (const [bot, seed] of [
      [endless(40), 1],
      [endless(57), 2],
      [hasty, 5],
      [hasty, 13],
    ] as const) {
      const { id, bills } = await playMetered(bot, randomFrom(seed), 80, 1);
      expect(bills).toHaveLength(80);
      await ada.call('POST', `/v1/matches/${id}/resign`);
      const compact = await ada.call('GET', `/v1/matches/${id}/record?form=compact`);
      expect(compact.status).toBe(200);
      const record = compact.body as { commits: unknown[] };
      expect(record.commits).toHaveLength(83);
      sizes.push({ stored: await storedBytes(id), compact: Buffer.byteLength(compact.text) });
    }
    console.log(
      `80 plies: ${sizes.map(({ stored, compact }) => `${stored} B stored, ${compact} B compact`).join('; ')}`,
    );
    for (const { stored, compact } of sizes) {
      expect(stored).toBeLessThan(30_000);
      expect(compact).toBeLessThan(3000);
    }
  });
});

/** As DynamoDB bills storage: names, values, and 100 bytes an item. */
async function storedBytes(match: string): Promise<number> {
  const answer = await api.database.client.send(
    new QueryCommand({
      TableName: api.database.table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.commit(match, 0).pk },
    }),
  );
  expect(answer.LastEvaluatedKey).toBeUndefined();
  const commits = (answer.Items ?? []).filter(({ sk }) => sk?.S?.startsWith('commit#'));
  expect(commits).toHaveLength(83);
  return commits.reduce((sum, item) => sum + itemBytes(item) + 100, 0);
}
