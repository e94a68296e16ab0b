/**
 * Players' plans: one item for each player and match, its owner's alone. It counts its changes, and each change is made
 * only to what was read, so that of two at once one has to look again: a plan that makes a move is claimed first, and who
 * cancels or changes it has done so before that or finds the claim.
 */
import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
} from '@aws-sdk/client-dynamodb';
import { isPlayerId } from '../../domain/match/ids.ts';
import type { Plan, PlanNotice } from '../../domain/match/plan/types.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';

export interface PlanContent {
  /** Null: it is over, and all that is left is to tell so. `after`: it goes on from the state after that commit. */
  readonly plan: (Plan & { readonly after: number }) | null;
  /** What is being made of it; nobody may change it until that is done. */
  readonly firing: { readonly ply: number; readonly moves: readonly string[] } | null;
  /** What its owner has yet to be told, and since when that is so (RFC 3339). */
  readonly untold: { readonly key: string; readonly at: string; readonly notice: PlanNotice } | null;
}

/** Which item it is, and how often that has been changed. */
export interface PlanVersion {
  readonly laid: string;
  readonly changes: number;
}

export interface StoredPlan extends PlanContent {
  readonly match: MatchId;
  readonly player: PlayerId;
  readonly version: PlanVersion;
}

export interface Plans {
  get(match: MatchId, player: PlayerId): Promise<StoredPlan | null>;
  /** Of all its players. */
  ofMatch(match: MatchId): Promise<readonly StoredPlan[]>;
  /** A plan where there was nothing; `laid` is a text that no plan has had before. False if there is something. */
  add(match: MatchId, player: PlayerId, laid: string, content: PlanContent): Promise<boolean>;
  /** False if it has changed since it was read. */
  change(read: StoredPlan, content: PlanContent): Promise<boolean>;
  /** False if it has changed since it was read. */
  remove(read: StoredPlan): Promise<boolean>;
}

type Item = Record<string, AttributeValue>;

export function dynamoPlans(client: DynamoDBClient, table: string): Plans {
  async function put(item: Item, condition: object): Promise<boolean> {
    return (await ifHolds(client.send(new PutItemCommand({ TableName: table, Item: item, ...condition })))) !== null;
  }

  return {
    async get(match, player) {
      const { Item: item } = await client.send(
        new GetItemCommand({ TableName: table, Key: keys.plan(player, match), ConsistentRead: true }),
      );
      return item === undefined ? null : fromItem(match, player, item);
    },

    async ofMatch(match) {
      const plans: StoredPlan[] = [];
      const input = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.plan('', match).pk },
        ConsistentRead: true,
      };
      for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
        for (const item of items) {
          const player = item.sk?.S?.slice('plan#'.length) ?? '';
          if (isPlayerId(player)) plans.push(fromItem(match, player, item));
        }
      }
      return plans;
    },

    add: (match, player, laid, content) =>
      put(toItem(match, player, { laid, changes: 1 }, content), { ConditionExpression: 'attribute_not_exists(pk)' }),

    change: (read, content) => {
      const version = { ...read.version, changes: read.version.changes + 1 };
      return put(toItem(read.match, read.player, version, content), unchanged(read));
    },

    async remove(read) {
      const drop = { TableName: table, Key: keys.plan(read.player, read.match), ...unchanged(read) };
      return (await ifHolds(client.send(new DeleteItemCommand(drop)))) !== null;
    },
  };
}

function unchanged({ version: { laid, changes } }: StoredPlan) {
  return {
    ConditionExpression: 'laid = :laid AND changes = :changes',
    ExpressionAttributeValues: { ':laid': { S: laid }, ':changes': { N: String(changes) } },
  };
}

function toItem(match: MatchId, player: PlayerId, { laid, changes }: PlanVersion, content: PlanContent): Item {
  return {
    ...keys.plan(player, match),
    laid: { S: laid },
    changes: { N: String(changes) },
    content: { B: pack(content) },
  };
}

function fromItem(match: MatchId, player: PlayerId, { laid, changes, content }: Item): StoredPlan {
  return {
    match,
    player,
    version: { laid: laid?.S ?? '', changes: Number(changes?.N) },
    ...(unpack(content?.B ?? new Uint8Array()) as PlanContent),
  };
}
