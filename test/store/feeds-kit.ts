/** Feeds in a table of their own, on a clock that stands still unless a test moves it on. */
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MatchNotice } from '../../domain/match/notices.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds, type Feeds } from '../../functions/store/feeds.ts';
import { around } from '../support/around.ts';
import { clockFrom } from '../support/clock.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { printedSeed, type Random } from '../support/random.ts';
import { playerNumber } from '../support/traffic.ts';

export const DAY_MS = 86_400_000;
export let random: Random;

export let database: TestTable;
export let feeds: Feeds;
const BEGINNING = Date.parse('2030-06-01T08:00:00.000Z');
export const clock = clockFrom(BEGINNING);
let players = 0;

export const at = () => clock.now().toISOString();

/** They are there for the tests of the file that asks for them, and that file has a seed and a day of its own. */
export function withFeeds(): void {
  random = printedSeed();
  beforeAll(async () => {
    clock.set(BEGINNING);
    database = await startTable();
    feeds = dynamoFeeds(database.client, database.table, clock.now);
  });
  afterAll(() => database.stop());
}

/** A player whom no other test knows. */
export function somebody(): PlayerId {
  players += 1;
  return playerNumber(players);
}

/** `count` notices of one commit. */
export function notices(match: MatchId, seq: number, count = 1): readonly MatchNotice[] {
  const about = { match, game: 'aquaignis', seq, ply: seq, seat: 1 } as const;
  return Array.from({ length: count }, (_, n): MatchNotice => ({ ...about, type: 'turn.started', turn: n }));
}

export const tell = (player: PlayerId, match: MatchId, seq: number, count = 1, on = feeds) =>
  on.append(player, { match, seq }, at(), notices(match, seq, count));

export async function allOf(player: PlayerId): Promise<readonly FeedEntry[]> {
  const { entries, more } = await feeds.read(player, 0, 10_000);
  expect(more).toBe(false);
  return entries;
}

export const ids = (entries: readonly FeedEntry[]) => entries.map(({ id }) => Number(id));

/** What is told of which commit, as `match/seq`, once for each entry. */
export const commits = (entries: readonly FeedEntry[]) =>
  entries.map((entry) => ('seq' in entry ? `${entry.match}/${entry.seq}` : entry.type));

export function expectGapless(entries: readonly FeedEntry[]): void {
  const [first = 0] = ids(entries);
  expect(ids(entries)).toEqual(entries.map((_, n) => first + n));
}

/** The feeds as another process has them, whose clock is that much fast. */
export function elsewhere(fastMs = 0): Feeds {
  return dynamoFeeds(database.client, database.table, () => new Date(clock.now().getTime() + fastMs));
}

/** The feeds on a connection whose Puts are done, but of every n-th the answer is lost. */
export function losingAnswers(every: number): Feeds {
  let puts = 0;
  const client = around(database.client, async (go, command) => {
    const answer = await go();
    if (command instanceof PutItemCommand) puts += 1;
    if (command instanceof PutItemCommand && puts % every === 0) throw new Error('lost');
    return answer;
  });
  return dynamoFeeds(client, database.table, clock.now);
}
