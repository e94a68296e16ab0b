/** Has a server of a test listen on this machine, on whatever port is free. */
import { once } from 'node:events';
import type { Server } from 'node:net';

export interface Listening {
  readonly port: number;
  /** Over plain HTTP, without a slash at the end. */
  readonly url: string;
}

export async function listening(server: Server): Promise<Listening> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { port: address.port, url: `http://127.0.0.1:${address.port}` };
}
