/**
 * Holds back who asks too much, and tells everybody what is left, by draft-ietf-httpapi-ratelimit-headers-10. Who comes with a
 * token has budgets of their own; all others share those of their address.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { ApiProblem } from '../problems.ts';
import { policyOf } from './policies.ts';
import { sourceOf } from './source.ts';

export function limit(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    spend(deps, c, c.get('token')?.id ?? null);
    return next();
  });
}

/**
 * `token` is the id of a good one.
 *
 * @throws ApiProblem if the budget is spent
 */
export function spend({ limits, address }: ApiDeps, c: Context<ApiEnv>, token: string | null): void {
  if (limits === null) return;
  const policy = policyOf(c.get('operation'));
  const who = token === null || policy === 'accounts' ? sourceOf(address(c.env)) : token;
  const { allowed, left, seconds } = limits.take(policy, who, c.get('receivedAt'));
  const { quota, seconds: span } = limits.policies[policy];
  c.set('headers', {
    ...c.get('headers'),
    RateLimit: `"${policy}";r=${left};t=${seconds}`,
    'RateLimit-Policy': `"${policy}";q=${quota};w=${span}`,
  });
  if (allowed) return;
  const detail = `The budget for ${policy} is spent: ${quota} in ${span} seconds.`;
  throw new ApiProblem('rate_limited', { detail }, { 'Retry-After': String(seconds) });
}
