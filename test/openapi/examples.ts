/** Puts recorded exchanges into a description, as named examples. */
import type { Content, Description, JsonObject } from '../../functions/api/openapi.ts';
import { type Exchange, operationsOf } from './recorder.ts';
import type { Message } from './webhook-scenario.ts';

export function addExamples(description: Description, exchanges: readonly Exchange[]): void {
  const operations = operationsOf(description);
  for (const { operationId, summary, status, mediaType, request, response } of exchanges) {
    const operation = operations.get(operationId)?.operation;
    const documented = operation?.responses[String(status)];
    const sends = status < 300 && request !== undefined ? operation?.requestBody : undefined;
    if (sends !== undefined) addExample(sends.content, 'application/json', summary, request ?? null);
    if (documented !== undefined && documented.content === undefined && response === '') continue;
    const content = documented?.content;
    if (content?.[mediaType] === undefined) {
      throw new Error(
        `${operationId} answered ${status} ${mediaType}, which is not documented: ${JSON.stringify(response)}`,
      );
    }
    addExample(content, mediaType, summary, response);
  }
}

/** The first message of each type, and its headers. */
export function addMessages({ webhooks, components }: Description, messages: readonly Message[]): void {
  for (const [type, { post }] of Object.entries(webhooks)) {
    const sent = messages.find(({ body }) => body.type === type);
    if (sent !== undefined) addExample(post.requestBody.content, 'application/json', 'As it was sent', sent.body);
  }
  for (const parameter of Object.values(components.parameters)) {
    parameter.example = messages[0]?.headers[parameter.name] ?? null;
  }
}

function addExample(content: Content, mediaType: string, summary: string, value: JsonObject[string]): void {
  const media = content[mediaType];
  if (media === undefined) throw new Error(`no ${mediaType} here`);
  const examples = (media.examples ?? {}) as JsonObject;
  const name = summary
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (name in examples) throw new Error(`there is an example "${summary}" already`);
  media.examples = { ...examples, [name]: { summary, value } };
}
