/** A port of this machine that nothing listens on. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { listening } from './listening.ts';

export async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}
