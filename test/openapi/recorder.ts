/** Asks the running API by operation id, and keeps every exchange as an example. */
import type { Description, Json, Operation } from '../../functions/api/openapi.ts';
import type { Answer, Client, Send } from '../support/clients.ts';
import { clientOf } from '../support/clients.ts';

export interface Exchange {
  readonly operationId: string;
  /** A few words, for the people who read the example. */
  readonly summary: string;
  readonly status: number;
  readonly mediaType: string;
  readonly request: Json | undefined;
  readonly response: Json;
  readonly headers: Headers;
}

export interface Ask {
  readonly as?: Client;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Another server than usual. */
  readonly to?: Send;
}

export interface Recorder {
  readonly exchanges: readonly Exchange[];
  ask<Body>(operationId: string, summary: string, ask?: Ask): Promise<Answer<Body>>;
}

export function recorder(description: Description, send: Send): Recorder {
  const operations = operationsOf(description);
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    async ask<Body>(
      operationId: string,
      summary: string,
      { as, path = {}, query, headers, body, to = send }: Ask = {},
    ) {
      const found = operations.get(operationId);
      if (found === undefined) throw new Error(`there is no operation ${operationId}`);
      const url = found.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? `no-${name}`);
      const client = clientOf(to, '', as?.token ?? null);
      const target = query === undefined ? url : `${url}?${query}`;
      const answer = await client.call<Body>(found.method.toUpperCase(), target, body, headers);
      const mediaType = (answer.headers.get('Content-Type') ?? '').split(';')[0] ?? '';
      exchanges.push({
        operationId,
        summary,
        status: answer.status,
        mediaType,
        request: typeof body === 'string' ? undefined : (body as Json | undefined),
        response: /[/+]json$/.test(mediaType) ? (answer.body as Json) : answer.text,
        headers: answer.headers,
      });
      return answer;
    },
  };
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Every operation by its id. */
export function operationsOf(description: Description): ReadonlyMap<string, Place> {
  return new Map(
    Object.entries(description.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [operation.operationId, { path, method, operation }] as const),
    ),
  );
}
