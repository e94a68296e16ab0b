/** The API at a chosen time: every request is received, and done, at that instant. */
import type { TestApi } from './api.ts';
import { type Client, clientOf, type Send } from './clients.ts';

export interface Times {
  /** Its requests are answered whole: what an answer would tell later has no time. */
  at(player: Client, received: number, done?: number): Client;
}

interface TimedApp {
  readonly send: Send;
  received: number;
  done: number;
}

/** In process, on the same table. Apps are used again, one request at a time: to make one costs more than most requests. */
export function timesOf(api: TestApi): Times {
  const idle: TimedApp[] = [];
  function newApp(): TimedApp {
    const app: TimedApp = {
      send: api.appWith({ receivedAt: () => new Date(app.received), now: () => new Date(app.done) }),
      received: Number.NaN,
      done: Number.NaN,
    };
    return app;
  }
  return {
    at(player, received, done = received) {
      async function send(path: string, init: RequestInit): Promise<Response> {
        const app = Object.assign(idle.pop() ?? newApp(), { received, done });
        try {
          return await app.send(path, init);
        } finally {
          Object.assign(app, { received: Number.NaN, done: Number.NaN });
          idle.push(app);
        }
      }
      return clientOf(send, player.id, player.token);
    },
  };
}
