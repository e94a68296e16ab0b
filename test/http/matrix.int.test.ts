/** Who may read and do what: every route, for every viewer, at every visibility and status, by the tables in `matrix-tables.ts`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../functions/api/app.ts';
import { PROBLEMS, type ProblemCode } from '../../functions/api/problem-codes.ts';
import {
  type Answer,
  type Client,
  clientOf,
  type MatchBody,
  newPlayer,
  nobody,
  type Send,
} from '../support/clients.ts';
import { ELSEWHERE, TABLE, WEBHOOKS } from './matrix-tables.ts';
import { type QuietApi, startQuietApi, webhookOf } from './webhook-kit.ts';

const VIEWERS = ['seat', 'rival', 'invited', 'other', 'nobody', 'bad token'] as const;
type Viewer = (typeof VIEWERS)[number];
type Status = 'open' | 'active' | 'finished' | 'cancelled';
const STATUSES: readonly string[] = ['open', 'active', 'finished', 'cancelled'] satisfies Status[];

interface Row {
  readonly method: string;
  readonly path: string;
  readonly status: Status;
  readonly cells: readonly { readonly group: 'open' | 'private'; readonly viewer: Viewer; readonly expected: string }[];
}

function isStatus(text: string): text is Status {
  return STATUSES.includes(text);
}

const ROWS: readonly Row[] = TABLE.trim()
  .split('\n')
  .slice(2)
  .map((line) => {
    const [head = '', readable = '', hidden = ''] = line.split('|');
    const [method = '', path = '', status = ''] = head.trim().split(/\s+/);
    if (!isStatus(status)) throw new Error(`no status in: ${line}`);
    const cells = (['open', 'private'] as const).flatMap((group, i) => {
      const texts = [readable, hidden][i]?.trim().split(/\s+/) ?? [];
      if (texts.length !== VIEWERS.length) throw new Error(`${texts.length} cells in: ${line}`);
      return VIEWERS.map((viewer, n) => ({ group, viewer, expected: texts[n] ?? '' }));
    });
    return { method, path: path === '/' ? '' : path.replace('/?', '?'), status, cells };
  });

let quiet: QuietApi;
let send: Send;
let people: Record<Viewer, Client>;

beforeAll(async () => {
  quiet = await startQuietApi();
  // In process: what is judged here has no part in the way the request came.
  send = quiet.send;
  const [seat, rival, invited, other] = await Promise.all(
    ['Ada', 'Bob', 'Cyd', 'Dee'].map((name) => newPlayer(send, name)),
  );
  if (!seat || !rival || !invited || !other) throw new Error('no players');
  people = {
    seat,
    rival,
    invited,
    other,
    nobody: nobody(send),
    'bad token': clientOf(send, '', 'plypost_not-a-token'),
  };
});
afterAll(() => quiet.end());

const NO_CODE = `${'0'.repeat(16)}-${'0'.repeat(26)}`;

/** The rival's, right after the match has begun. */
const OFFER = '3';

async function matchIn(status: Status, visibility: string, offered = false): Promise<string> {
  const { seat, rival, invited } = people;
  // Whoever joins a private match was invited to it.
  const guests = status === 'active' || status === 'finished' ? [invited.id, rival.id] : [invited.id];
  const made = await seat.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', visibility, invited: guests });
  const { id } = made.body;
  const act = (who: Client, what: string) => who.call<MatchBody>('POST', `/v1/matches/${id}/${what}`);
  if (status === 'cancelled') await act(seat, 'leave');
  if (status === 'active' || status === 'finished') await act(rival, 'join');
  if (offered) await rival.call('POST', `/v1/matches/${id}/offers`, { kind: 'draw' });
  if (status === 'finished') await act(rival, 'resign');
  const { body } = await seat.call<MatchBody>('GET', `/v1/matches/${id}`);
  expect(body.status).toBe(status);
  return id;
}

function bodyFor(method: string, path: string) {
  if (method === 'GET') return undefined;
  if (path === '/invitations') return { player: people.other.id };
  if (path === '/offers') return { kind: 'draw' };
  if (path === '/talk') return { text: 'Good luck!', to: 'all' };
  if (path === '/notes') return { text: 'Bob opens at the fourth flow.' };
  if (path.startsWith('/plan') && method === 'PUT')
    return { ply: 0, branches: [{ when: ['spawn 3'], answer: ['spawn 4'] }] };
  return path.startsWith('/moves') ? { ply: 0, moves: ['spawn 3'] } : undefined;
}

/** An answer as a cell: the code of its problem where the table names one, else the status. */
function cellOf({ status, body }: Answer, expected: string): string {
  if (/^\d+$/.test(expected)) return String(status);
  const code = String(body.code);
  return code in PROBLEMS && PROBLEMS[code as ProblemCode].status === status ? code : `${status} ${code}`;
}

