/**
 * How soon what was stored is known elsewhere: in the feed, and at a webhook. On the embedded engine in this process;
 * what a database across a network adds is not in it. And what the stream spends on a move in units of DynamoDB.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { games } from '../../domain/games.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { createApp } from '../../functions/api/app.ts';
import { startLocalApi } from '../../functions/local/server.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoPlans } from '../../functions/store/plans.ts';
import { DUE_SHARD } from '../../functions/store/table.ts';
import { playPlans } from '../../functions/stream/play-plans.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { Mirror } from '../support/aquaignis.ts';
import { endless } from '../support/bots.ts';
import { type Client, newMatch, newPlayer, overHttp } from '../support/clients.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable } from '../support/engine.ts';
import { meteredClient } from '../support/meter.ts';
import { randomFrom } from '../support/random.ts';
import { type Figure, median } from './figure.ts';

const MOVES = 500;
const WARM_UP_MOVES = 50;

export async function streamFigures(tell: (text: string) => void): Promise<Figure[]> {
  const delays = await measureDelays(tell);
  const spent = await measureUnits(tell);
  return [
    ...inMilliseconds('stored commit to the feed of who is to move', delays.feed),
    ...inMilliseconds('stored commit to the first byte at a webhook', delays.webhook),
    { name: 'the stream spends on a move (2 seats, unlisted, with a clock)', unit: 'write units', value: spent.write },
    { name: 'the same', unit: 'read units', value: spent.read },
  ];
}

function inMilliseconds(name: string, delays: readonly number[]): Figure[] {
  const sorted = [...delays].sort((a, b) => a - b);
  return [
    { name: `${name}, median of ${delays.length}`, unit: 'ms', value: median(sorted) },
    { name: `${name}, 99th percentile`, unit: 'ms', value: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN },
  ];
}

/** When each Put of a kind of item was answered, by the seq of the commit. */
function watchPuts(client: DynamoDBClient, stored: (sort: string, seq: number) => void): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      if (context.commandName === 'PutItemCommand' && 'Item' in args.input) {
        const { pk, sk, seq } = args.input.Item ?? {};
        if (sk?.S?.startsWith('commit#')) stored('commit', Number(sk.S.slice('commit#'.length)));
        if (sk?.S?.startsWith('entry#') && Number(seq?.N) > 0) stored(`feed of ${pk?.S}`, Number(seq?.N));
      }
      return answer;
    },
    { step: 'initialize', name: 'watch' },
  );
}

async function measureDelays(tell: (text: string) => void): Promise<{ feed: number[]; webhook: number[] }> {
  const database = await startTable();
  const times = new Map<string, number>();
  const at = (what: string, seq: number) => times.set(`${what} ${seq}`, performance.now());
  watchPuts(database.client, at);
  const api = startLocalApi({ ...database, report: () => {}, webhookLoopback: true });
  await new Promise<void>((resolve) => api.server.listen(0, '127.0.0.1', resolve));
  const send = overHttp(`http://127.0.0.1:${(api.server.address() as AddressInfo).port}`);

  let verified = () => {};
  const ready = new Promise<void>((resolve) => {
    verified = resolve;
  });
  const receiver = createServer((request, response) => {
    const arrived = performance.now();
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      response.end();
      const { type, data } = JSON.parse(body) as { type: string; data: { seq?: number } };
      if (type === 'webhook.ping') verified();
      else if (type === 'turn.started') times.set(`webhook ${data.seq}`, arrived);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));

  const [ada, bob] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob')];
  for (const player of [ada, bob]) {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const made = await player.call('POST', '/v1/webhooks', { url, events: ['turn.started'] });
    if (made.status !== 201) throw new Error(made.text);
  }
  await ready;
  const match = await newMatch(ada, bob);
  const delays = { feed: [] as number[], webhook: [] as number[] };
  await play(ada, bob, match.id, async (next, seq, n) => {
    await api.background.idle();
    const stored = times.get(`commit ${seq}`);
    const fed = times.get(`feed of feed#${next.id} ${seq}`);
    const pushed = times.get(`webhook ${seq}`);
    times.clear();
    if (n % 100 === 0) tell(`${n} of ${MOVES + WARM_UP_MOVES} turns`);
    if (n < WARM_UP_MOVES) return;
    if (stored === undefined || fed === undefined || pushed === undefined)
      throw new Error(`commit ${seq} was not told`);
    delays.feed.push(fed - stored);
    delays.webhook.push(pushed - stored);
  });
  await api.stop();
  receiver.close();
  await database.stop();
  return delays;
}

/** Plays whole turns; `after` is told who is to move then, and the commit. */
async function play(
  ada: Client,
  bob: Client,
  match: string,
  after: (next: Client, seq: number, n: number) => Promise<void>,
): Promise<void> {
  const random = randomFrom();
  const bot = endless(30);
  const mirror = new Mirror();
  for (let n = 0; n < MOVES + WARM_UP_MOVES && !mirror.over; n += 1) {
    const { ply, seat } = mirror;
    const { turn } = mirror.state;
    const moves: string[] = [];
    while (!mirror.over && mirror.state.turn === turn) {
      const move = bot(mirror.state, random);
      mirror.play(move);
      moves.push(move);
    }
    const answer = await (seat === 1 ? ada : bob).call<{ head: { seq: number } }>(
      'POST',
      `/v1/matches/${match}/moves`,
      { ply, moves },
    );
    if (answer.status !== 200) throw new Error(answer.text);
    if (!mirror.over) await after(seat === 1 ? bob : ada, answer.body.head.seq, n);
  }
}

/**
 * The units of the index of what runs out of time, which the embedded engine does not count: a deadline that moves takes
 * one entry out and puts another in.
 */
function countIndex(client: DynamoDBClient): () => number {
  let units = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      if ('Item' in args.input && args.input.Item?.[DUE_SHARD] !== undefined) units += 2;
      return next(args);
    },
    { step: 'initialize', name: 'index' },
  );
  return () => units;
}

/** The units of the stream alone: the moves are stored by one connection, and followed by another. */
async function measureUnits(tell: (text: string) => void): Promise<{ read: number; write: number }> {
  const database = await startTable();
  const api = startLocalApi({ ...database, report: () => {} });
  // A log that tells nobody, so that only what is measured follows it.
  const app = createApp({ ...api.deps, log: dynamoLog(database.client, database.table, games) });
  const send = (path: string, init: RequestInit) => app.request(path, init);
  const [ada, bob] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob')];
  const match = await newMatch(ada, bob);
  const meter = meteredClient(database.endpoint);
  const stream = projectionOn({ client: meter.client, table: database.table }, games);
  await projectMatch(stream, match.id as MatchId);
  meter.take();
  const indexUnits = countIndex(meter.client);
  let read = 0;
  let write = 0;
  let turns = 0;
  const plans = { ...api.deps, plans: dynamoPlans(meter.client, database.table), feeds: stream.feeds };
  await play(ada, bob, match.id, async () => {
    await projectMatch(stream, match.id as MatchId);
    // Nobody has planned anything: that is found out after each commit.
    await playPlans(plans, match.id as MatchId);
    const { readUnits, writeUnits } = meter.take();
    read += readUnits;
    write += writeUnits;
    turns += 1;
  });
  tell(`${turns} turns followed, ${indexUnits() / turns} write units of the index each`);
  meter.client.destroy();
  await api.stop();
  await database.stop();
  return { read: read / turns, write: (write + indexUnits()) / turns };
}
