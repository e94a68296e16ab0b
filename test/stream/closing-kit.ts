/** An account with something of every kind, whose every text bears a word that is found nowhere else. */
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { games } from '../../domain/games.ts';
import { isMatchId } from '../../domain/match/ids.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { findBehind } from '../../functions/local/catch-up.ts';
import { bringLeave } from '../../functions/play/leave.ts';
import { makeRematch } from '../../functions/play/rematch.ts';
import { dynamoBlocks } from '../../functions/store/blocks.ts';
import { dynamoDeliveries } from '../../functions/store/dynamo-deliveries.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoTokens } from '../../functions/store/dynamo-tokens.ts';
import { dynamoWebhooks } from '../../functions/store/dynamo-webhooks.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoLists } from '../../functions/store/lists.ts';
import { unpack } from '../../functions/store/packing.ts';
import { dynamoPlans } from '../../functions/store/plans.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { dynamoTalk } from '../../functions/store/talk.ts';
import { matchTalkedIn, type Topic } from '../../functions/store/topic.ts';
import { dynamoTraces } from '../../functions/store/traces.ts';
import { dynamoVacations } from '../../functions/store/vacations.ts';
import { topicsIn } from '../../functions/stream/changes.ts';
import { closeAccount, dynamoClosing, partClosed } from '../../functions/stream/close-account.ts';
import { grantLeave } from '../../functions/stream/grant-leave.ts';
import { handleTopic, type StreamLine, type StreamWork } from '../../functions/stream/handle.ts';
import { playPlans } from '../../functions/stream/play-plans.ts';
import { tellTalk } from '../../functions/stream/tell-talk.ts';
import { deliverNew } from '../../functions/webhooks/enqueue.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { projectionOn } from '../support/derived.ts';
import { allItems, type Item } from './whole-table.ts';

/** In every text of the account that is closed, in whatever case. */
export const WORD = 'quillfeather';
export const QUESTION = 'Will Quillfeather sell the lighthouse?';

export interface World {
  readonly api: TestApi;
  readonly lines: StreamLine[];
  at: Date;
  work(on?: DynamoDBClient): StreamWork;
  /** A server of its own, which remembers for a minute whom it knows. */
  server(): (who: Client) => Client;
  newPlayer(name: string): Promise<Client>;
  /** Has the stream hear of items as they are written now. */
  heard(items: readonly Item[]): Promise<void>;
  /** Has everything done that is behind. */
  settle(): Promise<void>;
  items(): Promise<Item[]>;
  end(): Promise<void>;
}

export async function newWorld(): Promise<World> {
  const api = await startApi(undefined, { source: UNFOLLOWED });
  const { client, table } = api.database;
  const lines: StreamLine[] = [];
  const now = () => world.at;

  function work(on: DynamoDBClient = client): StreamWork {
    const projection = projectionOn({ client: on, table }, games, now);
    const play = { games, log: dynamoLog(on, table, games), vacations: dynamoVacations(on, table), now };
    const closing = dynamoClosing(on, table, play);
    const feeds = dynamoFeeds(on, table, now);
    const webhooks = dynamoWebhooks(on, table, now);
    const deliveries = dynamoDeliveries(on, table, now);
    const queue = { send: async () => undefined };
    return {
      projection: {
        ...projection,
        rematch: (before) => makeRematch(play, before, now()),
        begun: (match) => bringLeave(play, match),
        partClosed: (match, players) => partClosed(closing, match, players),
      },
      deliver: (player) => deliverNew({ feeds, webhooks, deliveries, queue }, player),
      grantLeave: (player) => grantLeave({ ...play, lists: dynamoLists(on, table, now) }, player),
      tellTalk: (match) =>
        tellTalk(
          {
            ...{ log: play.log, feeds, talk: dynamoTalk(on, table) },
            ...{ traces: dynamoTraces(on, table), players: dynamoPlayers(on, table) },
            blocks: dynamoBlocks(on, table),
          },
          match,
        ),
      playPlans: (match) => playPlans({ ...play, feeds, plans: dynamoPlans(on, table) }, match),
      closeAccount: (player) => closeAccount(closing, player),
      setAside: dynamoSetAside(client, table, now),
      report: (line) => lines.push(line),
    };
  }

  const behind = () => findBehind(client, table, () => undefined);
  const send = api.appWith({ now, receivedAt: now });
  const world: World = {
    ...{ api, lines, work },
    at: new Date('2030-05-10T12:00:00.000Z'),
    server() {
      const others = { players: dynamoPlayers(client, table), tokens: dynamoTokens(client, table) };
      const there = api.appWith({ now, receivedAt: now, ...others });
      return (who) => clientOf(there, who.id, who.token);
    },
    newPlayer: (name) => newPlayer(send, name),
    async heard(items) {
      for (const topic of topicsIn(items.map(insertion)).keys()) await handleTopic(work(), topic);
    },
    async settle() {
      // Of leave and of closed accounts nothing notes that all is done.
      for (const topic of await behind()) await handleTopic(work(), topic);
      for (let topics: readonly Topic[] = []; ; ) {
        topics = (await behind()).filter((topic) => isMatchId(topic) || matchTalkedIn(topic) !== null);
        if (topics.length === 0) return;
        for (const topic of topics) await handleTopic(work(), topic);
      }
    },
    items: () => allItems(api.database),
    end: () => api.end(),
  };
  return world;
}

