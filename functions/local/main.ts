/**
 * `npm start`. Settings: PORT, HOST, PLYPOST_DATA, PLYPOST_TABLE, PLYPOST_WEBHOOK_LOOPBACK, PLYPOST_RATE_LIMITS,
 * PLYPOST_CLOCK, DYNAMODB_ENDPOINT.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isMatchId } from '../../domain/match/ids.ts';
import { rateLimits } from '../api/limits/setting.ts';
import { dynamoClient } from '../store/client.ts';
import { createTable } from '../store/table.ts';
import { webhookLoopback } from '../webhooks/loopback-setting.ts';
import { findBehind } from './catch-up.ts';
import { type DataFolder, FolderInUseError, openDataFolder } from './data-folder.ts';
import { type Engine, startEmbeddedEngine } from './engine.ts';
import { startExpiry } from './expire.ts';
import { isClockManual, manualClock } from './manual-clock.ts';
import { readyText } from './ready.ts';
import { startLocalApi } from './server.ts';
import { whenShellEnds } from './shell-ended.ts';
import { type StreamSource, streamArnOf, streamSource, streamsClient } from './stream-source.ts';

const LAST_RESORT_MS = 15_000;
/** Whoever tries things out on one machine comes from one address, and scripts play faster than people. */
const LOCAL_BUDGETS = 100;

async function main(): Promise<void> {
  const { PORT = '8787', HOST = '127.0.0.1', PLYPOST_DATA = '.plypost', PLYPOST_TABLE = 'plypost' } = process.env;
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port > 65_535) throw new SettingError(`PORT is no port: ${PORT}`);
  const loopback = webhookLoopback();
  const limits = rateLimits(LOCAL_BUDGETS);
  const isManual = isClockManual();
  const given = process.env.DYNAMODB_ENDPOINT;
  let folder: DataFolder | undefined;
  let engine: Engine | undefined;
  if (given === undefined) {
    folder = await openDataFolder(PLYPOST_DATA);
    engine = await startEmbeddedEngine(folder.engineFolder);
  }
  const clock = isManual ? manualClock(folder?.clockFile) : undefined;
  const client = dynamoClient(given ?? engine?.endpoint);
  await createTable(client, PLYPOST_TABLE);
  const api = startLocalApi({
    client,
    table: PLYPOST_TABLE,
    report,
    webhookLoopback: loopback,
    limits,
    ...(clock === undefined ? {} : { clock }),
    source: given === undefined ? null : await sourceAt(given, client, PLYPOST_TABLE),
  });

  if (folder?.leftClean !== true) {
    const behind = await findBehind(client, PLYPOST_TABLE, tellOfLooking);
    for (const topic of behind) api.background.follower.catchUp(topic);
    const matches = behind.filter(isMatchId).length;
    if (matches > 0) console.error(`Matches to catch up on: ${matches}`);
  }

  // The folder is for one server at a time.
  await api.background.resume(folder !== undefined, tellOfLooking);
  const expiry = startExpiry({ client, table: PLYPOST_TABLE, now: clock?.now ?? (() => new Date()), report });

  api.server.listen(port, HOST);
  await once(api.server, 'listening');
  const address = api.server.address();
  const bound = address !== null && typeof address === 'object' ? address.port : port;
  const shownHost = HOST === '127.0.0.1' ? 'localhost' : HOST;
  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    const [clean] = await Promise.all([api.stop(), expiry.stop()]);
    client.destroy();
    // What is still under way would break on an engine that is closed; the data keep as well without.
    if (clean) await engine?.stop();
    await folder?.leave(clean);
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  whenShellEnds(() => void stop());
  // Whoever reads this may stop the server the next moment.
  console.log(
    readyText(`http://${shownHost}:${bound}`, given === undefined ? `in ${resolve(PLYPOST_DATA)}` : `at ${given}`),
  );
}

function report(line: object): void {
  console.log(JSON.stringify(line));
}

function tellOfLooking(read: number): void {
  console.error(`Looking for what was left undone: ${read} items read`);
}

/** Null if the database has no streams. */
async function sourceAt(endpoint: string, client: DynamoDBClient, table: string): Promise<StreamSource | null> {
  const arn = await streamArnOf(client, table);
  return arn === null ? null : streamSource(streamsClient(endpoint), arn);
}

class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** What the user can mend is told in a sentence, everything else with its stack. */
function explain(error: unknown): string {
  if (error instanceof FolderInUseError || error instanceof SettingError || error instanceof RangeError) {
    return error.message;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${process.env.PORT ?? 8787} is in use; set PORT to another.`;
  }
  // What the system says of a folder, a host or a port is for the user to mend.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
