/**
 * Loads the webhook that a path names, and the delivery, for their owner; for all others there is none. Runs before
 * the request is judged any further.
 */
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../deps.ts';
import { isWebhookId } from '../ids.ts';
import { ApiProblem } from '../problems.ts';
import { feedCursor } from '../schemas/feed.ts';

export function noSuchWebhook(): ApiProblem {
  return new ApiProblem('not_found', { detail: 'You have no such webhook.' });
}

export const loadWebhook = createMiddleware<ApiEnv>(async (c, next) => {
  const id = c.req.param('webhook') ?? '';
  const webhook = isWebhookId(id) ? await c.get('deps').webhooks.get(c.get('caller').id, id) : null;
  if (webhook === null) throw noSuchWebhook();
  c.set('webhook', webhook);
  return next();
});

/** Runs after `loadWebhook`. */
export const loadDelivery = createMiddleware<ApiEnv>(async (c, next) => {
  const entry = feedCursor.safeParse(c.req.param('delivery'));
  const { deliveries } = c.get('deps');
  const delivery = entry.success ? await deliveries.get(c.get('webhook').id, Number(entry.data)) : null;
  if (delivery === null) throw new ApiProblem('not_found', { detail: 'The webhook has no such delivery.' });
  c.set('delivery', delivery);
  return next();
});
