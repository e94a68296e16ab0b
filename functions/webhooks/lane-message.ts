/** Lanes as the text of a message in a queue. */
import { isMatchId, isPlayerId } from '../../domain/match/ids.ts';
import type { WebhookId } from '../store/feed-entry.ts';
import type { Lane, LaneMessage } from '../store/webhooks.ts';

export function formatLaneMessage({ player, webhook, lane, due }: LaneMessage): string {
  return JSON.stringify({ player, webhook, lane, ...(due === undefined ? {} : { due }) });
}

/** @throws TypeError if it is none: nobody else writes to the queue. */
export function parseLaneMessage(text: string): LaneMessage {
  const { player, webhook, lane, due } = fieldsOf(text);
  if (typeof player !== 'string' || !isPlayerId(player) || !isWebhookId(webhook) || !isLane(lane)) throw notOne();
  if (due === undefined) return { player, webhook, lane };
  if (typeof due !== 'number') throw notOne();
  return { player, webhook, lane, due };
}

const notOne = () => new TypeError('The message names no lane of deliveries.');

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw notOne();
  return { ...value };
}

function isWebhookId(value: unknown): value is WebhookId {
  return typeof value === 'string' && value.startsWith('w_');
}

function isLane(value: unknown): value is Lane {
  return value === 'account' || (typeof value === 'string' && isMatchId(value));
}
