/** A request that breaks something, and the problem that it is told; `{name}` in a path is a match of the test. */
import type { ProblemCode } from '../../functions/api/problem-codes.ts';

export const MISSING = 'm_0000000000000000';
export const TOO_LARGE = JSON.stringify({ ply: 0, moves: ['x'.repeat(70_000)] });

type Who = 'ada' | 'talker' | 'bob' | 'cyd' | 'nobody' | 'bad';

export interface Wrong {
  readonly what: string;
  readonly who?: Who;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly expected: ProblemCode;
  readonly tells?: Record<string, unknown>;
}

export const PLAN = { ply: 1, branches: [{ when: ['spawn 1', 'spawn 2'], answer: ['spawn 1'] }] };
export const UNREADABLE = { ply: 9, branches: [{ when: ['nonsense'], answer: ['nonsense'] }] };

export const MOVES = '/v1/matches/{active}/moves';
export const legal = { ply: 1, moves: ['spawn 1'] };
