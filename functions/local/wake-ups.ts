/** Tells who waits in this process; what other processes do on the same table is found by looking now and then. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wake } from '../api/wake.ts';
import type { Topic } from '../store/topic.ts';

const LOOK_EVERY_MS = 2_000;

export interface WakeUps extends Wake {
  happened(topic: Topic): void;
}

export function wakeUps(): WakeUps {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    happened: (topic) => void emitter.emit(topic),
    async wait(topic, ms, signal) {
      const over = new AbortController();
      const stop = AbortSignal.any([signal, over.signal]);
      const told = once(emitter, topic, { signal: stop });
      const late = sleep(Math.min(ms, LOOK_EVERY_MS), undefined, { signal: stop });
      await Promise.race([told, late]).catch(() => undefined);
      over.abort();
      await Promise.allSettled([told, late]);
    },
  };
}
