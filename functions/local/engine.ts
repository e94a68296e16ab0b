/** The embedded DynamoDB-compatible engine: in this process, on a port of its own on loopback. */
import { once } from 'node:events';
import dynalite from 'dynalite';

export interface Engine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** `folder` keeps the data; without one they are kept in memory. */
export async function startEmbeddedEngine(folder?: string): Promise<Engine> {
  const server = dynalite({ createTableMs: 0, ...(folder === undefined ? {} : { path: folder }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the engine has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeIdleConnections();
      }),
  };
}
