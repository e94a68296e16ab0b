/**
 * Fills in what a feed lacks, for `npm run rebuild`. It reads the feed once and then follows it, where `append` would
 * look back over all of it for each entry. What is there stays as it is; what is added comes after it, so of a match
 * only what is newer than all that the feed tells of it.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { type FeedItem, isPast, type NumberedSource, placeOf, putItem, readItems, type Telling } from './feed-items.ts';
import { feedRestart } from './feed-start.ts';

const PAGE = 200;

export interface FeedFiller {
  /** The number of the last commit that the feed tells of; 0 if it tells of none. */
  toldOf(match: MatchId): number;
  /** The same of the match's talk: the number of the last message. */
  toldOfTalk(match: MatchId): number;
  /** True if it has been added; false if it has been told or is past. Of a match they must come in order. */
  add(telling: NumberedTelling): Promise<boolean>;
}

export type NumberedTelling = Telling & { readonly source: NumberedSource };

export async function fillFeed(
  client: DynamoDBClient,
  table: string,
  player: PlayerId,
  now: () => Date,
): Promise<FeedFiller> {
  const told = new Map<string, number>();
  const toldOf = (source: NumberedSource) => told.get(placeOf(source).name) ?? 0;
  let next: number | null = null;
  let isClosed = false;

  /** Takes in what has been added to the feed since it was last read. */
  async function catchUp(): Promise<void> {
    for (;;) {
      const items: readonly FeedItem[] = await readItems(client, table, player, { from: next ?? 0, limit: PAGE });
      for (const { source, seq, last, closed } of items) {
        isClosed ||= closed;
        told.set(source, Math.max(told.get(source) ?? 0, seq));
        next = last + 1;
      }
      if (items.length < PAGE) return;
    }
  }
  await catchUp();

  return {
    toldOf: (match) => toldOf({ match, seq: 0 }),
    toldOfTalk: (match) => toldOf({ talk: match, number: 0 }),
    async add(telling) {
      const { name, seq } = placeOf(telling.source);
      if (telling.notices.length === 0 || isPast(telling.at, now())) return false;
      while (!isClosed && toldOf(telling.source) < seq) {
        const first: number = next ?? (await feedRestart(client, table, player, now()));
        if (await putItem(client, table, player, first, telling, now())) {
          told.set(name, seq);
          next = first + telling.notices.length;
          return true;
        }
        next = first;
        await catchUp();
      }
      return false;
    },
  };
}
