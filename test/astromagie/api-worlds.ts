/** Two servers whose matches differ only in what a viewer may not know: every answer of both must be the same. */
import { createHash } from 'node:crypto';
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { State } from '../../domain/astromagie/types.ts';
import { catalogueOf } from '../../domain/games.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newPlayer, nobody, type Send } from '../support/clients.ts';
import type { Random } from '../support/random.ts';
import { type Astromagie, gameIn, type Orders } from './worlds.ts';

export type Who = 1 | 2 | 3 | 'onlooker' | 'stranger';

/** What is wrong with a server that leaks; `top` is the next card of the pile. */
export interface Wrong {
  readonly game?: Partial<Astromagie>;
  logged?(top: string): object;
  listed?(top: string): object;
  answered?(path: string, response: Response, top: string): Promise<Response>;
}

export interface ApiWorld {
  readonly api: TestApi;
  readonly clients: ReadonlyMap<Who, Client>;
  /** A match of all three, whose decks come in these orders. */
  begin(orders: Orders, visibility: string): Promise<string>;
  /** Brings the lists up to date. */
  project(match: MatchId): Promise<void>;
  state(match: string): Promise<MatchState>;
  events(match: string): Promise<readonly AstromagieEvent[]>;
}

/** Everything that could differ between two runs is counted, not drawn. `wrong` is asked anew for every request. */
export async function startWorld(wrong: () => Wrong): Promise<ApiWorld> {
  let orders: Orders = [];
  let latest: State | null = null;
  const top = () => latest?.pile[0] ?? 'none';
  const game = (): Astromagie => ({ ...astromagie, ...wrong().game });
  const api = await startApi(
    catalogueOf([
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
    ]),
  );
  let numbers = 0;
  let requests = 0;
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  const { lists } = api.deps;
  // Told to no feed: lists are brought up to date only when they are read, so that both worlds do the same.
  const log = dynamoLog(api.database.client, api.database.table, api.deps.games);
  const plain = api.appWith({
    log,
    random: (size) => createHash('sha512').update(`${numbers++}`).digest().subarray(0, size),
    requestId: () => `request-${requests++}`,
    receivedAt: () => new Date(now++),
    now: () => new Date(now),
    report: (line) => api.deps.report({ ...line, ...wrong().logged?.(top()) }),
    lists: {
      ...lists,
      async page(query) {
        const page = await lists.page(query);
        const more = wrong().listed?.(top());
        return more === undefined
          ? page
          : { ...page, matches: page.matches.map((match) => ({ ...match, options: more })) };
      },
    },
  });
  const send: Send = async (path, init) => {
    const response = await plain(path, init);
    return wrong().answered?.(path, response, top()) ?? response;
  };
  const players = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob'), await newPlayer(send, 'Cy')] as const;
  return {
    api,
    clients: new Map<Who, Client>([
      [1, players[0]],
      [2, players[1]],
      [3, players[2]],
      ['onlooker', await newPlayer(send, 'Oz')],
      ['stranger', nobody(send)],
    ]),
    async begin(decks, visibility) {
      orders = decks;
      const invited = visibility === 'private' ? players.slice(1).map(({ id }) => id) : [];
      const body = { game: 'astromagie', seats: 3, options: { deals: 2 }, visibility, invited };
      const made = await players[0].call<MatchBody>('POST', '/v1/matches', body);
      for (const player of players.slice(1)) await player.call('POST', `/v1/matches/${made.body.id}/join`);
      return made.body.id;
    },
    project: (match) => projectMatch({ ...api.deps, log, lists }, match),
    async state(match) {
      const loaded = await log.load(match as MatchId);
      if (loaded === null) throw new Error(`no match ${match}`);
      return loaded.state;
    },
    async events(match) {
      const commits = await log.read(match as MatchId, 0, 1000);
      // The events of a game are unknown data to the match.
      return commits.flatMap(({ events }) =>
        events.flatMap((event) => ('effects' in event ? event.effects : [])),
      ) as AstromagieEvent[];
    },
  };
}

/** One request of the viewer, by its way out. */
export interface Asked {
  readonly exit: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Every route, and moves of all kinds that are not to be stored. */
export function questions(match: string, ply: number, seq: number, legal: readonly string[], random: Random): Asked[] {
  const at = `/v1/matches/${match}`;
  const get = (exit: string, path: string): Asked => ({ exit, method: 'GET', path });
  const move = (exit: string, moves: readonly string[], dry: boolean, meant = ply): Asked => {
    return { exit, method: 'POST', path: `${at}/moves${dry ? '?dry-run=true' : ''}`, body: { ply: meant, moves } };
  };
  const held = random.pick(legal);
  return [
    get('match', at),
    get('match', `${at}?ply=${random.below(ply + 1)}`),
    get('legal moves', `${at}/legal-moves`),
    get('events', `${at}/events`),
    get('events', `${at}/events?after=${Math.max(seq - 2, 0)}`),
    get('events', `${at}/events?after=${seq}&wait=0`),
    get('record', `${at}/record`),
    get('record', `${at}/record?form=compact`),
    get('board', `${at}/board.txt`),
    get('board', `${at}/board.txt?ply=${random.below(ply + 1)}`),
    get('list', '/v1/matches'),
    get('list', '/v1/matches?mine=true'),
    get('list', '/v1/matches?status=active&game=astromagie&limit=5'),
    get('me', '/v1/me'),
    get('games', '/v1/games/astromagie'),
    get('problem', `${at}?ply=${ply + 1}`),
    get('problem', `${at}/events?after=${seq + 1}`),
    get('problem', `${at}/legal-moves?hands=open`),
    move('dry run', [held], true),
    move('dry run', [held, random.pick(legal)], true),
    move('problem', [held, random.pick(legal)], false),
    move('problem', ['discard mercury3 gem'], false),
    move('problem', [`play ${random.pick(['gem', 'leo', 'pis'])}@2`], false),
    move('problem', [`discard ${random.pick(['gem', 'leo', 'trine', 'mars1'])} fire`], false),
    move('problem', ['take'], false),
    move('problem', [held], false, ply + 1),
    { exit: 'problem', method: 'POST', path: `${at}/join` },
    { exit: 'problem', method: 'POST', path: `${at}/leave` },
    { exit: 'problem', method: 'POST', path: '/v1/matches', body: { game: 'astromagie', options: { deals: null } } },
  ];
}

/** All that came of a request: the answer with its headers, and what the server logged of it. */
export async function told(world: ApiWorld, who: Who, { method, path, body }: Asked): Promise<string> {
  const client = world.clients.get(who);
  if (client === undefined) throw new Error(`there is no ${who}`);
  const logged = world.api.lines.length;
  const answer = await client.call(method, path, body);
  const lines = world.api.lines.slice(logged).map((line) => ({ ...line, ms: 0 }));
  return JSON.stringify([answer.status, [...answer.headers], answer.text, lines]);
}
