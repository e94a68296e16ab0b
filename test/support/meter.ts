/** A connection to DynamoDB that adds up what its requests consume. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '../../functions/store/client.ts';

export interface Cost {
  /** The names of the requests, in order. */
  readonly requests: readonly string[];
  readonly writeUnits: number;
  readonly readUnits: number;
  /** True if every Query was strongly consistent. */
  readonly consistent: boolean;
}

export interface Meter {
  readonly client: DynamoDBClient;
  /** What has been consumed since the last call. */
  take(): Cost;
}

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

export function meteredClient(endpoint: string): Meter {
  const client = dynamoClient(endpoint);
  let requests: string[] = [];
  let writeUnits = 0;
  let readUnits = 0;
  let consistent = true;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const request = String(context.commandName).replace(/Command$/, '');
      requests.push(request);
      if (request === 'Query' && !('ConsistentRead' in args.input && args.input.ConsistentRead)) consistent = false;
      const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { output } = answer;
      const units = 'ConsumedCapacity' in output ? unitsIn(output.ConsumedCapacity) : undefined;
      if (units === undefined) throw new Error(`${request} tells no consumed capacity`);
      if (WRITES.has(request)) writeUnits += units;
      else readUnits += units;
      return answer;
    },
    { step: 'initialize', name: 'meter' },
  );
  return {
    client,
    take() {
      const cost: Cost = { requests, writeUnits, readUnits, consistent };
      requests = [];
      writeUnits = 0;
      readUnits = 0;
      consistent = true;
      return cost;
    },
  };
}

function unitsIn(capacity: unknown): number | undefined {
  if (typeof capacity !== 'object' || capacity === null || !('CapacityUnits' in capacity)) return undefined;
  return typeof capacity.CapacityUnits === 'number' ? capacity.CapacityUnits : undefined;
}
