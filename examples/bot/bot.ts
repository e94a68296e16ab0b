/** A bot: plays every match that waits for its player. `docs/bots.md` explains it line by line. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import type { components, paths, webhooks } from './plypost.d.ts';

type LegalMove = components['schemas']['LegalMove'];
type Payload = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

const { PLYPOST_URL = 'http://localhost:8787', PLYPOST_TOKEN = '', PLYPOST_WEBHOOK_SECRET = '', PORT } = process.env;
const webhook = new Webhook(PLYPOST_WEBHOOK_SECRET);
const headers = { Authorization: `Bearer ${PLYPOST_TOKEN}` };
const plypost = createClient<paths>({ baseUrl: PLYPOST_URL, headers, fetch: patient });
plypost.use({
  onResponse({ request, response }) {
    if (!response.ok) console.error(response.status, request.method, request.url);
  },
});

/** Where there have been too many requests nothing was done: the same again, as soon as it may be. */
async function patient(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  if (response.status !== 429) return response;
  await sleep(1000 * Number(response.headers.get('Retry-After') ?? 1));
  return patient(request);
}

/** One of those that bring most about. Your own thinking goes here. */
function choose(moves: readonly LegalMove[]): LegalMove | undefined {
  const scores = new Map(moves.map((move) => [move, move.effects.length + Math.random()]));
  const best = Math.max(...scores.values());
  return moves.find((move) => scores.get(move) === best);
}

/** Moves while it is the seat's turn, and does nothing where it is not: it may be called twice, or late. */
async function play(match: string, seat: number): Promise<void> {
  const params = { path: { match } };
  for (let ours = true; ours; ) {
    const { data: legal } = await plypost.GET('/v1/matches/{match}/legal-moves', { params });
    const move = choose(legal?.moves.filter((move) => move.seat === seat) ?? []);
    if (legal === undefined || move === undefined) return;
    const body = { ply: legal.ply, moves: [move.text] };
    const { data: made, error } = await plypost.POST('/v1/matches/{match}/moves', { params, body });
    ours = made === undefined ? error.code === 'stale_ply' : made.toMove.includes(seat);
  }
}

/** Plays where no webhook told it to: one was lost, or this process was down. */
async function catchUp(cursor?: string): Promise<void> {
  const { data } = await plypost.GET('/v1/me/turns', { params: { query: cursor === undefined ? {} : { cursor } } });
  await Promise.all((data?.turns ?? []).map(({ match, seat }) => play(match, seat)));
  const next = data?.next ?? null;
  if (next !== null) await catchUp(next);
}

const app = new Hono();
app.post('/', bodyLimit({ maxSize: 64 * 1024 }), async (c) => {
  let payload: Payload;
  try {
    payload = webhook.verify(await c.req.text(), c.req.header()) as Payload;
  } catch {
    return c.text('This is not signed with the secret of the webhook.', 401);
  }
  if (payload.type === 'turn.started') play(payload.data.match, payload.data.seat).catch(console.error);
  return c.body(null, 204);
});

serve({ fetch: app.fetch, port: Number(PORT ?? 9000) }, ({ port }) => console.log(`The bot listens on port ${port}`));
const sweep = () => void catchUp().catch(console.error);
setInterval(sweep, 60_000);
sweep();
