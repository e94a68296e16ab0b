/** The API at a chosen time: every request is received, and done, at that instant. */
import type { TestApi } from './api.ts';
import { type Client, clientOf } from './clients.ts';

export interface Times {
  at(player: Client, received: number, done?: number): Client;
}

/** In process, on the same table. */
export function timesOf(api: TestApi): Times {
  return {
    at(player, received, done = received) {
      const send = api.appWith({ receivedAt: () => new Date(received), now: () => new Date(done) });
      return clientOf(send, player.id, player.token);
    },
  };
}
