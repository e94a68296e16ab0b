/** Everything that is derived from the log, on a test's table. */
import { type Catalogue, games } from '../../domain/games.ts';
import { dynamoDues } from '../../functions/store/due.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoRatings } from '../../functions/store/dynamo-ratings.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoInvitations } from '../../functions/store/invitations.ts';
import { dynamoLists } from '../../functions/store/lists.ts';
import { dynamoResults } from '../../functions/store/results.ts';
import { dynamoTraces } from '../../functions/store/traces.ts';
import { dynamoTurns } from '../../functions/store/turns.ts';
import type { Projection } from '../../functions/stream/project.ts';
import type { TestTable } from './engine.ts';

export function projectionOn(
  { client, table }: Pick<TestTable, 'client' | 'table'>,
  catalogue: Catalogue = games,
  now: () => Date = () => new Date(),
): Projection {
  return {
    games: catalogue,
    log: dynamoLog(client, table, catalogue),
    lists: dynamoLists(client, table, now),
    turns: dynamoTurns(client, table, now),
    invitations: dynamoInvitations(client, table, now),
    dues: dynamoDues(client, table, now),
    results: dynamoResults(client, table, now),
    feeds: dynamoFeeds(client, table, now),
    ratings: dynamoRatings(client, table),
    traces: dynamoTraces(client, table),
  };
}
