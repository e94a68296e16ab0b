/** All that a viewer can ask a server of a match, and all that it tells. */
import type { Random } from '../support/random.ts';
import type { Accept } from '../support/streams.ts';
import type { ApiWorld, Table, Who } from './api-worlds.ts';

/** One request of the viewer, by its way out. */
export interface Asked {
  readonly exit: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly accept?: Accept;
}

/** What a match can be asked about: where it stands, and moves that the viewer holds the cards for. */
export interface Askable {
  readonly ply: number;
  readonly seq: number;
  readonly held: readonly string[];
}

/** Every route, and moves of all kinds that are not to be stored. */
export function questions({ match, hook }: Table, viewer: Who, about: Askable, random: Random): Asked[] {
  const { ply, seq, held } = about;
  const at = `/v1/matches/${match}`;
  const get = (exit: string, path: string, accept?: Accept): Asked => {
    return { exit, method: 'GET', path, ...(accept === undefined ? {} : { accept }) };
  };
  const move = (exit: string, moves: readonly string[], dry: boolean, meant = ply): Asked => {
    return { exit, method: 'POST', path: `${at}/moves${dry ? '?dry-run=true' : ''}`, body: { ply: meant, moves } };
  };
  const webhook = (wish: object): Asked => ({ exit: 'problem', method: 'POST', path: '/v1/webhooks', body: wish });
  const offer = (wish: object): Asked => ({ exit: 'offer', method: 'POST', path: `${at}/offers`, body: wish });
  const answer = (id: number, how: string): Asked => {
    return { exit: 'answer', method: 'POST', path: `${at}/offers/${id}/${how}` };
  };
  const vacation = { path: '/v1/me/vacation', exit: 'vacation' } as const;
  const own = random.pick(held);
  const seated = viewer !== 'onlooker' && viewer !== 'stranger';
  return [
    get('match', at),
    get('match', `${at}?ply=${random.below(ply + 1)}`),
    get('legal moves', `${at}/legal-moves`),
    get('events', `${at}/events`),
    get('events', `${at}/events?after=${Math.max(seq - 2, 0)}`),
    get('events', `${at}/events?after=${seq}&wait=0`),
    get('events as lines', `${at}/events?wait=0`, 'application/x-ndjson'),
    get('events as SSE', `${at}/events?wait=0&after=${random.below(seq + 1)}`, 'text/event-stream'),
    get('feed', '/v1/me/events'),
    get('feed as lines', '/v1/me/events?wait=0', 'application/x-ndjson'),
    get('feed as SSE', '/v1/me/events?wait=0&limit=100', 'text/event-stream'),
    get('feed', '/v1/me/events?after=latest'),
    get('turns', '/v1/me/turns'),
    get('webhooks', '/v1/webhooks'),
    ...(hook === null ? [] : [get('deliveries', `/v1/webhooks/${hook.id}/deliveries?limit=100`)]),
    get('record', `${at}/record`),
    get('record', `${at}/record?form=compact`),
    get('board', `${at}/board.txt`),
    get('board', `${at}/board.txt?ply=${random.below(ply + 1)}`),
    get('clock', `${at}/clock`),
    get('clock', `${at}/clock?after=${random.below(seq + 1)}`),
    get('vacation', vacation.path),
    get('list', '/v1/matches'),
    get('list', '/v1/matches?mine=true'),
    get('list', '/v1/matches?status=active&game=astromagie&limit=5'),
    get('list', '/v1/matches?status=open'),
    get('me', '/v1/me'),
    get('games', '/v1/games/astromagie'),
    get('problem', `${at}?ply=${ply + 1}`),
    get('problem', `${at}/events?after=${seq + 1}`),
    get('problem', `${at}/legal-moves?hands=open`),
    get('problem', '/v1/me/events?after=7'),
    get('problem', '/v1/webhooks/w_0123456789abcdef/deliveries'),
    move('dry run', [own], true),
    move('dry run', [own, random.pick(held)], true),
    move('problem', [own, random.pick(held)], false),
    move('problem', ['discard mercury3 gem'], false),
    move('problem', [`play ${random.pick(['gem', 'leo', 'pis'])}@2`], false),
    move('problem', [`discard ${random.pick(['gem', 'leo', 'trine', 'mars1'])} fire`], false),
    move('problem', ['take'], false),
    move('problem', [own], false, ply + 1),
    { exit: 'problem', method: 'POST', path: `${at}/join` },
    { exit: 'problem', method: 'POST', path: `${at}/leave` },
    { exit: 'problem', method: 'POST', path: '/v1/matches', body: { game: 'astromagie', options: { deals: null } } },
    webhook({ url: 'http://plypost.example/' }),
    ...(seated ? [] : [webhook({ url: 'https://plypost.example/', match })]),
    { ...vacation, method: 'PUT', body: { from: '2000-01-01', to: '2000-01-02' } },
    { ...vacation, method: 'DELETE' },
    ...(['draw', 'takeback', 'resume', 'rematch'] as const).map((kind) =>
      offer({ kind, ...(kind === 'takeback' && { toPly: 0 }) }),
    ),
    // What can be offered here stands until its author takes it back: the next commits of the match are these.
    offer({ kind: 'settle' }),
    offer({ kind: 'pause', for: 'P1D' }),
    offer({ kind: 'settle', ply: ply + 1 }),
    answer(seq + 1, 'accept'),
    answer(seq + 1, 'decline'),
    get('match', at),
    get('events', `${at}/events?after=${seq}`),
    answer(seq + 1, 'withdraw'),
    answer(seq + 2, 'withdraw'),
    answer(seq + 1, 'withdraw'),
  ];
}

/** All that came of a request: the answer with its headers, and what the server logged of it. */
export async function told({ api }: ApiWorld, table: Table, who: Who, asked: Asked): Promise<string> {
  const client = table.clients.get(who);
  if (client === undefined) throw new Error(`there is no ${who}`);
  const logged = api.lines.length;
  const headers = asked.accept === undefined ? {} : { Accept: asked.accept };
  const answer = await client.call(asked.method, asked.path, asked.body, headers);
  const lines = api.lines.slice(logged).map((line) => ({ ...line, ms: 0 }));
  return JSON.stringify([answer.status, [...answer.headers], timeless(answer.text), lines]);
}

/** When a try was made, and how long it took, no two servers tell alike. */
function timeless(text: string): string {
  return text.replace(/"at":"[^"]*","ms":\d+/g, '"at":"","ms":0');
}
