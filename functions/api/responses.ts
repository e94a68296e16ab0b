/** How routes declare their answers, so that none forgets a problem it can give. */
import type * as z from 'zod';
import { codesOf, type ProblemStatus } from './problem-codes.ts';
import { problemSchema } from './schemas/problem.ts';

export function json(schema: z.ZodType, description: string) {
  return { description, content: { 'application/json': { schema } } } as const;
}

/** The problems of an operation, by status; 401, 500 and 503 can come from any. */
export function problems<Status extends ProblemStatus>(...statuses: readonly Status[]) {
  const all = [...statuses, 401, 500, 503] as const;
  const entries = all.map((status) => [
    status,
    {
      description: codesOf(status)
        .map((code) => `\`${code}\``)
        .join(', '),
      content: { 'application/problem+json': { schema: problemSchema } },
    },
  ]);
  return Object.fromEntries(entries) as Record<Status | 401 | 500 | 503, ProblemContent>;
}

interface ProblemContent {
  readonly description: string;
  readonly content: { readonly 'application/problem+json': { readonly schema: typeof problemSchema } };
}

/** Every operation may be called with a token; these need one. */
export const withToken = [{ bearer: [] }];
export const withOrWithoutToken = [{}, { bearer: [] }];
