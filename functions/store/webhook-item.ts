/** Webhooks as items: one attribute a field, so that each can be changed, and be a condition, by itself. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { readJson } from './stored-json.ts';
import { keys } from './table.ts';
import type { Untold, Webhook } from './webhooks.ts';

export type WebhookFields = Omit<Webhook, 'id' | 'player'>;

export function toItem({ id, player, ...fields }: Webhook): Record<string, AttributeValue> {
  const item: Record<string, AttributeValue> = keys.webhook(player, id);
  for (const [field, value] of Object.entries(fields)) if (value !== null) item[field] = toAttribute(value);
  return item;
}

export function toAttribute(value: string | number | object): AttributeValue {
  if (typeof value === 'number') return { N: String(value) };
  return { S: typeof value === 'string' ? value : JSON.stringify(value) };
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

/** What an Update needs to set each field, or to remove it where it is null; other fields may stand in its condition. */
export interface Change {
  readonly update: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, AttributeValue>>;
}

export function changing(fields: { readonly [Field in keyof WebhookFields]?: WebhookFields[Field] | null }): Change {
  const names: Record<string, string> = {};
  const values: Record<string, AttributeValue> = {};
  const set: string[] = [];
  const remove: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    names[`#${field}`] = field;
    if (value === null) {
      remove.push(`#${field}`);
      continue;
    }
    values[`:${field}`] = toAttribute(value);
    set.push(`#${field} = :${field}`);
  }
  const parts = [
    ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
    ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')}`] : []),
  ];
  return { update: parts.join(' '), names, values };
}
