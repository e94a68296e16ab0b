/** Webhooks as items: one attribute a field, so that each can be changed, and be a condition, by itself. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type Change, changing as changingFields, toAttribute } from './changing.ts';
import { readJson } from './stored-json.ts';
import { keys } from './table.ts';
import type { Untold, Webhook } from './webhooks.ts';

export type WebhookFields = Omit<Webhook, 'id' | 'player'>;

export function toItem({ id, player, ...fields }: Webhook): Record<string, AttributeValue> {
  const item: Record<string, AttributeValue> = keys.webhook(player, id);
  for (const [field, value] of Object.entries(fields)) if (value !== null) item[field] = toAttribute(value);
  return item;
}

export function fromItem(item: Record<string, AttributeValue>): Webhook {
  const text = (field: keyof WebhookFields) => item[field]?.S ?? null;
  return {
    id: item.sk?.S as Webhook['id'],
    player: item.pk?.S?.slice('webhooks#'.length) as Webhook['player'],
    url: text('url') ?? '',
    events: readJson(text('events') ?? 'null') as Webhook['events'],
    match: text('match') as Webhook['match'],
    status: text('status') as Webhook['status'],
    disabledFor: text('disabledFor') as Webhook['disabledFor'],
    secrets: readJson(text('secrets') ?? '[]') as Webhook['secrets'],
    createdAt: text('createdAt') ?? '',
    failingSince: text('failingSince'),
    cursor: Number(item.cursor?.N),
    ...(item.failedAt?.S === undefined ? {} : { failedAt: item.failedAt.S }),
    ...(item.enabledAt?.S === undefined ? {} : { enabledAt: item.enabledAt.S }),
    ...(item.answeredAt?.S === undefined ? {} : { answeredAt: item.answeredAt.S }),
    ...(item.untold?.S === undefined ? {} : { untold: readJson(item.untold.S) as Untold }),
  };
}

export function changing(fields: { readonly [Field in keyof WebhookFields]?: WebhookFields[Field] | null }): Change {
  return changingFields(fields);
}