describe.each(['public', 'unlisted', 'private'])('%s', (visibility) => {
  const group = visibility === 'private' ? 'private' : 'open';

  test.each(ROWS.map((row) => [`${row.method} ${row.path || '/'} (${row.status})`, row] as const))(
    '%s',
    async (_name, { method, path: template, status, cells }) => {
      const path = template.replace('{offer}', OFFER).replace('{player}', people.invited.id).replace('{link}', '9');
      const shared = method === 'GET' ? await matchIn(status, visibility) : null;
      const found: string[] = [];
      const wanted: string[] = [];
      for (const { viewer, expected, group: place } of cells) {
        if (place !== group || expected === '-') continue;
        const id = shared ?? (await matchIn(status, visibility, path.startsWith('/offers/')));
        const before = await quiet.deps.log.read(id as `m_${string}`, 0, 100);
        const answer = await people[viewer].call(method, `/v1/matches/${id}${path}`, bodyFor(method, path));
        found.push(`${viewer}: ${cellOf(answer, expected)}`);
        wanted.push(`${viewer}: ${expected}`);
        // Of an offer that is not there whoever may read the match may know.
        if (answer.status === 404 && expected !== 'not_found') await expectNothingTold(answer, viewer, method, path);
        if (method === 'GET' || answer.status >= 300 || /dry-run|forks|talk|notes|plan/.test(path)) {
          expect(await quiet.deps.log.read(id as `m_${string}`, 0, 100)).toEqual(before);
        }
      }
      expect(found).toEqual(wanted);
    },
  );
});

/** What one may not read looks exactly like what does not exist. */
async function expectNothingTold(answer: Answer, viewer: Viewer, method: string, path: string): Promise<void> {
  const missing = await people[viewer].call(method, `/v1/matches/m_0000000000000000${path}`, bodyFor(method, path));
  const { requestId: _one, ...told } = answer.body;
  const { requestId: _two, ...toldOfNothing } = missing.body;
  expect(told).toEqual(toldOfNothing);
}

function rowsOf(table: string) {
  const lines = table.trim().split('\n').slice(1);
  return lines.map((line) => {
    const [head = '', cells = ''] = line.split('|');
    const [method = '', path = ''] = head.trim().split(/\s+/);
    return { name: `${method} ${path}`, method, path, cells: cells.trim().split(/\s+/) };
  });
}

const OTHERS = rowsOf(ELSEWHERE);

test.each(OTHERS)('$name', async ({ method, path, cells }) => {
  const today = new Date().toISOString().slice(0, 10);
  const bodies: Record<string, unknown> = {
    'POST /v1/players': { name: 'Eve' },
    'POST /v1/matches': { game: 'aquaignis' },
    'POST /v1/me/tokens': { name: 'Bot', scopes: ['talk'] },
    'PATCH /v1/me': { name: 'Ada' },
    'POST /v1/links/preview': { code: NO_CODE },
    'POST /v1/links/open': { code: NO_CODE },
    'POST /v1/recover': { player: people.seat.id, code: '00000-00000-00000-00000' },
    'PUT /v1/me/vacation': { from: today, to: today },
  };
  const documents = { read: async () => '{}' };
  const send = quiet.with({ documents });
  const ask = (who: Client) => {
    const body = bodies[`${method} ${path}`];
    return clientOf(send, who.id, who.token).call(
      method,
      path.replace('{game}', 'aquaignis').replace('{token}', 't_0000000000000000').replace('{player}', people.rival.id),
      body,
    );
  };
  // Whoever closes an account has none for the other rows.
  const player = `${method} ${path}` === 'DELETE /v1/me' ? await newPlayer(quiet.send, 'Eve') : people.seat;
  const asked = [await ask(player), await ask(people.nobody), await ask(people['bad token'])];
  expect(asked.map(({ status }) => String(status))).toEqual(cells);
});

describe('webhooks', () => {
  const BODIES: Record<string, unknown> = {
    'POST /v1/webhooks': { url: 'https://bot.example/' },
    'PATCH /v1/webhooks/{webhook}': { events: ['turn.started'] },
    'POST /v1/webhooks/{webhook}/replay': { since: new Date().toISOString() },
  };

  test.each(rowsOf(WEBHOOKS))('$name', async ({ name, method, path, cells }) => {
    const owner = await newPlayer(quiet.send, 'Ada');
    const { id } = await webhookOf(owner);
    const [ping] = await quiet.feedOf(owner);
    if (ping === undefined) throw new Error('no ping');
    await quiet.deps.deliveries.add(id, ping);
    const at = path.replace('{webhook}', id).replace('{delivery}', ping.id);
    const statuses: string[] = [];
    // Whoever may not goes first: nothing is changed by that.
    const bad = clientOf(quiet.send, '', 'plypost_not-a-token');
    for (const who of [bad, nobody(quiet.send), await newPlayer(quiet.send, 'Bob'), owner]) {
      statuses.unshift(String((await who.call(method, at, BODIES[name])).status));
    }
    expect(statuses).toEqual(cells);
  });
});

test('every route of the app is in the tables', () => {
  const routes = createApp(quiet.deps)
    .routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const pathOf = (path: string) => path.split('?')[0];
  const listed = [
    ...ROWS.map(({ method, path }) => `${method} /v1/matches/{match}${pathOf(path)}`),
    ...[...OTHERS, ...rowsOf(WEBHOOKS)].map(({ method, path }) => `${method} ${pathOf(path)}`),
  ];
  expect(new Set(routes).size).toBeGreaterThan(15);
  expect([...new Set(routes)].sort()).toEqual([...new Set(listed)].sort());
});

test('every request of the table is there in every status', () => {
  const requests = new Set(ROWS.map(({ method, path }) => `${method} ${path}`));
  expect(ROWS).toHaveLength(requests.size * STATUSES.length);
});
