/** A clock and randomness that give the same recording every time. */
import { createHash } from 'node:crypto';
import type { ApiDeps } from '../../functions/api/deps.ts';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-12-01T18:00:00.000Z');

export function deterministic(): Pick<ApiDeps, 'now' | 'receivedAt' | 'random' | 'requestId'> {
  let requests = 0;
  let draws = 0;
  const now = () => new Date(BEGIN + requests * MINUTE);
  return {
    now,
    receivedAt() {
      requests += 1;
      return now();
    },
    random(count) {
      draws += 1;
      return createHash('sha256').update(`plypost example ${draws}`).digest().subarray(0, count);
    },
    requestId: () => `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`,
  };
}
