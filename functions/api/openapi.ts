/** The description of the API, made from its routes and schemas. `npm run openapi` adds recorded examples and writes it. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { DEPRECATION_HEADERS, DEPRECATIONS, type Deprecations } from './deprecations.ts';
import { BODY_BYTES_MOST } from './json-body.ts';
import { POLICIES, type PolicyName } from './limits/policies.ts';
import { type WebhookOperations, webhookOperations, webhookParameters } from './openapi-webhooks.ts';
import { operationName } from './operation.ts';
import { scopesOf } from './operation-scopes.ts';
import { headerComponents } from './responses.ts';

function budgetsTold(...names: readonly PolicyName[]): string {
  return names.map((name) => `\`${name}\` ${POLICIES[name].quota} in ${POLICIES[name].seconds} seconds`).join(', ');
}

const DESCRIPTION = `Plypost plays turn-based games by post: a move comes in, is judged, and is kept for ever in the log of its match.

**Accounts.** \`POST /v1/players\` gives a bearer token, once. Send it as \`Authorization: Bearer …\`. A wrong token is
refused by every operation, also where none is needed. \`POST /v1/me/tokens\` makes tokens that are good for less: what
they lack is 403 \`insufficient_scope\`. A token that was revoked is refused within a minute.

**Problems** are documents by RFC 9457 with a stable \`code\`; switch on that. They are sent on every path, also for a
method that a path does not have: 405 \`method_not_allowed\`, with the header \`Allow\`.

**Limits.** A token has budgets of requests:
${budgetsTold('moves', 'reads', 'writes')}.
Requests without one share those of their address, and so do accounts that are made or recovered:
${budgetsTold('accounts')}. A budget fills steadily; \`RateLimit\` and \`RateLimit-Policy\` tell what is
left of it, and beyond it there is 429 \`rate_limited\` with \`Retry-After\`. It is counted about right: a server may have
several processes, each of which counts by itself.

**Lists** that come in pages tell where they go on in \`Link\`, with \`rel="next"\`; it is there as long as there is more.

**Browsers** may call this API from pages of any origin (CORS, without credentials), and read the headers that are named here.

**Bodies** are JSON in UTF-8, at most ${BODY_BYTES_MOST / 1024} KB; an unknown field is refused.

**Sending again is safe.** The same moves at the same ply, a join, a leaving, a resignation, an invitation
and its answer, and a creation or a message under the same \`Idempotency-Key\` give their first answer again, however late.

**Webhooks** have what happens sent to you, by [Standard Webhooks](https://www.standardwebhooks.com): each entry of your
feed as a small signed message, at least once, and in order within a match. A "your turn" that is no longer true is not
sent. Each type is described under \`webhooks\`.`;

const INFO = {
  openapi: '3.1.0',
  info: { title: 'Plypost', version: '1.0.0', description: DESCRIPTION },
  servers: [{ url: '/', description: 'The host that this description came from.' }],
  tags: [
    { name: 'players', description: 'Accounts, their tokens and vacations, and what others see of a player.' },
    { name: 'games', description: 'The catalogue of games, with their rules, and who is how strong.' },
    {
      name: 'matches',
      description: 'Plays of a game: making, finding and reading them, sitting down, leaving, resigning, the clock.',
    },
    {
      name: 'invitations',
      description: 'Asking players into a match: by name, or by a link for whoever opens it first.',
    },
    { name: 'moves', description: 'What may be played, trying it, and playing it.' },
    { name: 'boards', description: 'Boards for people to look at.' },
    {
      name: 'offers',
      description: 'What the players of a match agree on: draws, settling, calling off, takebacks, pauses, rematches.',
    },
    { name: 'talk', description: 'What players say to each other in a match, and notes to oneself.' },
    { name: 'plans', description: 'What you answer to moves that may come, played when they do.' },
    { name: 'events', description: 'What happened, as it happens: to you, and in one match.' },
    { name: 'webhooks', description: 'What happens, sent to you; and what you were sent.' },
    { name: 'messages', description: 'What is sent to a webhook, type by type.' },
    { name: 'forks', description: 'What might have been: a match taken from another at some ply, for oneself.' },
    { name: 'log', description: 'A match as one file that proves itself.' },
  ],
};

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** What the code below, and whoever adds examples, needs to know of an OpenAPI document. */
export interface Description extends JsonObject {
  paths: { [path: string]: { [method: string]: Operation } };
  webhooks: WebhookOperations;
  components: JsonObject & { schemas: { [name: string]: JsonObject }; parameters: { [name: string]: Parameter } };
}

