/** The `webhooks` of the description: what the server itself sends, type by type. */
import { SEND_TIMEOUT_MS } from '../webhooks/send.ts';
import type { JsonObject } from './openapi.ts';
import { payloadKinds } from './schemas/payload.ts';

/** Operations by type, in the place of a path. */
export interface WebhookOperations {
  [type: string]: { post: WebhookOperation };
}

export interface WebhookOperation extends JsonObject {
  operationId: string;
  requestBody: JsonObject & { content: { 'application/json': JsonObject & { schema: JsonObject } } };
}

/** The headers of every delivery, as components. */
export const webhookParameters = {
  WebhookId: header('webhook-id', 'Of the delivery, the same at every try: what you have handled you need not again.', {
    type: 'string',
  }),
  WebhookTimestamp: header('webhook-timestamp', 'When this try was made, in seconds since 1970. Refuse an old one.', {
    type: 'string',
    pattern: '^[0-9]+$',
  }),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, under the bytes of the secret. ' +
      'After a rotation two, with a space between; one that is right is enough.',
    { type: 'string' },
  ),
};

const RESPONSES = {
  '2XX': { description: 'Taken. The body of the answer is not read.' },
  '410': { description: 'The webhook is disabled, and gets nothing any more.' },
  default: {
    description:
      `Anything else, also a redirect, or no answer within ${SEND_TIMEOUT_MS / 1000} s: it is tried again after 5 s, ` +
      '1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h, or later if `Retry-After` says so. Later deliveries of the ' +
      'same match wait for it.',
  },
};

export function webhookOperations(): WebhookOperations {
  return Object.fromEntries(
    payloadKinds.map(({ type, id, description }) => [
      type,
      {
        post: {
          operationId: `receive${id.replace(/Payload$/, '')}`,
          summary: description.replace(/\.$/, ''),
          // Another tag than the API's own: in Java one class would be written over the other.
          tags: ['messages'],
          security: [],
          parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } },
          },
          responses: RESPONSES,
        },
      },
    ]),
  );
}

function header(name: string, description: string, schema: JsonObject) {
  return { name, in: 'header', required: true, description, schema };
}
