/** A database for a test: the embedded engine, or Amazon's DynamoDB Local where the run is told to use it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { type Engine, startEmbeddedEngine } from '../../functions/local/engine.ts';
import { dynamoClient } from '../../functions/store/client.ts';
import { createTable } from '../../functions/store/table.ts';
import { atEnd } from './at-end.ts';
import { freePort } from './free-port.ts';

export const engineName = process.env.PLYPOST_TEST_ENGINE ?? 'embedded';

/** The engine of this run, in memory, on a port of its own. */
export function startEngine(): Promise<Engine> {
  return engineName === 'local' ? startDynamoDbLocal() : startEmbeddedEngine();
}

export interface TestTable {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** A new engine with the table made. */
export async function startTable(): Promise<TestTable> {
  const engine = await startEngine();
  const client = dynamoClient(engine.endpoint);
  const table = 'plypost-test';
  await createTable(client, table);
  return {
    client,
    table,
    endpoint: engine.endpoint,
    async stop() {
      client.destroy();
      await engine.stop();
    },
  };
}

async function startDynamoDbLocal(): Promise<Engine> {
  const jar = findJar(process.env.DYNAMODB_LOCAL_DIR ?? '');
  const port = await freePort();
  const flags = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  const options = ['-port', String(port), '-inMemory', '-sharedDb', '-disableTelemetry'];
  const java = spawn('java', [...flags, '-jar', jar, ...options], { stdio: 'ignore' });
  const end = () => java.kill('SIGKILL');
  atEnd(end);
  const endpoint = `http://127.0.0.1:${port}`;
  const probe = dynamoClient(endpoint);
  try {
    for (let attempt = 0; ; attempt += 1) {
      if (java.exitCode !== null || attempt > 300) throw new Error('DynamoDB Local did not start');
      try {
        await probe.send(new ListTablesCommand({}));
        break;
      } catch {
        await sleep(100);
      }
    }
  } finally {
    probe.destroy();
  }
  return {
    endpoint,
    async stop() {
      process.off('exit', end);
      const gone = once(java, 'exit');
      end();
      await gone;
    },
  };
}

function findJar(folder: string): string {
  const found = readdirSync(folder, { recursive: true }).find((file) => String(file).endsWith('DynamoDBLocal.jar'));
  if (found === undefined) throw new Error(`there is no DynamoDBLocal.jar in DYNAMODB_LOCAL_DIR (${folder})`);
  return join(folder, String(found));
}
