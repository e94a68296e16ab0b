/** Tells who waits in this process; what other processes do on the same table is found by looking now and then. */
import { EventEmitter } from 'node:events';
import type { Wake } from '../api/wake.ts';
import type { Topic } from '../store/topic.ts';

/** Rarely: as a rule there is no other process, and a thousand may wait. */
const LOOK_EVERY_MS = 10_000;

export interface WakeUps extends Wake {
  happened(topic: Topic): void;
}

export function wakeUps(): WakeUps {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    happened: (topic) => void emitter.emit(topic),

    watch(topic) {
      // Kept until the next wait: it may happen while the one who watches is looking.
      let told = false;
      let wake = () => {};
      const hear = () => {
        told = true;
        wake();
      };
      emitter.on(topic, hear);
      return {
        async wait(ms, signal) {
          if (!told && !signal.aborted) {
            await new Promise<void>((resolve) => {
              const done = () => {
                clearTimeout(timer);
                signal.removeEventListener('abort', done);
                resolve();
              };
              const timer = setTimeout(done, Math.min(ms, LOOK_EVERY_MS));
              signal.addEventListener('abort', done);
              wake = done;
            });
          }
          told = false;
        },
        end: () => void emitter.off(topic, hear),
      };
    },
  };
}
