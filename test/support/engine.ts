/** A database for a test: the embedded engine, or Amazon's DynamoDB Local where the run is told to use it. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteTableCommand, type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
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

/** Those that no test has at present. To start one takes longer than many a test, so they are emptied and used again. */
const idle: string[] = [];

async function startDynamoDbLocal(): Promise<Engine> {
  const endpoint = idle.pop() ?? (await spawnDynamoDbLocal());
  return {
    endpoint,
    async stop() {
      await withClient(endpoint, async (client) => {
        const { TableNames = [] } = await client.send(new ListTablesCommand({}));
        for (const TableName of TableNames) await client.send(new DeleteTableCommand({ TableName }));
      });
      idle.push(endpoint);
    },
  };
}

/** It runs until this process ends. */
async function spawnDynamoDbLocal(): Promise<string> {
  const jar = findJar(process.env.DYNAMODB_LOCAL_DIR ?? '');
  const port = await freePort();
  const flags = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  const options = ['-port', String(port), '-inMemory', '-sharedDb', '-disableTelemetry'];
  const java = spawn('java', [...flags, '-jar', jar, ...options], { stdio: 'ignore' });
  atEnd(() => java.kill('SIGKILL'));
  const endpoint = `http://127.0.0.1:${port}`;
  await withClient(endpoint, async (client) => {
    for (let attempt = 0; ; attempt += 1) {
      if (java.exitCode !== null || attempt > 300) throw new Error('DynamoDB Local did not start');
      try {
        return await client.send(new ListTablesCommand({}));
      } catch {
        await sleep(100);
      }
    }
  });
  return endpoint;
}

async function withClient(endpoint: string, use: (client: DynamoDBClient) => Promise<unknown>): Promise<void> {
  const client = dynamoClient(endpoint);
  try {
    await use(client);
  } finally {
    client.destroy();
  }
}

function findJar(folder: string): string {
  const found = readdirSync(folder, { recursive: true }).find((file) => String(file).endsWith('DynamoDBLocal.jar'));
  if (found === undefined) throw new Error(`there is no DynamoDBLocal.jar in DYNAMODB_LOCAL_DIR (${folder})`);
  return join(folder, String(found));
}
