/** Waiting where nobody tells what happens in other processes: one looks again every half second. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wake, Watch } from './wake.ts';

const LOOK_EVERY_MS = 500;

const watch: Watch = {
  wait: (ms, signal) => sleep(Math.min(ms, LOOK_EVERY_MS), undefined, { signal }).catch(() => undefined),
  end: () => undefined,
};

export const everyHalfSecond: Wake = { watch: () => watch };
