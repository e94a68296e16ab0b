/** What goes on behind the API where the database's own stream is no help: it has forgotten, or does not answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { startBackground } from '../../functions/local/background.ts';
import { findBehind } from '../../functions/local/catch-up.ts';
import type { StreamSource } from '../../functions/local/stream-source.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, BOB, begun, idFrom } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

const STOPS_WITHIN_MS = 10_000;

let database: TestTable;

beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database?.stop());

function start(source: StreamSource) {
  const { client, table } = database;
  return startBackground({
    ...{ client, table, games, source, webhookLoopback: false },
    // As if the match had just been played.
    now: () => new Date('2030-01-01T00:01:00.000Z'),
    report: (line) => {
      throw new Error(JSON.stringify(line));
    },
  });
}

const nothing: StreamSource = {
  arn: 'arn:aws:dynamodb:local:000000000000:table/plypost-test/stream/now',
  shards: async () => [],
  iterator: async () => '',
  read: async () => ({ records: [], next: null }),
};

test('what was left undone is caught up with, though the stream tells of it no more', async () => {
  const { client, table } = database;
  const story = begun(idFrom(randomFrom()));
  const log = dynamoLog(client, table, games);
  for (const [n, commit] of story.commits.entries()) {
    const next = story.states[n];
    if (next !== undefined) await log.append(next, commit, n);
  }

  const background = start(nothing);
  const behind = await findBehind(client, table, () => undefined);
  expect(behind).toEqual([story.id]);
  for (const match of behind) background.follower.catchUp(match);
  await background.idle();
  expect(await findBehind(client, table, () => undefined)).toEqual([]);
  const typesOf = async (player: PlayerId) =>
    (await background.feeds.read(player, 0, 100)).entries.map(({ type }) => type);
  expect(await typesOf(ADA)).toEqual(['seat.joined', 'seat.joined', 'match.started', 'turn.started']);
  expect(await typesOf(BOB)).toEqual(['seat.joined', 'match.started']);
  expect(await background.stop()).toBe(true);
});

test('a stop is not held up by a stream that does not answer', async () => {
  const background = start({ ...nothing, shards: () => new Promise(() => undefined) });
  const begun = performance.now();
  expect(await background.stop()).toBe(false);
  expect(performance.now() - begun).toBeLessThan(STOPS_WITHIN_MS);
});
