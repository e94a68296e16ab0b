import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Content, JsonObject, Operation } from '../../functions/api/openapi.ts';
import { PROBLEMS } from '../../functions/api/problem-codes.ts';
import { NOTICE_TYPES } from '../../functions/api/schemas/feed.ts';
import { payloadKinds } from '../../functions/api/schemas/payload.ts';
import { type Made, makeDocument } from './document.ts';
import { operationsOf } from './recorder.ts';

const FILE = new URL('../../openapi.yaml', import.meta.url);

describe('openapi.yaml', () => {
  let made: Made;
  let operations: ReturnType<typeof operationsOf>;
  beforeAll(async () => {
    made = await makeDocument();
    operations = operationsOf(made.description);
  });

  it('is what `npm run openapi` writes now', async () => {
    const same = (await readFile(FILE, 'utf8')) === made.yaml;
    expect(same, 'openapi.yaml is out of date: run npm run openapi').toBe(true);
  });

  it('reads as the document that was meant', () => {
    expect(parse(made.yaml)).toEqual(made.description);
  });

  it('describes every route under /v1 but itself', () => {
    const described = Object.entries(made.description.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const hidden = ['GET /v1/openapi.json'];
    expect([...described, ...hidden].sort()).toEqual(made.routes.filter((route) => route.includes(' /v1/')).sort());
  });

  it('names every operation, says what it is for, and puts it under one tag', () => {
    const ids = [...operations.keys()];
    expect(new Set(ids).size).toBe(ids.length);
    for (const [id, { operation }] of operations) {
      expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/);
      expect(operation.summary).toMatch(/^\S.*[^.\s]$/);
      expect(operation.tags).toHaveLength(1);
    }
  });

  it('says of every parameter what it is for', () => {
    const silent = [...operations].flatMap(([id, { operation }]) =>
      (operation.parameters ?? [])
        .filter(({ description, schema }) => (description ?? schema.description) === undefined)
        .map(({ name }) => `${id} ${name}`),
    );
    expect(silent).toEqual([]);
  });

  it('has a recorded example of every status of every operation', () => {
    const answeredWithoutBody = new Set(
      made.exchanges
        .filter(({ response }) => response === '')
        .map(({ operationId, status }) => `${operationId} ${status}`),
    );
    const without: string[] = [];
    for (const [id, { operation }] of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (content === undefined && !answeredWithoutBody.has(`${id} ${status}`)) without.push(`${id} ${status}`);
        for (const media of Object.values(content ?? {})) {
          if (Object.keys((media.examples ?? {}) as JsonObject).length === 0) without.push(`${id} ${status}`);
        }
      }
      const body = operation.requestBody?.content['application/json'];
      if (body !== undefined && body.examples === undefined) without.push(`${id} request`);
    }
    expect(without).toEqual([]);
  });

  it('has met every problem that an operation says it can give, and no other', () => {
    const told = [...operations].flatMap(([id, { operation }]) => codesTold(operation).map((code) => `${id} ${code}`));
    const met = made.exchanges
      .filter(({ status }) => status >= 400)
      .map(({ operationId, response }) => `${operationId} ${(response as JsonObject).code}`);
    expect([...new Set(met)].sort()).toEqual(told.sort());
    // A wrong method is the only problem that belongs to no operation.
    const codes = new Set(told.map((each) => each.split(' ')[1]));
    expect(Object.keys(PROBLEMS).filter((code) => !codes.has(code))).toEqual(['method_not_allowed']);
  });

  it('has examples that keep to its schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(made.description, 'openapi');
    const wrong: unknown[] = [];
    let count = 0;
    function check(content: Content, pointer: string): void {
      for (const [type, { examples }] of Object.entries(content)) {
        const $ref = `openapi#${pointer}/content/${escaped(type)}/schema`;
        const valid = ajv.compile({ $ref: encodeURI($ref) });
        expect(valid(0), `${pointer} takes anything`).toBe(false);
        for (const [name, example] of Object.entries((examples ?? {}) as Record<string, JsonObject>)) {
          count += 1;
          if (!valid(example.value)) wrong.push([pointer, name, valid.errors]);
        }
      }
    }
    for (const [type, { post }] of Object.entries(made.description.webhooks)) {
      check(post.requestBody.content, `/webhooks/${type}/post/requestBody`);
    }
    for (const { path, method, operation } of operations.values()) {
      const pointer = `/paths/${escaped(path)}/${method}`;
      if (operation.requestBody !== undefined) check(operation.requestBody.content, `${pointer}/requestBody`);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        check(content ?? {}, `${pointer}/responses/${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  it('has a message of every type as it was sent, with its headers', () => {
    const { webhooks, components } = made.description;
    expect(Object.keys(webhooks).sort()).toEqual([...NOTICE_TYPES].sort());
    for (const [type, { post }] of Object.entries(webhooks)) {
      const [example] = Object.values((post.requestBody.content['application/json'].examples ?? {}) as JsonObject);
      expect(example, type).toMatchObject({ value: { type } });
    }
    const [first] = made.messages;
    expect(
      Object.fromEntries(Object.values(components.parameters).map(({ name, example }) => [name, example])),
    ).toEqual(first?.headers);
  });

  it('describes every message that was sent', () => {
    const schemas = new Map(payloadKinds.map(({ type, schema }) => [String(type), schema]));
    expect(made.messages.length).toBeGreaterThan(20);
    for (const { headers, body } of made.messages) {
      expect(schemas.get(String(body.type))?.safeParse(body).error).toBeUndefined();
      const { id } = body.data as JsonObject;
      expect(headers['webhook-id']).toMatch(new RegExp(`^w_[0-9a-z]{16}_${id}$`));
    }
  });

  it('tells the headers that answers have', () => {
    const headers = made.description.components.headers as Record<string, JsonObject>;
    for (const { operationId, status, headers: sent, response } of made.exchanges) {
      const told = operations.get(operationId)?.operation.responses[String(status)]?.headers as Record<
        string,
        JsonObject
      >;
      const { code, more, next } = typeof response === 'object' ? (response as JsonObject) : ({} as JsonObject);
      // Whatever broke here broke before requests were counted.
      const counted = status < 500;
      const sometimes: Record<string, boolean> = {
        'WWW-Authenticate': code === 'insufficient_scope',
        'Retry-After': code === 'time_up',
        RateLimit: counted,
        'RateLimit-Policy': counted,
        Link: more === true || (more === undefined && typeof next === 'string'),
      };
      for (const [name, { required }] of Object.entries(headers)) {
        const always = told[name] !== undefined && (told[name].required ?? required) === true;
        const expected = always || (told[name] !== undefined && sometimes[name]);
        expect(sent.has(name), `${operationId} ${status} ${name}`).toBe(expected);
      }
    }
  });

  it('has no list of fixed types by place, which many tools cannot read', () => {
    expect(JSON.stringify(made.description)).not.toContain('"prefixItems"');
  });
});

function codesTold(operation: Operation): string[] {
  return Object.entries(operation.responses).flatMap(([status, { description }]) =>
    Number(status) < 400 ? [] : Array.from(String(description).matchAll(/`(\w+)`:/g), ([, code]) => code ?? ''),
  );
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
