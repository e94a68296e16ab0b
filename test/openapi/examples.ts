/** Puts recorded exchanges into a description, as named examples. */
import type { Content, Description, JsonObject } from '../../functions/api/openapi.ts';
import { type Exchange, operationsOf } from './recorder.ts';

export function addExamples(description: Description, exchanges: readonly Exchange[]): void {
  const operations = operationsOf(description);
  for (const { operationId, summary, status, mediaType, request, response } of exchanges) {
    const operation = operations.get(operationId)?.operation;
    const content = operation?.responses[String(status)]?.content;
    if (content?.[mediaType] === undefined) {
      throw new Error(
        `${operationId} answered ${status} ${mediaType}, which is not documented: ${JSON.stringify(response)}`,
      );
    }
    addExample(content, mediaType, summary, response);
    if (status < 300 && request !== undefined && operation?.requestBody !== undefined) {
      addExample(operation.requestBody.content, 'application/json', summary, request);
    }
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
