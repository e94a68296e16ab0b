/** One match in a table of its own, and what the stream makes of it when nothing disturbs it. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { games } from '../../domain/games.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { toItem } from '../../functions/store/commit-item.ts';
import type { MatchLog } from '../../functions/store/match-log.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import type { StreamLine, StreamWork } from '../../functions/stream/handle.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import type { Story } from '../support/matches.ts';
import { printedSeed, type Random } from '../support/random.ts';
import { playerNumber, traffic } from '../support/traffic.ts';
import { allItems, emptyTable, type Item, putItems } from './whole-table.ts';

export const PLAYERS = Array.from({ length: 5 }, (_, n) => playerNumber(n + 1));
export let random: Random;
/** Public, with somebody who left before it began, and moves. */
export let STORY: Story;

const clock = new Date('2030-06-02T00:00:00.000Z');
const now = () => clock;

export let database: TestTable;

/** The table is there for the tests of the file that asks for it, and empty before each; a seed and a match are its own. */
export function withTable(): void {
  random = printedSeed();
  STORY = findStory();
  beforeAll(async () => {
    database = await startTable();
  });
  afterAll(() => database.stop());
  beforeEach(() => emptyTable(database));
}

/** Whole days are played until one has a match as it is wanted. */
export function find(random: Random, wanted: (story: Story) => boolean): Story {
  for (;;) {
    let time = clock.getTime() - 3_600_000;
    const day = traffic(random, PLAYERS, () => {
      time += 1000;
      return new Date(time);
    });
    for (let n = 0; n < 300; n += 1) day.next();
    const story = day.stories.find(wanted);
    if (story !== undefined) return story;
  }
}

/** Every step of these is one at which something is broken off. */
export const COMMITS = 7;

function findStory(): Story {
  const found = find(random, ({ states }) => {
    const then = states[COMMITS - 1];
    const left = then !== undefined && Object.keys(then.departed).length > 0;
    return left && then.status === 'active' && then.ply > 0 && then.visibility === 'public' && then.seats.length === 3;
  });
  return { ...found, commits: found.commits.slice(0, COMMITS), states: found.states.slice(0, COMMITS) };
}

export function work(
  client: DynamoDBClient = database.client,
  log?: MatchLog,
): StreamWork & {
  lines: StreamLine[];
  delivered: PlayerId[];
  granted: PlayerId[];
  talkTold: MatchId[];
  planned: MatchId[];
  closed: PlayerId[];
} {
  const projection = projectionOn({ client, table: database.table }, games, now);
  const lines: StreamLine[] = [];
  const delivered: PlayerId[] = [];
  const granted: PlayerId[] = [];
  const talkTold: MatchId[] = [];
  const planned: MatchId[] = [];
  const closed: PlayerId[] = [];
  return {
    projection: log === undefined ? projection : { ...projection, log },
    deliver: async (player) => void delivered.push(player),
    grantLeave: async (player) => void granted.push(player),
    tellTalk: async (match) => void talkTold.push(match),
    playPlans: async (match) => void planned.push(match),
    closeAccount: async (player) => void closed.push(player),
    setAside: dynamoSetAside(client, database.table, now),
    report: (line) => lines.push(line),
    lines,
    delivered,
    granted,
    talkTold,
    planned,
    closed,
  };
}

export async function store(story: Story, from = 1, to = story.commits.length): Promise<void> {
  const items = story.commits.flatMap((commit, n) => {
    const state = story.states[n];
    if (state === undefined || commit.seq < from || commit.seq > to) return [];
    return [toItem(state, commit, n % 10 === 9)];
  });
  await putItems(database, items);
}

const texts = (items: readonly Item[]) => items.map((item) => JSON.stringify(item)).sort();

/** Everything that is derived, item for item. */
export const derived = async () =>
  texts((await allItems(database)).filter(({ sk }) => sk?.S?.startsWith('commit#') !== true));

/** The same as it is read: without marks of what is gone, and without what only tells how far somebody knew. */
export async function visible(): Promise<string[]> {
  const items = (await allItems(database)).filter(
    ({ sk, gone }) => sk?.S?.startsWith('commit#') !== true && gone === undefined,
  );
  const lasts = ({ pk, sk }: Item) => pk?.S?.startsWith('turns#') === true || sk?.S === 'clock';
  return texts(items.map((item) => (lasts(item) ? { ...item, seq: { N: '0' } } : item)));
}

/** What an undisturbed run makes of the story. */
export async function undisturbed(look: () => Promise<string[]>, story = STORY): Promise<string[]> {
  await emptyTable(database);
  await store(story);
  await projectMatch(work().projection, story.id);
  const made = await look();
  await emptyTable(database);
  return made;
}
