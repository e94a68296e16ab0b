/** A connection to the database that a test may count, cut, hold up or lie about. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type Command = Parameters<DynamoDBClient['send']>[0];

/** `send` is called for each request; `go` makes it. */
export function around(
  client: DynamoDBClient,
  send: (go: () => Promise<unknown>, command: Command) => Promise<unknown>,
): DynamoDBClient {
  const instead = (command: Command) => send(() => client.send(command), command);
  return new Proxy(client, { get: (target, name) => (name === 'send' ? instead : Reflect.get(target, name)) });
}
