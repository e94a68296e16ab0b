/**
 * A server of the bench, as a process of its own: `plypost` with its log in memory; `bare` Hono with Zod; or
 * `bare-match`, the same answering as many bytes as Plypost does.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { validator } from 'hono/validator';
import * as z from 'zod';
import { games } from '../../domain/games.ts';
import { createApp } from '../../functions/api/app.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { documentsFrom } from '../../functions/api/documents.ts';
import { everyHalfSecond } from '../../functions/api/every-half-second.ts';
import { countRequests } from '../../functions/api/limits/limits.ts';
import { everyPolicy } from '../../functions/api/limits/policies.ts';
import type { Player, Players } from '../../functions/store/players.ts';
import type { Token, Tokens } from '../../functions/store/tokens.ts';
import { type MatchBody, newMatch, newPlayer, type Send } from '../support/clients.ts';
import { knownGames } from './known-games.ts';
import { memoryLog } from './memory-log.ts';

/** `answer`: what a match's answer has beside its id and ply, or nothing. */
function bare(answer: object) {
  const moves = z.strictObject({
    ply: z.int().min(0),
    moves: z.array(z.string().max(200)).min(1).max(24),
  });
  const app = new Hono();
  const body = validator('json', (value, c) => {
    const parsed = moves.safeParse(value);
    return parsed.success ? parsed.data : c.json({}, 422);
  });
  app.post('/v1/matches/:match/moves', body, (c) => {
    const { ply, moves: sent } = c.req.valid('json');
    return c.json({ id: c.req.param('match'), ply: ply + sent.length, ...answer }, 200);
  });
  return app;
}

/** A Match as it is answered in the middle of a game: what any API that tells the whole match has to send. */
async function middleOfAGame(): Promise<object> {
  const app = plypost();
  const send: Send = (path, init) => app.request(path, init);
  const players = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob')];
  const [ada, bob] = players;
  if (ada === undefined || bob === undefined) throw new Error('no players');
  let match = await newMatch(ada, bob);
  for (const { text, seat } of knownGames()[0]?.slice(0, 60) ?? []) {
    const mover = seat === 1 ? ada : bob;
    const body = { ply: match.ply, moves: [text] };
    match = (await mover.call<MatchBody>('POST', `/v1/matches/${match.id}/moves`, body)).body;
  }
  const { id: _id, ply: _ply, ...rest } = match;
  return rest;
}

function memoryPlayers(): Players {
  const byId = new Map<string, Player>();
  return {
    async create(player) {
      byId.set(player.id, player);
    },
    byId: async (id) => byId.get(id) ?? null,
    fresh: async (id) => byId.get(id) ?? null,
    change: async () => {},
    close: async () => {},
    closedAt: async () => null,
  };
}

function memoryTokens(): Tokens {
  const byText = new Map<string, Token>();
  const unused = () => Promise.reject(new Error('the bench makes tokens with accounts only'));
  return {
    find: async (text) => byText.get(text) ?? null,
    add: async () => true,
    async activate(token, text) {
      byText.set(text, token);
    },
    get: unused,
    of: unused,
    revoke: unused,
    withdraw: unused,
  };
}

function plypost() {
  const unused = () => Promise.reject(new Error('the bench has no lists'));
  const noLists = () => {
    throw new Error('the bench has no lists');
  };
  const deps: ApiDeps = {
    games,
    log: memoryLog(),
    players: memoryPlayers(),
    tokens: memoryTokens(),
    recovery: { codes: unused, replace: unused },
    invitations: { page: unused },
    turns: { put: unused, remove: unused, page: unused },
    leaderboard: { page: unused, of: unused },
    results: { put: unused, remove: unused, of: unused },
    feeds: { append: unused, read: unused, head: unused },
    webhooks: {
      create: unused,
      get: unused,
      of: unused,
      change: unused,
      advance: unused,
      remove: unused,
      rotate: unused,
      withdraw: unused,
    },
    deliveries: { add: unused, get: unused, page: unused, again: unused, lanes: unused },
    lanes: { send: unused },
    talk: { read: unused, newest: unused, put: unused, note: unused },
    notes: { get: unused, put: unused, of: noLists },
    plans: { get: unused, add: unused, change: unused, remove: unused },
    traces: { of: noLists },
    ratingHistory: { of: noLists },
    vacations: { book: unused, put: unused, spans: unused },
    blocks: {
      add: unused,
      remove: unused,
      has: unused,
      count: unused,
      page: unused,
      near: async () => ({ blocked: new Set(), marked: new Set() }),
    },
    webhookLoopback: false,
    streamMs: null,
    wake: everyHalfSecond,
    lists: { put: unused, remove: unused, page: unused, active: unused, progress: unused, setProgress: unused },
    documents: documentsFrom((name) => name),
    // Counted as in production, but nobody is held back.
    limits: countRequests(everyPolicy({ quota: 1e9, seconds: 1 })),
    deprecations: {},
    address: () => '127.0.0.1',
    receivedAt: () => new Date(),
    now: () => new Date(),
    random: randomBytes,
    requestId: () => undefined,
    // A line a request is made, as in production, but goes nowhere: the bench measures us, not the terminal.
    report: (line) => void JSON.stringify(line),
    closing: new AbortController().signal,
  };
  return createApp(deps);
}

async function appOf(kind: string | undefined) {
  switch (kind) {
    case 'bare':
      return bare({});
    case 'bare-match':
      return bare(await middleOfAGame());
    default:
      return plypost();
  }
}

const server = createAdaptorServer({ fetch: (await appOf(process.argv[2])).fetch });
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
process.send?.(address !== null && typeof address === 'object' ? address.port : 0);
// The load's process shares the machine: what counts is the processor time that this one used.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
process.on('disconnect', () => process.exit(0));
