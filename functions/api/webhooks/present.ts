/** Webhooks and deliveries as they are sent: never a secret, nothing that a receiver answered but its status. */
import type { Delivery, Webhook } from '../../store/webhooks.ts';
import { messageId } from '../../webhooks/message.ts';

export function presentWebhook(webhook: Webhook, now: Date) {
  const { id, url, events, match, status, disabledFor, failingSince, createdAt, secrets } = webhook;
  const old = secrets[1]?.expires ?? null;
  return {
    id,
    url,
    events: events === null ? null : [...events],
    match,
    status,
    disabledFor,
    oldSecretUntil: old !== null && Date.parse(old) > now.getTime() ? old : null,
    failingSince,
    createdAt,
  };
}

export function presentDelivery({ webhook, entry, state, tries, nextTryAt }: Delivery) {
  return {
    id: entry.id,
    webhookId: messageId(webhook, entry.id),
    type: entry.type,
    match: 'match' in entry ? entry.match : null,
    at: entry.at,
    state,
    tries: [...tries],
    nextTryAt,
  };
}
