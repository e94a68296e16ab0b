/** Two servers whose matches differ only in what a viewer may not know: every answer of both must be the same. */
import { createHash } from 'node:crypto';
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { State } from '../../domain/astromagie/types.ts';
import { catalogueOf } from '../../domain/games.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';
import { dynamoDues } from '../../functions/store/due.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoRatings } from '../../functions/store/dynamo-ratings.ts';
import type { WebhookId } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds, type Feeds } from '../../functions/store/feeds.ts';
import { dynamoInvitations } from '../../functions/store/invitations.ts';
import { dynamoLists } from '../../functions/store/lists.ts';
import { dynamoTraces } from '../../functions/store/traces.ts';
import { dynamoTurns } from '../../functions/store/turns.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newPlayer, nobody, type Send } from '../support/clients.ts';
import type { Inbox } from './api-inbox.ts';
import { type Astromagie, gameIn, type Orders } from './worlds.ts';

export type Who = 1 | 2 | 3 | 'onlooker' | 'stranger';

/** What is wrong with a server that leaks; `last` is the last card of the pile. */
export interface Wrong {
  readonly game?: Partial<Astromagie>;
  logged?(last: string): object;
  listed?(last: string): object;
  /** More in each entry of a feed. */
  noticed?(last: string): object;
  /** The same, but only in what goes to webhooks. */
  pushed?(last: string): object;
  answered?(path: string, response: Response, last: string): Promise<Response>;
}

/** What both worlds have in common; and `orders`, in which they differ. */
export interface Setting {
  /** Counts up from 0: by it all that is drawn or told by a clock is fixed. */
  readonly round: number;
  readonly visibility: string;
  readonly options: object;
  readonly orders: Orders;
  /** Who has a webhook, if anybody. */
  readonly hooked: Exclude<Who, 'stranger'> | null;
}

/** A match of three that has begun, between people whom nobody has met before. */
export interface Table {
  readonly match: MatchId;
  readonly clients: ReadonlyMap<Who, Client>;
  readonly hook: { readonly id: WebhookId; readonly secret: string } | null;
  state(): Promise<MatchState>;
  events(): Promise<readonly AstromagieEvent[]>;
  /** Has all done that follows from the log, webhooks included. */
  settle(): Promise<void>;
}

export interface ApiWorld {
  readonly api: TestApi;
  readonly inbox: Inbox;
  begin(setting: Setting): Promise<Table>;
}

const START = Date.now() - 86_400_000;
/** More than there are in a round. */
const COUNTS_A_ROUND = 10_000;

