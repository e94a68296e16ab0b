/** Refuses plans that are too large before anything else is asked of their shape, which may be nested to any depth. */
import { createMiddleware } from 'hono/factory';
import { tooManyBranches } from '../../domain/match/plan/size.ts';
import { BRANCHES_MOST } from '../../domain/match/plan/types.ts';
import type { ApiEnv } from './deps.ts';
import { invalid } from './problems.ts';

/** Comes after the body has been found to be JSON. */
export const planSize = createMiddleware<ApiEnv>(async (c, next) => {
  const body: unknown = await c.req.json();
  if (typeof body === 'object' && body !== null && 'branches' in body) {
    const pointer = tooManyBranches(body.branches, '/branches');
    if (pointer !== null)
      throw invalid('body', excerpt(pointer), `At most ${BRANCHES_MOST} branches in the whole plan.`);
  }
  return next();
});

const POINTER_MOST = 2000;

function excerpt(pointer: string): string {
  return pointer.length > POINTER_MOST ? `${pointer.slice(0, POINTER_MOST)}…` : pointer;
}