function insertion({ pk = { S: '' }, sk = { S: '' } }: Item, n: number) {
  const Keys = { pk: { S: pk.S ?? '' }, sk: { S: sk.S ?? '' } };
  return { eventName: 'INSERT' as const, dynamodb: { Keys, SequenceNumber: String(n + 1) } };
}

/** The texts of an item, packed ones unpacked. */
export function textOf(item: Item): string {
  const read = (value: AttributeValue): unknown => {
    if (value.B === undefined) return value;
    try {
      return unpack(value.B);
    } catch {
      return Buffer.from(value.B).toString('latin1');
    }
  };
  return JSON.stringify(Object.entries(item).map(([name, value]) => [name, read(value)]));
}

/** Where the word is found, by the keys of the items. */
export async function found(world: World, word: string = WORD): Promise<string[]> {
  const items = await world.items();
  return items.filter((item) => textOf(item).toLowerCase().includes(word)).map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);
}

/** What Eve has, by what it is. */
export interface Estate {
  readonly eve: Client;
  readonly bob: Client;
  readonly cyd: Client;
  readonly codes: readonly string[];
  /** Her own divination, running, long enough for snapshots. */
  readonly asked: string;
  /** Two that run, one of them rated; Bob is to wait for her in neither. */
  readonly running: string;
  readonly rated: string;
  /** Of three seats: it goes on without her. */
  readonly three: string;
  /** One that she made and one that she joined, neither begun. */
  readonly made: string;
  readonly joined: string;
  /** One that is over, with her offer of a rematch. */
  readonly over: string;
  /** In which she talked, and which she left before it began. */
  readonly left: string;
  readonly fork: string;
  /** To which Cyd has invited her. */
  readonly invited: string;
  /** Whom she has blocked. */
  readonly dan: Client;
}

export async function estateIn(world: World): Promise<Estate> {
  const eve = await world.newPlayer('Eve Quillfeather');
  const [bob, cyd] = [await world.newPlayer('Bob'), await world.newPlayer('Cyd')];
  const act = async (who: Client, method: string, path: string, body?: unknown): Promise<MatchBody> => {
    const answer = await who.call<MatchBody>(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const make = async (who: Client, wish: object) => (await act(who, 'POST', '/v1/matches', wish)).id;
  const say = (who: Client, match: string, text: string) =>
    act(who, 'POST', `/v1/matches/${match}/talk`, { text, to: 'all' });

  await act(eve, 'PATCH', '/v1/me', { language: 'eo', timeZone: 'Pacific/Chatham' });
  await act(eve, 'POST', '/v1/me/tokens', { name: 'Bot of Quillfeather', scopes: ['matches:read'] });
  const { codes } = (await eve.call<{ codes: string[] }>('POST', '/v1/me/recovery-codes')).body;
  await act(eve, 'POST', '/v1/webhooks', { url: `https://${WORD}.example/` });

  const options = { mode: 'divination', ptah: 'c3', question: QUESTION };
  const asked = await make(eve, { game: 'abiegnus', options, visibility: 'public' });
  await playOn(eve, asked, 24);
  const running = (await newMatch(bob, eve)).id;
  const rated = (await newMatch(eve, bob, { rated: true, visibility: 'public' })).id;
  const three = await make(bob, { game: 'astromagie', seats: 3, visibility: 'public' });
  for (const who of [eve, cyd]) await act(who, 'POST', `/v1/matches/${three}/join`);
  const made = await make(eve, { game: 'aquaignis', visibility: 'public' });
  const joined = await make(bob, { game: 'astromagie', seats: 3 });
  const left = await make(bob, { game: 'astromagie', seats: 3 });
  for (const match of [joined, left]) await act(eve, 'POST', `/v1/matches/${match}/join`);
  const over = (await newMatch(eve, bob)).id;
  await act(bob, 'POST', `/v1/matches/${over}/resign`);
  await act(eve, 'POST', `/v1/matches/${over}/offers`, { kind: 'rematch' });

  await say(eve, running, 'Quillfeather is here');
  await say(bob, running, 'So am I');
  await say(eve, running, 'and Quillfeather stays');
  await say(eve, left, 'Quillfeather is off');
  await act(eve, 'POST', `/v1/matches/${left}/leave`);
  await act(eve, 'PUT', `/v1/matches/${running}/notes`, { text: 'Quillfeather notes' });
  await act(eve, 'PUT', '/v1/me/vacation', { from: '2030-05-09', to: '2030-05-20' });
  const fork = (await act(eve, 'POST', `/v1/matches/${running}/forks`, {})).id;
  const plan = { ply: 0, branches: [{ when: ['spawn 4'], answer: ['spawn 4', 'charge 4'] }] };
  await act(eve, 'PUT', `/v1/matches/${running}/plan`, plan);
  const dan = await world.newPlayer('Dan');
  await act(eve, 'PUT', `/v1/me/blocks/${dan.id}`);
  const invited = await make(cyd, { game: 'aquaignis', visibility: 'private', invited: [eve.id] });
  await world.settle();
  await world.work().deliver(eve.id as PlayerId);
  return { eve, bob, cyd, dan, codes, asked, running, rated, three, made, joined, over, left, fork, invited };
}

/** Up to `commits` commits. */
async function playOn(who: Client, match: string, commits: number): Promise<void> {
  for (let n = 0; n < commits; n += 1) {
    const { body } = await who.call<{ ply: number; moves: { text: string }[] }>(
      'GET',
      `/v1/matches/${match}/legal-moves`,
    );
    const [move] = body.moves;
    if (move === undefined) return;
    await who.call('POST', `/v1/matches/${match}/moves`, { ply: body.ply, moves: [move.text] });
  }
}
