/** A match with a plan in a table of its own, and whoever has to do with it: the stream, its owner, and the opponent. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { games } from '../../domain/games.ts';
import type { CreateMatch } from '../../domain/match/create.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import type { Branch, Plan } from '../../domain/match/plan/types.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { cancelPlan, layPlan } from '../../functions/api/plan.ts';
import { ApiProblem } from '../../functions/api/problems.ts';
import { moving } from '../../functions/play/commands.ts';
import { execute } from '../../functions/play/execute.ts';
import { toItem } from '../../functions/store/commit-item.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoPlans, type StoredPlan } from '../../functions/store/plans.ts';
import { dynamoVacations } from '../../functions/store/vacations.ts';
import { type PlayingPlans, playPlans } from '../../functions/stream/play-plans.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, AQUAIGNIS, BOB, begun, goneOn, idFrom, type Story } from '../support/matches.ts';
import { printedSeed, type Random } from '../support/random.ts';
import { putItems } from './whole-table.ts';

export let random: Random;

export let database: TestTable;

/** The table is there for the tests of the file that asks for it, and that file has a seed of its own. */
export function withTable(): void {
  random = printedSeed();
  beforeAll(async () => {
    database = await startTable();
  });
  afterAll(() => database.stop());
}

const AN_HOUR_LATER = new Date('2030-01-01T01:00:00.000Z');

/** What Bob's turn is, what Ada answers, and what is left of her plan then. */
export const CAME = ['spawn 4', 'charge 4'];
export const ANSWER = ['charge 4', 'spawn 1'];
export const LEFT: Branch = { when: ['advance 4', 'spawn 5'], answer: ['spawn 2', 'charge 2'] };
export const PLAN: Plan = { ply: 1, branches: [{ when: CAME, answer: ANSWER, next: [LEFT] }] };

/** What anybody works with, on a connection of their own. */
export function deps(client: DynamoDBClient = database.client, at = AN_HOUR_LATER) {
  const { table } = database;
  const now = () => at;
  return {
    games,
    log: dynamoLog(client, table, games),
    plans: dynamoPlans(client, table),
    feeds: dynamoFeeds(client, table, now),
    vacations: dynamoVacations(client, table),
    now,
  } satisfies PlayingPlans;
}

export const by = (player: PlayerId, ply: number, ...moves: readonly string[]) => {
  return (story: Story) => goneOn(story, (match) => makeMoves(AQUAIGNIS, match, { player, ply, moves }));
};

/** A match in which Ada has laid the plan and Bob has made the move that it answers, if he `came`. */
export async function planned(plan: Plan = PLAN, came = true, more: Partial<CreateMatch> = {}): Promise<MatchId> {
  const laid = by(ADA, 0, 'spawn 4')(begun(idFrom(random), more));
  const story = came ? by(BOB, 1, ...CAME)(laid) : laid;
  const items = story.commits.map((commit, n) => {
    const state = story.states[n];
    if (state === undefined) throw new Error('a commit has a state');
    return toItem(state, commit, false);
  });
  await putItems(database, items);
  await lay(story.id, ADA, { ...plan, after: laid.commits.length });
  return story.id;
}

/** As it is kept, judged by nobody. */
export async function lay(match: MatchId, player: PlayerId, plan: NonNullable<StoredPlan['plan']>): Promise<void> {
  laidPlans += 1;
  const content = { plan, firing: null, untold: null };
  if (!(await deps().plans.add(match, player, `plan ${laidPlans}`, content))) throw new Error('there is a plan');
}
let laidPlans = 0;

export const play = (match: MatchId, client?: DynamoDBClient, at?: Date) => playPlans(deps(client, at), match);

/** Who is refused is told why; all else goes wrong. */
async function code(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'done';
  } catch (error) {
    if (error instanceof ApiProblem) return error.code;
    throw error;
  }
}

/** As the API does it. */
function api(client?: DynamoDBClient) {
  return { ...deps(client), random: (count: number) => new Uint8Array(count).map(() => random.below(256)) } as never;
}

const account = (id: PlayerId) => ({ id, name: 'Ada', secret: '' }) as never;

export async function cancels(match: MatchId, client?: DynamoDBClient): Promise<string> {
  const { state } = await loaded(match, client);
  return code(cancelPlan(api(client), state, account(ADA)));
}

export async function changes(match: MatchId, plan: Plan, client?: DynamoDBClient): Promise<string> {
  const { state } = await loaded(match, client);
  return code(layPlan(api(client), state, account(ADA), plan, AN_HOUR_LATER));
}

/** By hand. `ok`, or the code of the problem. */
export async function moves(
  match: MatchId,
  player: PlayerId,
  ply: number,
  texts: readonly string[],
  client?: DynamoDBClient,
) {
  const to = deps(client);
  const answer = await execute(
    to,
    await loaded(match, client),
    moving(to, { player, ply, moves: texts }),
    AN_HOUR_LATER,
  );
  return answer.ok ? 'ok' : answer.problem.code;
}

async function loaded(match: MatchId, client?: DynamoDBClient) {
  const found = await deps(client).log.load(match);
  if (found === null) throw new Error('there is no match');
  return found;
}

/** What has been played since Bob's turn. */
export const played = (match: MatchId) => movesSince(match, 4);

/** What has been played since commit `seq`, each commit as `seat move, move`, with a `*` where the plan did. */
export async function movesSince(match: MatchId, seq: number): Promise<readonly string[]> {
  const commits = await deps().log.read(match, seq, 1000);
  return commits.map(({ events }) => {
    const made = events.flatMap((event) => (event.type === 'move.made' ? [event] : []));
    const [first] = made;
    return `${first?.seat}${first?.by === 'plan' ? '*' : ''} ${made.map(({ move }) => move).join(', ')}`;
  });
}

/** The plan as it is stored, of which only how often it was changed may differ. */
export async function stored(match: MatchId) {
  const [plan] = await deps().plans.ofMatch(match);
  if (plan === undefined) return null;
  const { plan: content, firing, untold } = plan;
  return { plan: content, firing, untold };
}

export async function told(player: PlayerId, match: MatchId): Promise<readonly FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (let after = 0; ; after = Number(entries.at(-1)?.id ?? 0)) {
    const page = await deps().feeds.read(player, after, 100);
    entries.push(...page.entries);
    if (!page.more) break;
  }
  return entries.filter((entry) => 'match' in entry && entry.match === match);
}
