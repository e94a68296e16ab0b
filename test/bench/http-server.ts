/** A server of the bench, as a process of its own: `plypost` with its log in memory, or `bare` Hono with Zod. */

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
import type { Player, Players } from '../../functions/store/players.ts';
import { memoryLog } from './memory-log.ts';

function bare() {
  const moves = z.strictObject({
    ply: z.int().min(0),
    moves: z.array(z.string().max(200)).min(1).max(24),
  });
  const app = new Hono();
  const body = validator('json', (value, c) => {
    const parsed = moves.safeParse(value);
    return parsed.success ? parsed.data : c.json({}, 422);
  });
  app.post('/v1/matches/:match/moves', body, (c) => c.json({ id: c.req.param('match'), ...c.req.valid('json') }, 200));
  return app;
}

function memoryPlayers(): Players {
  const byId = new Map<string, Player>();
  const byToken = new Map<string, Player>();
  return {
    async create(player, token) {
      byId.set(player.id, player);
      byToken.set(token, player);
    },
    byId: async (id) => byId.get(id) ?? null,
    byToken: async (token) => byToken.get(token) ?? null,
  };
}

function plypost() {
  const unused = () => Promise.reject(new Error('the bench has no lists'));
  const deps: ApiDeps = {
    games,
    log: memoryLog(games),
    players: memoryPlayers(),
    lists: { put: unused, remove: unused, page: unused, progress: unused, setProgress: unused },
    documents: documentsFrom((name) => name),
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

const server = createAdaptorServer({ fetch: (process.argv[2] === 'bare' ? bare() : plypost()).fetch });
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