export interface Operation extends JsonObject {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: JsonObject & { content: Content };
  responses: { [status: string]: JsonObject & { headers?: JsonObject; content?: Content } };
  security: { [scheme: string]: string[] }[];
}

export interface Parameter extends JsonObject {
  name: string;
  in: string;
  schema: JsonObject;
}

export interface Content {
  [mediaType: string]: JsonObject & { schema: JsonObject };
}

export function describeApi(
  app: Pick<OpenAPIHono, 'getOpenAPI31Document' | 'openAPIRegistry'>,
  deprecations: Deprecations = DEPRECATIONS,
): Description {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of `POST /v1/players`, or one of `POST /v1/me/tokens` with the scopes that are named.',
  });
  const described = { ...app.getOpenAPI31Document(INFO), webhooks: webhookOperations() };
  const document = JSON.parse(JSON.stringify(described)) as Description;
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      operation.parameters?.forEach(tidyParameter);
      nameScopes(operation, scopesOf(method, path));
      if (operationName(method, path) in deprecations) deprecate(operation);
    }
  }
  const { paths, webhooks, components, ...rest } = document;
  const schemas = schemasNamedIn(document);
  const parts = { schemas, headers: headerComponents, parameters: webhookParameters };
  return { ...rest, paths, webhooks, components: { ...components, ...parts } };
}

/** What a token must be good for stands where OpenAPI 3.1 has the roles of a caller. */
function nameScopes({ security }: Operation, scopes: readonly string[]): void {
  for (const way of security) if ('bearer' in way) way.bearer = [...scopes];
}

function deprecate(operation: Operation): void {
  operation.deprecated = true;
  for (const response of Object.values(operation.responses)) {
    response.headers = { ...response.headers, ...DEPRECATION_HEADERS };
  }
}

/** A header is written as people write it, and a description said once. */
function tidyParameter(parameter: Parameter): void {
  if (parameter.in === 'header') parameter.name = parameter.name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  if (parameter.schema.description === parameter.description) delete parameter.schema.description;
}

/**
 * The schemas that a document refers to, and those that they refer to. Zod writes them itself: the routes' library
 * drops the exact length of lists and copies nullable components instead of naming them.
 */
function schemasNamedIn(document: Description): Description['components']['schemas'] {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => REF + id,
    override: ({ jsonSchema }) => asRange(jsonSchema),
  });
  const found: Description['components']['schemas'] = {};
  const wanted = refsIn([document.paths, document.webhooks]);
  for (const name of wanted) {
    const { $schema: _, $id: __, ...schema } = withoutNoise(schemas[name] as Json) as JsonObject;
    found[name] = schema;
    for (const ref of refsIn(schema)) wanted.add(ref);
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A choice among whole numbers in a row is a range of integers; as an enumeration of numbers, no Java comes of it. */
function asRange(schema: z.core.JSONSchema.BaseSchema): void {
  const { enum: choices } = schema;
  const first = choices?.[0];
  if (choices === undefined || !Number.isInteger(first)) return;
  if (choices.some((choice, i) => choice !== Number(first) + i)) return;
  delete schema.enum;
  Object.assign(schema, { type: 'integer', minimum: first, maximum: choices.at(-1) });
}

const REF = '#/components/schemas/';

function refsIn(value: Json): Set<string> {
  return new Set(
    Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name]) => name ?? ''),
  );
}

/** Leaves out what says nothing: that a number is one JavaScript can count to, that a name is a text. */
function withoutNoise(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) =>
      !(key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) &&
      !(key === 'minimum' && inner === Number.MIN_SAFE_INTEGER) &&
      !(key === 'propertyNames' && JSON.stringify(inner) === '{"type":"string"}'),
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNoise(inner)]));
}
