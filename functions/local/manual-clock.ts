/**
 * A clock that can be put forward, for tests from end to end: `PLYPOST_CLOCK=manual` opens `POST /local/clock`, with
 * `{"advance": "P3D"}`, on one machine only. It goes on as time does; a restart begins at the present again.
 */
import type { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { durationOf } from '../../domain/duration.ts';
import type { ApiEnv } from '../api/deps.ts';
import { fieldErrors } from '../api/invalid.ts';
import { jsonBody } from '../api/json-body.ts';
import { ApiProblem } from '../api/problems.ts';

export interface ManualClock {
  now(): Date;
  /** In milliseconds; never back. */
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance(ms) {
      ahead += ms;
    },
  };
}

/** @throws RangeError if the setting is neither `manual` nor `system` */
export function isClockManual(): boolean {
  const { PLYPOST_CLOCK: setting = 'system' } = process.env;
  if (setting !== 'manual' && setting !== 'system') {
    throw new RangeError(`PLYPOST_CLOCK is manual or system, not: ${setting}`);
  }
  return setting === 'manual';
}

const YEARS_MS = 10 * 366 * 86_400_000;

const body = z.strictObject({
  advance: z
    .string()
    .refine((text) => (durationOf(text) ?? Number.NaN) <= YEARS_MS, 'An ISO 8601 duration, such as P3D or PT1M.'),
});

/** Answers `{now}` when all that has run out by then has been ended and told. */
export function openClock(app: OpenAPIHono<ApiEnv>, clock: ManualClock, caughtUp: () => Promise<void>): void {
  app.post('/local/clock', jsonBody({ required: true }), async (c) => {
    const read = body.safeParse(await c.req.json());
    if (!read.success) throw new ApiProblem('invalid', { errors: fieldErrors('body', read.error) });
    clock.advance(durationOf(read.data.advance) ?? 0);
    await caughtUp();
    return c.json({ now: clock.now().toISOString() });
  });
}
