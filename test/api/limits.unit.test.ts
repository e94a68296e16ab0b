import { afterEach, describe, expect, test, vi } from 'vitest';
import { countRequests } from '../../functions/api/limits/limits.ts';
import { everyPolicy, type PolicyName, policyOf } from '../../functions/api/limits/policies.ts';
import { rateLimits } from '../../functions/api/limits/setting.ts';
import { sourceOf } from '../../functions/api/limits/source.ts';

const BEGIN = Date.parse('2026-12-01T18:00:00Z');
const at = (seconds: number) => new Date(BEGIN + seconds * 1000);

describe('a budget of 4 requests in 60 seconds', () => {
  const limits = () => countRequests(everyPolicy({ quota: 4, seconds: 60 }));

  test('can be spent at once; then there is one more every 15 seconds', () => {
    const { take } = limits();
    expect([1, 2, 3, 4, 5].map(() => take('reads', 'ada', at(0)))).toEqual([
      { allowed: true, left: 3, seconds: 15 },
      { allowed: true, left: 2, seconds: 30 },
      { allowed: true, left: 1, seconds: 45 },
      { allowed: true, left: 0, seconds: 15 },
      { allowed: false, left: 0, seconds: 15 },
    ]);
    expect(take('reads', 'ada', at(14.9))).toEqual({ allowed: false, left: 0, seconds: 1 });
    expect(take('reads', 'ada', at(15))).toEqual({ allowed: true, left: 0, seconds: 15 });
    expect(take('reads', 'ada', at(16)).allowed).toBe(false);
  });

  test('is whole again after 60 seconds, and never more than whole', () => {
    const { take } = limits();
    for (let n = 0; n < 4; n += 1) take('reads', 'ada', at(0));
    expect(take('reads', 'ada', at(60))).toEqual({ allowed: true, left: 3, seconds: 15 });
    expect(take('reads', 'ada', at(6000))).toEqual({ allowed: true, left: 3, seconds: 15 });
  });

  test('lets through what it says, however the requests fall: no more than 4 and one each 15 seconds', () => {
    const { take } = limits();
    const allowed = Array.from({ length: 600 }, (_, n) => take('reads', 'ada', at(n)).allowed).filter(Boolean);
    expect(allowed).toHaveLength(4 + Math.floor(599 / 15));
  });

  test('is one for each kind and each who asks', () => {
    const { take } = limits();
    for (let n = 0; n < 5; n += 1) take('reads', 'ada', at(0));
    expect(take('reads', 'ada', at(0)).allowed).toBe(false);
    expect(take('moves', 'ada', at(0)).left).toBe(3);
    expect(take('reads', 'ben', at(0)).left).toBe(3);
  });

  test('does not fill by time that runs back', () => {
    const { take } = limits();
    for (let n = 0; n < 4; n += 1) take('reads', 'ada', at(100));
    expect(take('reads', 'ada', at(0)).allowed).toBe(false);
    expect(take('reads', 'ada', at(15)).allowed).toBe(true);
  });
});

test.each<[string | null, PolicyName]>([
  ['POST /v1/matches/{match}/moves', 'moves'],
  ['POST /v1/matches/{match}/join', 'moves'],
  ['POST /v1/matches/{match}/resign', 'moves'],
  ['POST /v1/matches/{match}/offers/{offer}/accept', 'moves'],
  ['GET /v1/matches/{match}/legal-moves', 'reads'],
  ['GET /v1/matches', 'reads'],
  [null, 'reads'],
  ['POST /v1/matches', 'writes'],
  ['POST /v1/matches/{match}/talk', 'writes'],
  ['DELETE /v1/me/tokens/{token}', 'writes'],
  ['POST /v1/players', 'accounts'],
  ['POST /v1/recover', 'accounts'],
])('%s is one of the %s', (operation, policy) => {
  expect(policyOf(operation)).toBe(policy);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '20010db800010002/64'],
  ['2001:db8:1:2::1', '20010db800010002/64'],
  ['2001:db8:1:3::1', '20010db800010003/64'],
  ['', 'unknown'],
])('the address %s counts as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});

describe('PLYPOST_RATE_LIMITS', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each([undefined, 'on'])('%s: requests are counted', (setting) => {
    vi.stubEnv('PLYPOST_RATE_LIMITS', setting);
    expect(rateLimits()?.take('moves', 'ada', at(0)).allowed).toBe(true);
  });

  test('off: they are not', () => {
    vi.stubEnv('PLYPOST_RATE_LIMITS', 'off');
    expect(rateLimits()).toBeNull();
  });

  test('anything else is refused in a sentence', () => {
    vi.stubEnv('PLYPOST_RATE_LIMITS', 'maybe');
    expect(rateLimits).toThrow(new RangeError('PLYPOST_RATE_LIMITS is on or off, not: maybe'));
  });
});
