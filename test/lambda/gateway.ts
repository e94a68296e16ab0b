/** API Gateway in small: requests as the events it makes of them (HTTP API, payload format 2.0), and answers back. */
import type { Send } from '../support/clients.ts';

export interface Asked {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the body travels in base64, as what is no text does. */
  readonly base64?: boolean;
  readonly requestId?: string;
  readonly timeEpoch?: number;
}

const HOST = 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com';
let asked = 0;

export function gatewayEvent({ method, path, headers = {}, body, base64 = false, ...given }: Asked) {
  asked += 1;
  const { requestId = `JKJaXmPLvHcESHA${asked}=`, timeEpoch = Date.now() } = given;
  const [rawPath = '', rawQueryString = ''] = path.split(/\?(.*)/s);
  const query = Object.fromEntries(new URLSearchParams(rawQueryString));
  const sent = { ...lowerCase(headers), ...(body === undefined ? {} : lengthOf(body)) };
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: {
      accept: '*/*',
      host: HOST,
      'user-agent': 'curl/8.5.0',
      'x-amzn-trace-id': 'Root=1-65f0c6a0-0123456789abcdef01234567',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
      ...sent,
    },
    ...(rawQueryString === '' ? {} : { queryStringParameters: query }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: HOST,
      domainPrefix: 'a1b2c3d4e5',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'curl/8.5.0' },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: '12/Mar/2026:19:03:58 +0000',
      timeEpoch,
    },
    ...(body === undefined ? {} : { body: base64 ? Buffer.from(body, 'utf8').toString('base64') : body }),
    isBase64Encoded: base64 && body !== undefined,
  };
}

export type GatewayEvent = ReturnType<typeof gatewayEvent>;

export interface Result {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

export type Handler = (event: unknown) => Promise<Result>;

/** Lets the clients of the other tests speak to a Lambda function. */
export function throughGateway(handler: Handler, base64 = false): Send {
  return async (path, { method = 'GET', headers, body }) => {
    const sent = Object.fromEntries(new Headers(headers));
    const result = await handler(
      gatewayEvent({ method, path, headers: sent, base64, ...(typeof body === 'string' ? { body } : {}) }),
    );
    const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
    return new Response(bytes.length === 0 ? null : bytes, { status: result.statusCode, headers: result.headers });
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function lengthOf(body: string): Record<string, string> {
  return { 'content-length': String(Buffer.byteLength(body)) };
}
