/**
 * A function's role, held in front of a service: a request that the role does not allow is refused as AWS refuses it.
 * It knows the conditions that this stack uses, and fails on any other.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from '../support/listening.ts';

export interface RoleStatement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

export interface Guarded {
  readonly endpoint: string;
  /** What was asked for against the role: the action, and of an item the kind. */
  readonly refused: ReadonlySet<string>;
  /** What was asked for and allowed. */
  readonly used: ReadonlySet<string>;
  stop(): Promise<void>;
}

interface Asked {
  readonly action: string;
  /** The partition key of the item that is asked for, if any is. */
  readonly key: string | null;
  /** The index that is asked, if one is; the key is its own then. */
  readonly index: string | null;
}

export async function guard(endpoint: string, role: readonly RoleStatement[]): Promise<Guarded> {
  const refused = new Set<string>();
  const used = new Set<string>();
  const server = createServer((incoming, response) => {
    void buffer(incoming).then((body) => {
      const asked = askedFor(incoming, body);
      const allowed = role.some((statement) => allows(statement, asked));
      (allowed ? used : refused).add(`${asked.action} ${kindOf(asked)}`.trim());
      if (allowed) passOn(endpoint, incoming, body, response);
      else refuse(response, asked);
    });
  });
  const { url } = await listening(server);
  return {
    endpoint: url,
    refused,
    used,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const SERVICES: Readonly<Record<string, string>> = { DynamoDB_20120810: 'dynamodb', AmazonSQS: 'sqs' };

function askedFor({ headers }: IncomingMessage, body: Buffer): Asked {
  const [service = '', operation] = String(headers['x-amz-target']).split('.');
  const input = JSON.parse(body.toString('utf8'));
  const name = /^(?:pk|dueShard|board) = (:\w+)/.exec(input.KeyConditionExpression ?? '')?.[1] ?? '';
  const key = input.Key?.pk?.S ?? input.Item?.pk?.S ?? input.ExpressionAttributeValues?.[name]?.S ?? null;
  return { action: `${SERVICES[service]}:${operation}`, key, index: input.IndexName ?? null };
}

const kindOf = ({ key }: Asked) => key?.replace(/#.*/, '#') ?? '';

function allows({ Effect, Action, Resource, Condition = {} }: RoleStatement, { action, key, index }: Asked): boolean {
  if (Effect !== 'Allow') throw new Error(`what does ${Effect} mean?`);
  if (![Action].flat().includes(action)) return false;
  const onIndex = /\/index\/(\w+)/.exec(JSON.stringify(Resource))?.[1] ?? null;
  if (onIndex !== index) return false;
  return Object.entries(Condition).every(([operator, operands]) => {
    const wanted = operands['dynamodb:LeadingKeys'];
    if (wanted === undefined || Object.keys(operands).length !== 1) throw new Error(JSON.stringify(operands));
    if (operator === 'Null') return wanted === 'false' && key !== null;
    if (operator !== 'ForAllValues:StringLike') throw new Error(`what does ${operator} mean?`);
    return key === null || [wanted].flat().some((pattern) => isLike(key, pattern));
  });
}

/** With `*` at the end only. */
function isLike(text: string, pattern: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

function refuse(response: ServerResponse, { action }: Asked): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  const problem = { __type: 'com.amazon.coral.service#AccessDeniedException', message: `not allowed: ${action}` };
  response.end(JSON.stringify(problem));
}

function passOn(endpoint: string, { method, url, headers }: IncomingMessage, body: Buffer, to: ServerResponse): void {
  const { host: _host, ...others } = headers;
  const onward = request(new URL(url ?? '/', endpoint), { method, headers: others }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  // A service that cannot be reached is not to look like one that answers.
  onward.once('error', () => to.destroy());
  onward.end(body);
}
