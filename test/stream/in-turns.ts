/** Workers on one database whose requests go one at a time, in whatever order a test chooses. */
import { setImmediate as settled } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { around } from '../support/around.ts';

export interface InTurns {
  /** One connection for each worker. */
  readonly clients: readonly DynamoDBClient[];
  /** Runs the workers to their ends. They may wait for requests alone. */
  run(workers: readonly (() => Promise<void>)[]): Promise<void>;
}

/** `choose` picks the worker whose oldest request goes next, of those that have one waiting. */
export function inTurns(
  client: DynamoDBClient,
  count: number,
  choose: (waiting: readonly number[]) => number,
): InTurns {
  const queues = Array.from({ length: count }, (): (() => Promise<void>)[] => []);
  const clients = queues.map((queue) =>
    around(
      client,
      (go) =>
        new Promise((resolve, reject) => {
          queue.push(() => go().then(resolve, reject));
        }),
    ),
  );
  return {
    clients,
    async run(workers) {
      let running = workers.length;
      const ends = workers.map((worker) =>
        worker().finally(() => {
          running -= 1;
        }),
      );
      // An end that fails is thrown below, not while the others run.
      const all = Promise.allSettled(ends);
      while (running > 0) {
        // What follows from an answer needs no more than this to come to its next request.
        await settled();
        const waiting = queues.flatMap((queue, n) => (queue.length > 0 ? [n] : []));
        if (waiting.length === 0) continue;
        await queues[choose(waiting)]?.shift()?.();
      }
      await all;
      await Promise.all(ends);
    },
  };
}
