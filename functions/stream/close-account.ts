/**
 * What follows from the closing of an account: everything personal goes, and seats are given up. Safe to repeat, to run
 * late and twice at once, and to be killed anywhere: each step looks at what is left. What a request that was under way
 * writes later is heard of by the stream like anything else, and then this is done again.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { gameOf } from '../../domain/match/evolve.ts';
import { isPersonal } from '../../domain/match/personal.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { Play } from '../play/execute.ts';
import { part } from '../play/part.ts';
import { dynamoRatings } from '../store/dynamo-ratings.ts';
import { dynamoWebhooks } from '../store/dynamo-webhooks.ts';
import { dynamoErasure, type Erasure } from '../store/erasure.ts';
import type { WebhookId } from '../store/feed-entry.ts';
import { dynamoPlayers, type Players } from '../store/players.ts';
import type { Ratings } from '../store/ratings.ts';
import { dynamoTalk, type Talk } from '../store/talk.ts';
import { dynamoTraces, type Traces } from '../store/traces.ts';
import type { Webhooks } from '../store/webhooks.ts';
import { each } from './each.ts';

export interface ClosingWork {
  readonly play: Play;
  readonly players: Pick<Players, 'closedAt'>;
  readonly erasure: Erasure;
  readonly webhooks: Pick<Webhooks, 'remove'>;
  readonly talk: Pick<Talk, 'blank'>;
  readonly traces: Pick<Traces, 'of'>;
  readonly ratings: Pick<Ratings, 'close'>;
}

export function dynamoClosing(client: DynamoDBClient, table: string, play: Play): ClosingWork {
  return {
    play,
    players: dynamoPlayers(client, table),
    erasure: dynamoErasure(client, table, play),
    webhooks: dynamoWebhooks(client, table, play.now),
    talk: dynamoTalk(client, table),
    traces: dynamoTraces(client, table),
    ratings: dynamoRatings(client, table),
  };
}

const AT_ONCE = 8;

/** Nothing where the account is not closed. */
export async function closeAccount(to: ClosingWork, player: PlayerId): Promise<void> {
  const closedAt = await to.players.closedAt(player);
  if (closedAt === null) return;
  const { erasure } = to;

  await erasure.tokens(player);
  await erasure.recoveryCodes(player);
  await erasure.notes(player);
  await erasure.blocks(player);
  await each(to.traces.of(player, 'talk'), AT_ONCE, (match) => to.talk.blank(match, player));
  await closeWebhooks(to, player);

  await each(erasure.matches(player), AT_ONCE, async ({ match }) => {
    await part(to.play, match, player, closedAt);
    await blankTexts(to, match, player);
    await to.talk.blank(match, player);
  });
  // Only now: as long as a match counts the player's time, leave that had gone from the account would be cut from it.
  await erasure.vacation(player);

  await erasure.feed(player);
  for (const { id } of to.play.games.current) await to.ratings.close(id, player);
  await erasure.results(player);
}

async function closeWebhooks({ erasure, webhooks }: ClosingWork, player: PlayerId): Promise<void> {
  for (const id of await erasure.webhookIds(player)) {
    await webhooks.remove(player, id as WebhookId);
    await erasure.deliveries(id);
  }
}

/** What follows for one match, where one of these players may have come into it, or its end, after closing their account. */
export async function partClosed(to: ClosingWork, match: MatchId, players: readonly PlayerId[]): Promise<void> {
  for (const player of players) {
    const closedAt = await to.players.closedAt(player);
    if (closedAt === null) continue;
    await part(to.play, match, player, closedAt);
    await blankTexts(to, match, player);
    await to.erasure.resultOf(player, match);
  }
}

/** Whoever made a match wrote what is personal in its options. */
async function blankTexts({ play, erasure }: ClosingWork, match: MatchId, player: PlayerId): Promise<void> {
  const state = (await play.log.load(match))?.state;
  if (state === undefined || state.creator !== player) return;
  if (isPersonal(gameOf(state, play.games), state.options)) await erasure.texts(match);
}
