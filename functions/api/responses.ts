/** How routes declare their answers, so that none forgets a problem it can give. */
import * as z from 'zod';
import { PROBLEMS, type ProblemCode } from './problem-codes.ts';
import { problemSchema } from './schemas/problem.ts';

export const headerComponents = {
  'X-Request-Id': {
    description: 'The id of this request, as in the server’s log; tell it when you report a fault.',
    required: true,
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate, by RFC 6750: a token that was sent is told to be wrong.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer' },
  },
  'Retry-After': { description: 'Seconds after which to try again.', required: true, schema: { type: 'integer' } },
  RateLimit: {
    description:
      'What is left of a budget: its name, `r` requests, and the seconds `t` until all of it is there again or, with ' +
      'nothing left, until there is some. By draft-ietf-httpapi-ratelimit-headers-10. Not there where nothing is counted.',
    required: false,
    schema: { type: 'string', examples: ['"moves";r=299;t=1'] },
  },
  'RateLimit-Policy': {
    description: 'That budget: `q` requests in `w` seconds.',
    required: false,
    schema: { type: 'string', examples: ['"moves";q=300;w=60'] },
  },
  'Content-Disposition': {
    description: 'A name for the file (RFC 6266).',
    required: true,
    schema: { type: 'string', examples: ['attachment; filename="plypost-p_5k2m9x0c7vt4b8n1.json"'] },
  },
  Link: {
    description:
      'With `rel="next"`, as long as there is more: where the list goes on, relative to this URL (RFC 8288).',
    required: false,
    schema: { type: 'string', examples: ['<?limit=50&cursor=MjAyNi0>; rel="next"'] },
  },
};

/** Headers of every answer. */
const ALWAYS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const;

function headers(...more: readonly Exclude<keyof typeof headerComponents, (typeof ALWAYS)[number]>[]) {
  const names = [...ALWAYS, ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function json(schema: z.ZodType, description: string) {
  return { description, headers: headers(), content: { 'application/json': { schema } } } as const;
}

/** One page of a list. */
export function pageOf(schema: z.ZodType, description: string) {
  return { description, headers: headers('Link'), content: { 'application/json': { schema } } } as const;
}

/** A file to be kept, which may go on in another. */
export function fileOf(schema: z.ZodType, description: string) {
  return {
    description,
    headers: headers('Link', 'Content-Disposition'),
    content: { 'application/json': { schema } },
  } as const;
}

/** What happened, in each form that it can be read in. */
export function told(page: z.ZodType, each: string, description: string) {
  const lines = z.string().meta({ description: `One ${each} a line; an empty line says nothing.` });
  const events = z.string().meta({
    description: `Server-sent events. The data of each is one ${each}, its \`id\` the cursor, its \`event\` the type.`,
  });
  return {
    description,
    headers: headers('Link'),
    content: {
      'application/json': { schema: page },
      'application/x-ndjson': { schema: lines },
      'text/event-stream': { schema: events },
    },
  } as const;
}

export function text(schema: z.ZodType, description: string) {
  return { description, headers: headers(), content: { 'text/plain': { schema } } } as const;
}

export function nothing(description: string) {
  return { description, headers: headers() } as const;
}

const WITH_TIME_UP = {
  description: 'Seconds after which it is settled what follows; with `time_up` only.',
  required: false,
  schema: { type: 'integer' },
} as const;

const WITH_SCOPE = {
  description: 'By RFC 6750, with the scopes that are needed; with `insufficient_scope` only.',
  required: false,
  schema: { type: 'string', pattern: '^Bearer' },
} as const;

/** Problems that any operation can give. */
const ANYWHERE = ['unauthenticated', 'rate_limited', 'internal', 'unavailable'] as const;

type StatusOf<Code extends ProblemCode> = (typeof PROBLEMS)[Code]['status'];

/** The problems of an operation for which a token must be good, by status. */
export function problems<Code extends ProblemCode>(...codes: readonly Code[]) {
  return openProblems<Code | 'insufficient_scope'>('insufficient_scope', ...codes);
}

/** The problems of an operation for which any token is good, by status. */
export function openProblems<Code extends ProblemCode>(...codes: readonly Code[]) {
  const all = [...codes, ...ANYWHERE];
  const statuses = [...new Set(all.map((code) => PROBLEMS[code].status))];
  const entries = statuses.map((status) => [
    status,
    {
      description: all
        .filter((code) => PROBLEMS[code].status === status)
        .map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`)
        .join(' '),
      headers: {
        ...headers(
          ...(status === 401
            ? (['WWW-Authenticate'] as const)
            : status === 503 || status === 429
              ? (['Retry-After'] as const)
              : []),
        ),
        ...(status === 403 && all.some((code) => code === 'insufficient_scope')
          ? { 'WWW-Authenticate': WITH_SCOPE }
          : {}),
        ...(status === 409 && all.some((code) => code === 'time_up') ? { 'Retry-After': WITH_TIME_UP } : {}),
      },
      content: { 'application/problem+json': { schema: problemSchema } },
    },
  ]);
  return Object.fromEntries(entries) as Record<StatusOf<Code | (typeof ANYWHERE)[number]>, ProblemContent>;
}

interface ProblemContent {
  readonly description: string;
  readonly content: { readonly 'application/problem+json': { readonly schema: typeof problemSchema } };
}

/** Every operation may be called with a token; these need one. */
export const withToken = [{ bearer: [] }];
export const withOrWithoutToken = [{}, { bearer: [] }];
