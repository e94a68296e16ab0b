/** What HTTP itself cannot read never reaches the app; it is answered with a problem document all the same. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

const ANSWERS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, reason] = ANSWERS[error.code ?? ''] ?? [400, 'Bad Request'];
    const requestId = randomUUID();
    const body = JSON.stringify({
      type: 'urn:plypost:problem:malformed',
      title: 'The request cannot be read',
      status,
      code: 'malformed',
      requestId,
    });
    const head = [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
