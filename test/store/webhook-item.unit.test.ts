/** Webhooks as items of the table. */
import { expect, test } from 'vitest';
import { fromItem, toItem } from '../../functions/store/webhook-item.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';

const WEBHOOK: Webhook = {
  id: 'w_0123456789abcdef',
  player: 'p_0123456789abcdef',
  url: 'https://bot.example/',
  events: ['turn.started'],
  match: null,
  status: 'enabled',
  disabledFor: null,
  secrets: [{ secret: 'whsec_c2VjcmV0', expires: null }],
  createdAt: '2030-01-01T00:00:00.000Z',
  failingSince: null,
  cursor: 7,
};

test('come back as they were', () => {
  expect(fromItem(toItem(WEBHOOK))).toEqual(WEBHOOK);
});

test('that are damaged cannot be read, and the error quotes nothing of them', () => {
  const item = toItem(WEBHOOK);
  for (const field of ['events', 'secrets', 'untold']) {
    const damaged = { ...item, [field]: { S: 'whsec_c2VjcmV0' } };
    expect(() => fromItem(damaged)).toThrow(new SyntaxError('What is stored is not JSON.'));
  }
});
