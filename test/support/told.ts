/** A source of numbers for tests of what is told as it happens, with no database under it. */
import type { Page, Source } from '../../functions/api/source.ts';
import { type WakeUps, wakeUps } from '../../functions/local/wake-ups.ts';

export const TOPIC = 'p_aaaaaaaaaaaaaaaa';

export interface Numbers {
  readonly source: Source<{ n: number }>;
  readonly wake: WakeUps;
  /** How often it was looked at. */
  readonly looks: () => number;
  /** `count` more numbers happen. */
  happen(count?: number): void;
  /** Nothing will ever follow. */
  finish(): void;
}

/** `looked` is called after each look, before the one who looks has the answer. */
export function numbers(looked: (look: number) => void = () => {}): Numbers {
  const wake = wakeUps();
  let last = 0;
  let looks = 0;
  let over = false;
  return {
    wake,
    looks: () => looks,
    happen(count = 1) {
      last += count;
      wake.happened(TOPIC);
    },
    finish() {
      over = true;
      wake.happened(TOPIC);
    },
    source: {
      topic: TOPIC,
      async read(after, limit): Promise<Page<{ n: number }>> {
        looks += 1;
        const until = Math.min(last, after + limit);
        const ids = Array.from({ length: Math.max(0, until - after) }, (_, i) => after + 1 + i);
        const page = {
          messages: ids.map((id) => ({ id, type: 'number', body: { n: id } })),
          more: until < last,
          over: over && until >= last,
        };
        looked(looks);
        return page;
      },
    },
  };
}
