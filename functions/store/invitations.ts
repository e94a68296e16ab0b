/** The invitations that wait for a player: a read model that only the stream writes. */
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isPlayerId } from '../../domain/match/ids.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { filteredPage } from './filtered-page.ts';
import type { ListedSight } from './lists.ts';
import { goneItem, NOT_GONE, putNewer } from './newer.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';

/** `by`: who made the match; `at`: when the player was invited (RFC 3339). */
export interface WaitingInvitation {
  readonly match: ListedSight;
  readonly by: PlayerId;
  readonly at: string;
}

export interface InvitationPage {
  readonly invitations: readonly WaitingInvitation[];
  /** Where the page ends: a sort key; null if there is no more. */
  readonly next: string | null;
}

export interface Invitations {
  put(player: PlayerId, invitation: WaitingInvitation): Promise<void>;
  /** `seq`: the commit of the match by which it waits no more. */
  remove(player: PlayerId, at: string, match: string, seq: number): Promise<void>;
  /** Newest first, eventually consistent. */
  page(player: PlayerId, limit: number, after: string | null): Promise<InvitationPage>;
}

export function dynamoInvitations(client: DynamoDBClient, table: string, now: () => Date): Invitations {
  return {
    put: (player, { match, by, at }) =>
      putNewer(client, table, {
        ...keys.invitation(player, at, match.id),
        seq: { N: String(match.head.seq) },
        by: { S: by },
        match: { B: pack(match) },
      }),

    remove: (player, at, match, seq) =>
      putNewer(client, table, goneItem(keys.invitation(player, at, match), seq, now())),

    async page(player, limit, after) {
      const { entries, next } = await filteredPage(
        client,
        { TableName: table, partition: keys.invitation(player, '', '').pk, FilterExpression: NOT_GONE },
        { limit, after },
        fromItem,
      );
      return { invitations: entries, next };
    },
  };
}

function fromItem(item: Record<string, AttributeValue>): WaitingInvitation {
  const by = item.by?.S ?? '';
  if (!isPlayerId(by)) throw new Error('what is stored is no invitation');
  const match = unpack(item.match?.B ?? new Uint8Array()) as ListedSight;
  return { match, by, at: item.sk?.S?.split('#')[0] ?? '' };
}
