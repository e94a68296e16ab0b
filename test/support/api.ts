/** The whole API in this process on a fresh table, for tests that need no separate server. */
import type { Catalogue } from '../../domain/games.ts';
import { createApp } from '../../functions/api/app.ts';
import type { ApiDeps, LogLine } from '../../functions/api/deps.ts';
import { type LocalApi, type LocalSettings, startLocalApi } from '../../functions/local/server.ts';
import type { StreamSource } from '../../functions/local/stream-source.ts';
import { overHttp, type Send } from './clients.ts';
import { startTable, type TestTable } from './engine.ts';
import { listening } from './listening.ts';

export interface TestApi extends LocalApi {
  readonly database: TestTable;
  readonly url: string;
  /** Over real HTTP. */
  readonly send: Send;
  /** What the server logged. */
  readonly lines: LogLine[];
  /** The same API with some of what it is handed replaced, called in process. */
  appWith(changed: Partial<ApiDeps>): Send;
  end(): Promise<void>;
}

/** A stream in which nothing ever is: for tests of what is stored, which need not wait for what follows from it. */
export const UNFOLLOWED: StreamSource = {
  arn: 'arn:aws:dynamodb:local:000000000000:table/plypost-test/stream/none',
  shards: async () => [],
  iterator: async () => '',
  read: async () => null,
};

export async function startApi(
  catalogue?: Catalogue,
  settings: Pick<LocalSettings, 'webhookLoopback' | 'source' | 'limits'> = {},
): Promise<TestApi> {
  const database = await startTable();
  const lines: LogLine[] = [];
  const api = startLocalApi({
    client: database.client,
    table: database.table,
    report: (line) => lines.push(line),
    ...settings,
    ...(catalogue === undefined ? {} : { catalogue }),
  });
  const { url } = await listening(api.server);
  return {
    ...api,
    database,
    url,
    send: overHttp(url),
    lines,
    appWith(changed) {
      const app = createApp({ ...api.deps, ...changed });
      return (path, init) => app.request(path, init);
    },
    async end() {
      await api.stop();
      await database.stop();
    },
  };
}
