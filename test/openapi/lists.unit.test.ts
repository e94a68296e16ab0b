/** `openapi.yaml`: what can grow without bound comes in pages, and everything else says what bounds it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Lists that are answered whole, and what bounds them, as their descriptions say it. */
const WHOLE: Readonly<Record<string, string>> = {
  getPlayer: 'one of each a game',
  listTokens: 'at most 50',
  listGames: 'one entry a game',
  listWebhooks: 'at most 20',
  listLegalMoves: 'as many as the rules allow in one position',
};

/** What ends where it has so many bytes, and not so many entries. */
const CUT_BY_SIZE = ['exportAccount'];

const CURSORS = ['cursor', 'after', 'before'];

const document: Document = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(document.components.schemas[name] ?? {});
}

function listsWithoutEnd({ responses }: Operation): string[] {
  const page = resolved(responses['200']?.content?.['application/json']?.schema ?? {});
  return Object.entries(page.properties ?? {}).flatMap(([name, field]) => {
    const { type, maxItems } = resolved(field);
    return type === 'array' && maxItems === undefined ? [name] : [];
  });
}

const reading = Object.values(document.paths).flatMap(({ get }) => (get === undefined ? [] : [get]));
const lists = reading.filter((operation) => listsWithoutEnd(operation).length > 0);

test('there are lists', () => {
  expect(lists.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['listTurns', 'listMatches', 'readClock', ...Object.keys(WHOLE)]),
  );
});

test.each(lists.filter(({ operationId }) => !(operationId in WHOLE)))('$operationId comes in pages', (operation) => {
  const names = operation.parameters?.filter((each) => each.in === 'query').map(({ name }) => name) ?? [];
  expect(names.includes('limit')).toBe(!CUT_BY_SIZE.includes(operation.operationId));
  expect(names.filter((name) => CURSORS.includes(name))).toHaveLength(1);
  expect(Object.keys(operation.responses['200']?.headers ?? {})).toContain('Link');
});

test.each(Object.entries(WHOLE))('%s is answered whole, and says what bounds it', (id, bound) => {
  expect(reading.find(({ operationId }) => operationId === id)?.description).toContain(bound);
});
