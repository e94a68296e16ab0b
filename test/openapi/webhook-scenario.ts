/** A player has everything sent to a webhook, and meets whatever the operations on webhooks can answer. */
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { warningNotice } from '../../domain/match/notices.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { JsonObject } from '../../functions/api/openapi.ts';
import { WEBHOOKS_MOST } from '../../functions/api/webhooks/create.ts';
import type { Client, MatchBody } from '../support/clients.ts';
import { onRequests } from '../webhooks/receivers.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedStream } from './stream.ts';

/** What a receiver got. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export interface RecordingReceiver {
  readonly url: URL;
  readonly messages: readonly Message[];
}

/** Takes everything, but answers 410 at `/gone` to whatever is no ping. */
export async function startRecordingReceiver(): Promise<RecordingReceiver> {
  const messages: Message[] = [];
  const { url } = await onRequests(async (request, response: ServerResponse) => {
    const body = JSON.parse(await text(request)) as JsonObject;
    const gone = request.url === '/gone';
    if (!gone) {
      const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-'));
      messages.push({ headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])), body });
    }
    response.writeHead(gone && body.type !== 'webhook.ping' ? 410 : 204).end();
  });
  return { url, messages };
}

interface People {
  readonly ada: Client;
  readonly ben: Client;
  readonly cyd: Client;
}

/** Their webhook and one of its deliveries. */
export interface Owned {
  readonly webhook: string;
  readonly delivery: string;
}

const URL = 'https://bot.example/plypost';
const KEY = { 'Idempotency-Key': '0c1d6f0e-8f0b-4c55-9a5f-2f1f0d3e7b64' };

