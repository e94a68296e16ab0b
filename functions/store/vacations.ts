/** What accounts keep of their players' leave. Read strongly consistent: whoever ends a turn for time asks here last. */
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import { EMPTY_BOOK, type LeaveSpan, spansOf, type VacationBook } from '../../domain/vacation/book.ts';
import { ifHolds } from './conditional.ts';
import { readJson } from './stored-json.ts';
import { keys } from './table.ts';

export interface StoredBook {
  readonly book: VacationBook;
  /** Counts the changes; 0 where there was none yet. */
  readonly version: number;
}

export interface Vacations {
  book(player: PlayerId): Promise<StoredBook>;
  /** Replaces the book that was read as `version`; false if another change came first. */
  put(player: PlayerId, book: VacationBook, version: number): Promise<boolean>;
  /** When the player is, was, and will be away: by time, never overlapping. */
  spans(player: PlayerId): Promise<readonly LeaveSpan[]>;
}

export function dynamoVacations(client: DynamoDBClient, table: string): Vacations {
  async function book(player: PlayerId): Promise<StoredBook> {
    const { Item: item } = await client.send(
      new GetItemCommand({ TableName: table, Key: keys.vacation(player), ConsistentRead: true }),
    );
    if (item === undefined) return { book: EMPTY_BOOK, version: 0 };
    return { book: readJson(item.book?.S ?? '') as VacationBook, version: Number(item.version?.N) };
  }

  return {
    book,

    async put(player, changed, version) {
      const put = new PutItemCommand({
        TableName: table,
        Item: {
          ...keys.vacation(player),
          version: { N: String(version + 1) },
          book: { S: JSON.stringify(changed) },
        },
        ...(version === 0
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: '#version = :version',
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':version': { N: String(version) } },
            }),
      });
      return (await ifHolds(client.send(put))) !== null;
    },

    spans: async (player) => spansOf((await book(player)).book),
  };
}
