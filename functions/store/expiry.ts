/** When the database drops what is kept for a time only: seconds since 1970, as its time to live counts them. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { ForkSight } from '../../domain/match/fork-life.ts';

/** What is derived from a fork's log outlives it, so that nobody takes the log for one that is yet to be worked on. */
const MODELS_LATER = 7 * 86_400;

/** Of a fork's log; null: never. */
export function logExpires(fork: ForkSight | null): number | null {
  return fork === null ? null : Math.ceil(Date.parse(fork.until) / 1000);
}

/** Of what is derived from it. */
export function modelsExpire(fork: ForkSight | null): number | null {
  const log = logExpires(fork);
  return log === null ? null : log + MODELS_LATER;
}

/** What the item has beside all else. */
export function expiring(seconds: number | null): Record<string, AttributeValue> {
  return seconds === null ? {} : { expires: { N: String(seconds) } };
}

export function expiryIn({ expires }: Record<string, AttributeValue>): number | null {
  return expires?.N === undefined ? null : Number(expires.N);
}