export async function playWebhooks(
  { ask }: Recorder,
  { ada, ben, cyd }: People,
  { catchUp, deps }: RecordedStream,
  now: () => Date,
): Promise<Owned> {
  const path = { webhook: await make() };
  await everyKind();
  const delivery = await sendAgain();
  await change();
  await tooMany();
  return { ...path, delivery };

  async function make(): Promise<string> {
    const body = { url: URL };
    const made = await ask<Made>('createWebhook', 'For all that happens to you', { as: ada, body, headers: KEY });
    const { id } = made.body.webhook;
    await ask('createWebhook', 'The same key, another body', {
      as: ada,
      body: { url: URL, events: ['turn.started'] },
      headers: KEY,
    });
    await ask('createWebhook', 'An address that is not public', { as: ada, body: { url: 'https://10.0.0.1/hooks' } });
    const missing = { url: URL, match: 'm_zzzzzzzzzzzzzzzz' };
    await ask('createWebhook', 'For no such match', { as: ada, body: missing });
    await ask('getWebhook', 'It has not answered its ping yet', { as: ada, path: { webhook: id } });
    await catchUp();
    await ask('getWebhook', 'It has answered', { as: ada, path: { webhook: id } });
    return id;
  }

  /** Something of each kind, so that a message of each is sent. */
  async function everyKind(): Promise<void> {
    const act = async (player: Client, match: string, what: string, body?: unknown) => {
      const answer = await player.call('POST', `/v1/matches/${match}/${what}`, body);
      if (answer.status >= 300) throw new Error(answer.text);
      await catchUp();
    };
    const begin = async (body: Record<string, unknown>) =>
      (await ada.call<MatchBody>('POST', '/v1/matches', body)).body.id;

    const three = await begin({ game: 'astromagie', seats: 3 });
    await act(ben, three, 'join');
    await act(ben, three, 'leave');
    await act(ada, three, 'leave');

    const bens = (await ben.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', invited: [ada.id] })).body.id;
    await catchUp();
    await act(ben, bens, 'leave');
    const invited = await begin({ game: 'aquaignis', invited: [ben.id] });
    await act(ben, invited, 'invitations/decline', { reason: 'later' });

    const two = await begin({ game: 'aquaignis', entropy: 'rain on a tin roof' });
    const body = { url: URL, match: two, events: ['turn.started', 'match.finished'] };
    await ask('createWebhook', 'For your turns in one match', { as: ada, body });
    await ask('createWebhook', 'For a match of others', { as: cyd, body: { url: URL, match: two } });
    await catchUp();
    await act(ben, two, 'join');
    await act(ada, two, 'moves', { ply: 0, moves: ['spawn 4'] });
    await act(ben, two, 'moves', { ply: 1, moves: ['spawn 2', 'charge 2'] });
    await shortOfTime(two);
    await act(ada, two, 'offers', { kind: 'pause', for: 'P2D' });
    await act(ben, two, 'offers/5/accept');
    await act(ben, two, 'offers', { kind: 'resume' });
    await act(ada, two, 'offers/7/accept');
    await act(ben, two, 'offers', { kind: 'draw' });
    await act(ada, two, 'offers/9/decline');
    await act(ada, two, 'offers', { kind: 'draw' });
    await act(ada, two, 'offers/11/withdraw');
    await act(ada, two, 'offers', { kind: 'takeback', toPly: 2 });
    await act(ben, two, 'offers/13/accept');
    await ask('listWebhooks', 'Two', { as: ada });

    const gone = { as: ada, body: { url: 'https://bot.example/gone' } };
    const { webhook } = (await ask<Made>('createWebhook', 'That will soon be gone', gone)).body;
    await catchUp();
    await act(ben, two, 'talk', { text: 'A good match!', to: 'seats' });
    await catchUp();
    await act(ada, two, 'resign');
    await ask('getWebhook', 'It has answered 410', { as: ada, path: { webhook: webhook.id } });
    await ask('deleteWebhook', 'One that is needed no more', { as: ada, path: { webhook: webhook.id } });

    await act(ben, two, 'offers', { kind: 'rematch' });
    await act(ada, two, 'offers/16/accept');

    // What no command of a player brings about.
    const about = { match: two as MatchId, game: 'aquaignis', seq: 6, ply: 3, seat: 1 } as const;
    const at = now().toISOString();
    const away = { from: at, to: new Date(now().getTime() + 7 * 86_400_000).toISOString() };
    await deps.feeds.append(ada.id as PlayerId, { key: 'time' }, at, [
      { type: 'time.passed', ...about },
      { type: 'vacation.granted', ...about, by: 2, ...away },
      { type: 'vacation.cut', ...about, by: 2, ...away },
      { type: 'seat.timed-out', ...about, by: 2 },
    ]);
    await catchUp();
  }

  /** As a sweep would tell it two days later. */
  async function shortOfTime(match: string): Promise<void> {
    const { body } = await ada.call<MatchBody>('GET', `/v1/matches/${match}`);
    const state = (await deps.log.load(match as MatchId))?.state;
    const deadline = body.clock.deadline ?? '';
    const [run] = state?.time?.running ?? [];
    if (state === undefined || run === undefined) throw new Error('no turn runs');
    const at = new Date(Date.parse(deadline) - 86_400_000).toISOString();
    const warning = { run, deadline: Date.parse(deadline), left: 86_400_000 };
    await deps.feeds.append(ada.id as PlayerId, { key: 'clock' }, at, [warningNotice(state, warning)]);
    await catchUp();
  }

  async function sendAgain(): Promise<string> {
    const sent = await ask<{ id: string }>('testWebhook', 'A test', { as: ada, path, body: {} });
    await catchUp();
    const at = { ...path, delivery: sent.body.id };
    await ask('listDeliveries', 'The newest', { as: ada, path, query: 'limit=3' });
    await ask('listDeliveries', 'Too many at once', { as: ada, path, query: 'limit=1000' });
    await ask('redeliverDelivery', 'The test once more', { as: ada, path: at, body: {} });
    const since = new Date(now().getTime() - 3_600_000).toISOString();
    await ask('replayDeliveries', 'What happened in the last hour', { as: ada, path, body: { since } });
    const long = { since: '2026-01-01T00:00:00Z' };
    await ask('replayDeliveries', 'A time long past', { as: ada, path, body: long });
    await catchUp();
    return at.delivery;
  }

  async function change(): Promise<void> {
    await ask('rotateWebhookSecret', 'A new secret', { as: ada, path, headers: KEY, body: {} });
    await ask('changeWebhook', 'Fewer types', { as: ada, path, body: { events: ['turn.started', 'match.finished'] } });
    await ask('changeWebhook', 'An address that is not public', { as: ada, path, body: { url: 'https://[::1]/' } });

    const made = await ada.call<Made>('POST', '/v1/webhooks', { url: URL });
    await catchUp();
    const other = { webhook: made.body.webhook.id };
    const sent = await ada.call<{ id: string }>('POST', `/v1/webhooks/${other.webhook}/test`);
    await catchUp();
    await ask('changeWebhook', 'Disabled', { as: ada, path: other, body: { enabled: false } });
    await ask('testWebhook', 'A disabled one', { as: ada, path: other });
    const delivery = { ...other, delivery: sent.body.id };
    await ask('redeliverDelivery', 'A disabled one', { as: ada, path: delivery });
    const body = { since: now().toISOString() };
    await ask('replayDeliveries', 'A disabled one', { as: ada, path: other, body });
    await ask('changeWebhook', 'Enabled again', { as: ada, path: other, body: { enabled: true } });
    await catchUp();
  }

  async function tooMany(): Promise<void> {
    for (let n = 0; n < WEBHOOKS_MOST; n += 1) await cyd.call('POST', '/v1/webhooks', { url: URL });
    await ask('createWebhook', 'One more than one may have', { as: cyd, body: { url: URL } });
  }
}

interface Made {
  readonly webhook: { readonly id: string };
}
