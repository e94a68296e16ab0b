/**
 * A clock that can be put forward, for tests from end to end: `PLYPOST_CLOCK=manual` opens `POST /local/clock`, with
 * `{"advance": "P3D"}`, on one machine only. It goes on as time does. How far ahead it is is kept in a file beside the
 * data, since time must not run back for them when the server starts again.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { durationOf } from '../../domain/duration.ts';
import type { ApiEnv } from '../api/deps.ts';
import { fieldErrors } from '../api/invalid.ts';
import { jsonBody } from '../api/json-body.ts';
import { answerOtherMethods } from '../api/other-methods.ts';
import { ApiProblem } from '../api/problems.ts';

export interface ManualClock {
  now(): Date;
  /** In milliseconds; never back. */
  advance(ms: number): void;
}

/**
 * Without a file it begins at the present.
 *
 * @throws RangeError if the file holds something else
 */
export function manualClock(file?: string): ManualClock {
  let ahead = file === undefined ? 0 : readAhead(file);
  return {
    now: () => new Date(Date.now() + ahead),
    advance(ms) {
      if (file !== undefined) writeAhead(file, ahead + ms);
      ahead += ms;
    },
  };
}

function readAhead(file: string): number {
  const text = textOf(file);
  if (text === null) return 0;
  if (!/^\d{1,15}\n$/.test(text))
    throw new RangeError(`${file} tells no milliseconds; delete it to begin at the present`);
  return Number(text);
}

/** Not in two steps: two requests could mix, and a kill in between must not lose what was there. */
function writeAhead(file: string, ahead: number): void {
  writeFileSync(`${file}.new`, `${ahead}\n`);
  renameSync(`${file}.new`, file);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
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

const PATH = '/local/clock';

/** Both answer `{now}`; a POST when all that has run out by then has been ended and told. */
export function openClock(app: OpenAPIHono<ApiEnv>, clock: ManualClock, caughtUp: () => Promise<void>): void {
  const now = () => ({ now: clock.now().toISOString() });
  app.get(PATH, (c) => c.json(now()));
  app.post(PATH, jsonBody({ required: true }), async (c) => {
    const read = body.safeParse(await c.req.json());
    if (!read.success) throw new ApiProblem('invalid', { errors: fieldErrors('body', read.error) });
    clock.advance(durationOf(read.data.advance) ?? 0);
    await caughtUp();
    return c.json(now());
  });
  answerOtherMethods(app, (path) => path === PATH);
}
