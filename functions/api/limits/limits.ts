/**
 * Budgets of requests, counted in memory: so about that in each process, and a request costs the database nothing. Each is a
 * bucket that fills steadily: whoever has emptied one waits for a moment, not for the end of a minute. It is our own
 * because hono-rate-limiter counts in windows, and because all of it is what stands here.
 */
import { LRUCache } from 'lru-cache';
import { POLICIES, type Policies, type PolicyName } from './policies.ts';

/** Whoever is forgotten begins anew with a full budget. */
const BUCKETS_MOST = 50_000;

export interface Taken {
  readonly allowed: boolean;
  /** Requests that may follow at once. */
  readonly left: number;
  /** Seconds until all of the budget is there again; with nothing left, until there is some. */
  readonly seconds: number;
}

export interface Limits {
  readonly policies: Policies;
  /** Takes one request from the budget of `who`, if there is one in it. */
  take(policy: PolicyName, who: string, at: Date): Taken;
}

/** `credit` is the time that has been saved up, in milliseconds, of which each request takes its share. */
interface Bucket {
  credit: number;
  at: number;
}

export function countRequests(policies: Policies = POLICIES): Limits {
  const buckets = new LRUCache<string, Bucket>({ max: BUCKETS_MOST });

  return {
    policies,
    take(name, who, at) {
      const { quota, seconds } = policies[name];
      const whole = seconds * 1000;
      const cost = whole / quota;
      const now = at.getTime();
      const key = `${name} ${who}`;
      const known = buckets.get(key);
      const bucket = known ?? { credit: whole, at: now };
      // Requests may be counted in another order than they came in.
      bucket.credit = Math.min(whole, bucket.credit + Math.max(0, now - bucket.at));
      bucket.at = now;
      const allowed = bucket.credit >= cost;
      if (allowed) bucket.credit -= cost;
      if (known === undefined) buckets.set(key, bucket);
      const left = Math.floor(bucket.credit / cost);
      const lacking = (left === 0 ? cost : whole) - bucket.credit;
      return { allowed, left, seconds: Math.ceil(lacking / 1000) };
    },
  };
}
