/** Receivers of deliveries on this machine, decent and otherwise. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../support/listening.ts';
import type { Certificate } from './certificate.ts';

export interface Receiver {
  readonly port: number;
  /** Its URL by its address. */
  readonly url: URL;
  /** How many connections it has had, and how many are open. */
  had(): number;
  open(): number;
}

const running: { server: Server; sockets: Set<Socket> }[] = [];

/** Ends all that were started. */
export async function stopReceivers(): Promise<void> {
  for (const { server, sockets } of running.splice(0)) {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  }
}

/** Waits until the sender has left `receiver`. */
export async function left(receiver: Receiver): Promise<void> {
  for (let tries = 0; receiver.open() > 0; tries += 1) {
    if (tries === 200) throw new Error('the connection stays open');
    await sleep(10);
  }
}

/** One that does what it likes with each connection. */
export function onSockets(behave: (socket: Socket) => void): Promise<Receiver> {
  return listen(createTcpServer(behave), 'http');
}

export function onRequests(answer: RequestListener): Promise<Receiver> {
  return listen(createServer(answer), 'http');
}

export function onSecureRequests(certificate: Certificate, answer: RequestListener): Promise<Receiver> {
  return listen(
    createHttpsServer(certificate, answer).on('tlsClientError', () => undefined),
    'https',
  );
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const { port } = await listen(createTcpServer(), 'http');
  const last = running.pop();
  if (last !== undefined) await once(last.server.close(), 'close');
  return port;
}

async function listen(server: Server, scheme: string): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let had = 0;
  server.on('connection', (socket: Socket) => {
    had += 1;
    sockets.add(socket);
    // Whoever is cut off in the middle gets an error, which is what is wanted here.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  const { port } = await listening(server);
  running.push({ server, sockets });
  return { port, url: new URL(`${scheme}://127.0.0.1:${port}/hooks`), had: () => had, open: () => sockets.size };
}