/** Everything that could differ between two runs is counted, not drawn. `wrong` is asked anew for every request. */
export async function startWorld(inbox: Inbox, wrong: () => Wrong): Promise<ApiWorld> {
  let orders: Orders = [];
  let latest: State | null = null;
  const last = () => latest?.pile.at(-1) ?? 'none';
  const game = (): Astromagie => ({ ...astromagie, ...wrong().game });
  const catalogue = catalogueOf([
    {
      ...astromagie,
      get hidden() {
        return game().hidden;
      },
      draw: (state, chance) => gameIn(game(), orders).draw(state, chance),
      evolve: (state, event) => {
        latest = astromagie.evolve(state, event);
        return latest;
      },
      view: (state, viewer, open) => game().view(state, viewer, open),
      text: (view) => game().text(view),
      formatPosition: (state, viewer, open) => game().formatPosition(state, viewer, open),
    } satisfies Astromagie,
  ]);
  const api = await startApi(catalogue, { webhookLoopback: true });
  const { client, table } = api.database;
  let numbers = 0;
  let requests = 0;
  let time = START;
  const now = () => new Date(time);
  // Told to nobody: what follows from the log is done only when it is to be read, so that both worlds do the same.
  const log = dynamoLog(client, table, api.deps.games);
  const lists = dynamoLists(client, table, now);
  const turns = dynamoTurns(client, table, now);
  const invitations = dynamoInvitations(client, table, now);
  const dues = dynamoDues(client, table, now);
  const ratings = dynamoRatings(client, table);
  const traces = dynamoTraces(client, table);
  const feeds = leakyFeeds(dynamoFeeds(client, table, now), last, wrong);
  /** What is added to feeds goes on to webhooks, by the server's own worker. */
  const told: Feeds = {
    ...feeds,
    async append(player, source, at, notices) {
      const first = await feeds.append(player, source, at, notices);
      api.background.follower.notify(player);
      return first;
    },
  };
  const plain = api.appWith({
    ...{ log, turns, now },
    feeds: told,
    random: (size) => createHash('sha512').update(`${numbers++}`).digest().subarray(0, size),
    requestId: () => `request-${requests++}`,
    receivedAt: () => new Date(time++),
    report: (line) => api.deps.report({ ...line, ...wrong().logged?.(last()) }),
    lists: {
      ...lists,
      async page(query) {
        const page = await lists.page(query);
        const more = wrong().listed?.(last());
        return more === undefined
          ? page
          : { ...page, matches: page.matches.map((match) => ({ ...match, options: more })) };
      },
    },
  });
  const send: Send = async (path, init) => {
    const response = await plain(path, init);
    return wrong().answered?.(path, response, last()) ?? response;
  };

  async function stateOf(match: MatchId): Promise<MatchState> {
    const loaded = await log.load(match);
    if (loaded === null) throw new Error(`no match ${match}`);
    return loaded.state;
  }

  return {
    api,
    inbox,
    async begin({ round, orders: decks, visibility, options, hooked }) {
      orders = decks;
      numbers = round * COUNTS_A_ROUND;
      requests = round * COUNTS_A_ROUND;
      time = START + round * COUNTS_A_ROUND;
      const players = [
        await newPlayer(send, 'Ada'),
        await newPlayer(send, 'Bob'),
        await newPlayer(send, 'Cy'),
      ] as const;
      const clients = new Map<Who, Client>([
        [1, players[0]],
        [2, players[1]],
        [3, players[2]],
        ['onlooker', await newPlayer(send, 'Oz')],
        ['stranger', nobody(send)],
      ]);
      const invited = visibility === 'private' ? players.slice(1).map(({ id }) => id) : [];
      const body = { game: 'astromagie', seats: 3, options, visibility, invited };
      const made = await players[0].call<MatchBody>('POST', '/v1/matches', body);
      for (const player of players.slice(1)) await player.call('POST', `/v1/matches/${made.body.id}/join`);
      const match = made.body.id as MatchId;
      return {
        match,
        clients,
        hook:
          hooked === null
            ? null
            : await hookOf(clients.get(hooked), inbox, hooked === 'onlooker' || round % 2 === 0 ? null : match),
        state: () => stateOf(match),
        async events() {
          const commits = await log.read(match, 0, 1000);
          // The events of a game are unknown data to the match.
          return commits.flatMap(({ events }) =>
            events.flatMap((event) => ('effects' in event ? event.effects : [])),
          ) as AstromagieEvent[];
        },
        async settle() {
          await projectMatch(
            { ...api.deps, log, lists, turns, invitations, dues, ratings, traces, feeds: told },
            match,
          );
          await api.background.idle();
        },
      };
    },
  };
}

function leakyFeeds(feeds: Feeds, last: () => string, wrong: () => Wrong): Feeds {
  return {
    ...feeds,
    append(player, source, at, notices) {
      const pushed = wrong().pushed?.(last());
      const more = { ...wrong().noticed?.(last()), ...(pushed === undefined ? {} : { pushed }) };
      return feeds.append(
        player,
        source,
        at,
        notices.map((notice) => ({ ...notice, ...more })),
      );
    },
    async read(player, after, limit) {
      const page = await feeds.read(player, after, limit);
      if (wrong().pushed === undefined) return page;
      return { ...page, entries: page.entries.map((entry) => ({ ...entry, pushed: undefined })) };
    },
  };
}

/** Of all that a player is told, or of one match. Made when the match has begun, before anything of it has been told. */
async function hookOf(client: Client | undefined, inbox: Inbox, match: MatchId | null): Promise<Table['hook']> {
  const made = await client?.call<{ webhook: { id: WebhookId }; secret: string }>('POST', '/v1/webhooks', {
    url: inbox.url,
    match,
  });
  if (made?.status !== 201) throw new Error(`no webhook: ${made?.text}`);
  return { id: made.body.webhook.id, secret: made.body.secret };
}
