/** The sweep as a Lambda function, called once a minute by a schedule. */
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { games } from '../../domain/games.ts';
import { writeLine } from '../lambda/log-line.ts';
import { tableName } from '../lambda/table-name.ts';
import { dynamoClient } from '../store/client.ts';
import { dynamoDues } from '../store/due.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoFeeds } from '../store/feeds.ts';
import { dynamoVacations } from '../store/vacations.ts';
import { dynamoWarned } from '../store/warned.ts';
import { type SweepDeps, sweep } from './sweep.ts';

/** What the matches that are under way take, at most. */
const LAST_MS = 15_000;

const now = () => new Date();

let connected: Omit<SweepDeps, 'over'> | undefined;

function connect(): Omit<SweepDeps, 'over'> {
  const table = tableName();
  const client = dynamoClient();
  return {
    play: { games, log: dynamoLog(client, table, games), vacations: dynamoVacations(client, table), now },
    dues: dynamoDues(client, table, now),
    feeds: dynamoFeeds(client, table, now),
    warned: dynamoWarned(client, table),
    report: writeLine,
  };
}

/** Tells in a line what it has done: alarms go by it, and by there being none. */
export async function handler(
  _event: EventBridgeEvent<'Scheduled Event', unknown>,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  connected ??= connect();
  const over = () => context.getRemainingTimeInMillis() < LAST_MS;
  // Not the time of the event, which may have waited.
  writeLine({ level: 'info', message: 'swept', ...(await sweep({ ...connected, over }, now())) });
}
