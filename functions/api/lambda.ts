/** The API as a Lambda function behind an HTTP API of API Gateway. */
import { handle } from 'hono/aws-lambda';
import { writeLine } from '../lambda/log-line.ts';
import { createApp } from './app.ts';
import { SHARED } from './cors.ts';
import { type GatewayEvent, gatewayEvent, representable } from './gateway-event.ts';
import { lambdaDeps } from './lambda-deps.ts';
import { PROBLEMS } from './problem-codes.ts';

type Answer = ReturnType<typeof handle>;
type Result = Awaited<ReturnType<Answer>>;

/** Everything of this API is text but pictures; text that is sent in base64 is a third longer. */
const isBinary = (type: string) => /^image\/(?!svg)|^application\/octet-stream/i.test(type);

function build(): Answer {
  return handle(createApp(lambdaDeps()), { isContentTypeBinary: isBinary });
}

let answer: Answer | undefined;
try {
  // Before the first request, while a new container still has the full processor.
  answer = build();
} catch {
  // The first request tries again, and has an id under which the failure can be logged.
}

/** @throws TypeError on an event that is no HTTP request: there is nobody to send a problem to. */
export async function handler(event: unknown): Promise<Result> {
  const request = gatewayEvent(event);
  try {
    answer ??= build();
    return await answer(representable(request));
  } catch (error) {
    return broken(request, error);
  }
}

/** What fails outside the app is answered and logged as the app does it. */
function broken(request: GatewayEvent, error: unknown): Result {
  const { requestId } = request.requestContext;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  writeLine({ level: 'error', message: 'internal', requestId, error: `${name}: ${message}`, stack });
  const { status, title } = PROBLEMS.internal;
  const problem = { type: 'urn:plypost:problem:internal', title, status, code: 'internal', requestId };
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...SHARED,
    },
    body: JSON.stringify(problem),
    isBase64Encoded: false,
  };
}
