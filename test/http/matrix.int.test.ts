/** Who may read and do what: every route, for every viewer, at every visibility and status, as one table. */
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
import { type QuietApi, startQuietApi, webhookOf } from './webhook-kit.ts';

/**
 * Cells are the status of the answer, or the code of its problem. `seat`: seat 1, who made the match. `rival`: seat 2
 * (`-` where there is none). The match was ended by the rival's resignation or cancelled by its creator's leaving.
 */
const TABLE = `
                                             | public and unlisted                                                         | private
request                             status   | seat              rival          invited      other        nobody  bad token| seat              rival          invited      other   nobody  bad token
GET  /                              open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /                              active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /                              finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /                              cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /?ply=0                        open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /?ply=0                        active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /?ply=0                        finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /?ply=0                        cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /legal-moves                   open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /legal-moves                   active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /legal-moves                   finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /legal-moves                   cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /clock                         open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /clock                         active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /clock                         finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /clock                         cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /events                        open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /events                        active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /events                        finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /events                        cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record                        open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record                        active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record                        finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record                        cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record?form=compact           open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record?form=compact           active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record?form=compact           finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record?form=compact           cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /board.txt                     open     | match_not_started -       match_not_started match_not_started match_not_started 401 | match_not_started - match_not_started 404   404          401
GET  /board.txt                     active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /board.txt                     finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /board.txt                     cancelled| match_not_started -       match_not_started match_not_started match_not_started 401 | match_not_started - match_not_started 404   404          401
POST /join                          open     | 200               -              200          200          401          401 | 200               -              200          404     401          401
POST /join                          active   | 200               200            match_full   match_full   401          401 | 200               200            match_full   404     401          401
POST /join                          finished | 200               200            match_over   match_over   401          401 | 200               200            match_over   404     401          401
POST /join                          cancelled| 200               -              match_over   match_over   401          401 | 200               -              match_over   404     401          401
POST /leave                         open     | 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
POST /leave                         active   | match_started     match_started  not_seated   not_seated   401          401 | match_started     match_started  not_seated   404     401          401
POST /leave                         finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /leave                         cancelled| 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
POST /invitations                   open     | 201               -              not_creator  not_creator  401          401 | 201               -              not_creator  404     401          401
POST /invitations                   active   | match_started     not_creator    not_creator  not_creator  401          401 | match_started     not_creator    not_creator  404     401          401
POST /invitations                   finished | match_over        not_creator    not_creator  not_creator  401          401 | match_over        not_creator    not_creator  404     401          401
POST /invitations                   cancelled| match_over        -              not_creator  not_creator  401          401 | match_over        -              not_creator  404     401          401
DELETE /invitations/{player}        open     | 204               -              not_creator  not_creator  401          401 | 204               -              not_creator  404     401          401
DELETE /invitations/{player}        active   | match_started     not_creator    not_creator  not_creator  401          401 | match_started     not_creator    not_creator  404     401          401
DELETE /invitations/{player}        finished | match_over        not_creator    not_creator  not_creator  401          401 | match_over        not_creator    not_creator  404     401          401
DELETE /invitations/{player}        cancelled| match_over        -              not_creator  not_creator  401          401 | match_over        -              not_creator  404     401          401
POST /invitations/accept            open     | 200               -              200          not_asked    401          401 | 200               -              200          404     401          401
POST /invitations/accept            active   | 200               200            match_full   not_asked    401          401 | 200               200            match_full   404     401          401
POST /invitations/accept            finished | 200               200            match_over   not_asked    401          401 | 200               200            match_over   404     401          401
POST /invitations/accept            cancelled| 200               -              match_over   not_asked    401          401 | 200               -              match_over   404     401          401
POST /invitations/decline           open     | not_asked         -              204          not_asked    401          401 | not_asked         -              204          404     401          401
POST /invitations/decline           active   | not_asked         match_started  match_started not_asked    401          401 | not_asked         match_started  match_started 404     401          401
POST /invitations/decline           finished | not_asked         match_over     match_over   not_asked    401          401 | not_asked         match_over     match_over   404     401          401
POST /invitations/decline           cancelled| not_asked         -              match_over   not_asked    401          401 | not_asked         -              match_over   404     401          401
GET  /links                         open     | 200               -              not_creator  not_creator  401          401 | 200               -              not_creator  404     401          401
GET  /links                         active   | 200               not_creator    not_creator  not_creator  401          401 | 200               not_creator    not_creator  404     401          401
GET  /links                         finished | 200               not_creator    not_creator  not_creator  401          401 | 200               not_creator    not_creator  404     401          401
GET  /links                         cancelled| 200               -              not_creator  not_creator  401          401 | 200               -              not_creator  404     401          401
POST /links                         open     | 201               -              not_creator  not_creator  401          401 | 201               -              not_creator  404     401          401
POST /links                         active   | match_started     not_creator    not_creator  not_creator  401          401 | match_started     not_creator    not_creator  404     401          401
POST /links                         finished | match_over        not_creator    not_creator  not_creator  401          401 | match_over        not_creator    not_creator  404     401          401
POST /links                         cancelled| match_over        -              not_creator  not_creator  401          401 | match_over        -              not_creator  404     401          401
DELETE /links/{link}                open     | 204               -              not_creator  not_creator  401          401 | 204               -              not_creator  404     401          401
DELETE /links/{link}                active   | 204               not_creator    not_creator  not_creator  401          401 | 204               not_creator    not_creator  404     401          401
DELETE /links/{link}                finished | 204               not_creator    not_creator  not_creator  401          401 | 204               not_creator    not_creator  404     401          401
DELETE /links/{link}                cancelled| 204               -              not_creator  not_creator  401          401 | 204               -              not_creator  404     401          401
POST /moves                         open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /moves                         active   | 200               not_your_turn  not_seated   not_seated   401          401 | 200               not_your_turn  not_seated   404     401          401
POST /moves                         finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /moves                         cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /moves?dry-run=true            open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /moves?dry-run=true            active   | 200               not_your_turn  not_seated   not_seated   401          401 | 200               not_your_turn  not_seated   404     401          401
POST /moves?dry-run=true            finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /moves?dry-run=true            cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /resign                        open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /resign                        active   | 200               200            not_seated   not_seated   401          401 | 200               200            not_seated   404     401          401
POST /resign                        finished | match_over        200            not_seated   not_seated   401          401 | match_over        200            not_seated   404     401          401
POST /resign                        cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /offers                        open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /offers                        active   | 201               201            not_seated   not_seated   401          401 | 201               201            not_seated   404     401          401
POST /offers                        finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /offers                        cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /offers/{offer}/accept        open     | not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/accept        active   | 200               not_asked      not_seated   not_seated   401          401 | 200               not_asked      not_seated   404     401          401
POST /offers/{offer}/accept        finished | offer_over        not_asked      not_seated   not_seated   401          401 | offer_over        not_asked      not_seated   404     401          401
POST /offers/{offer}/accept        cancelled| not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/decline       open     | not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/decline       active   | 200               not_asked      not_seated   not_seated   401          401 | 200               not_asked      not_seated   404     401          401
POST /offers/{offer}/decline       finished | offer_over        not_asked      not_seated   not_seated   401          401 | offer_over        not_asked      not_seated   404     401          401
POST /offers/{offer}/decline       cancelled| not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/withdraw      open     | not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/withdraw      active   | not_asked         200            not_seated   not_seated   401          401 | not_asked         200            not_seated   404     401          401
POST /offers/{offer}/withdraw      finished | not_asked         offer_over     not_seated   not_seated   401          401 | not_asked         offer_over     not_seated   404     401          401
POST /offers/{offer}/withdraw      cancelled| not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /forks                         open     | match_not_started -              match_not_started match_not_started 401   401 | match_not_started -              match_not_started 404   401      401
POST /forks                         active   | 201               201            201          201          401          401 | 201               201            201          404     401          401
POST /forks                         finished | 201               201            201          201          401          401 | 201               201            201          404     401          401
POST /forks                         cancelled| match_not_started -              match_not_started match_not_started 401   401 | match_not_started -              match_not_started 404   401      401
GET  /talk                          open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /talk                          active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /talk                          finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /talk                          cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
POST /talk                          open     | 201               -              not_seated   not_seated   401          401 | 201               -              not_seated   404     401          401
POST /talk                          active   | 201               201            not_seated   not_seated   401          401 | 201               201            not_seated   404     401          401
POST /talk                          finished | 201               201            not_seated   not_seated   401          401 | 201               201            not_seated   404     401          401
POST /talk                          cancelled| 201               -              not_seated   not_seated   401          401 | 201               -              not_seated   404     401          401
GET  /notes                         open     | 200               -              200          200          401          401 | 200               -              200          404     401          401
GET  /notes                         active   | 200               200            200          200          401          401 | 200               200            200          404     401          401
GET  /notes                         finished | 200               200            200          200          401          401 | 200               200            200          404     401          401
GET  /notes                         cancelled| 200               -              200          200          401          401 | 200               -              200          404     401          401
PUT  /notes                         open     | 200               -              200          200          401          401 | 200               -              200          404     401          401
PUT  /notes                         active   | 200               200            200          200          401          401 | 200               200            200          404     401          401
PUT  /notes                         finished | 200               200            200          200          401          401 | 200               200            200          404     401          401
PUT  /notes                         cancelled| 200               -              200          200          401          401 | 200               -              200          404     401          401
GET  /plan                          open     | 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
GET  /plan                          active   | 200               200            not_seated   not_seated   401          401 | 200               200            not_seated   404     401          401
GET  /plan                          finished | 200               200            not_seated   not_seated   401          401 | 200               200            not_seated   404     401          401
GET  /plan                          cancelled| 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
PUT  /plan                          open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
PUT  /plan                          active   | own_turn          200            not_seated   not_seated   401          401 | own_turn          200            not_seated   404     401          401
PUT  /plan                          finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
PUT  /plan                          cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
PUT  /plan?dry-run=true             open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
PUT  /plan?dry-run=true             active   | own_turn          200            not_seated   not_seated   401          401 | own_turn          200            not_seated   404     401          401
PUT  /plan?dry-run=true             finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
PUT  /plan?dry-run=true             cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
DELETE /plan                        open     | 204               -              not_seated   not_seated   401          401 | 204               -              not_seated   404     401          401
DELETE /plan                        active   | 204               204            not_seated   not_seated   401          401 | 204               204            not_seated   404     401          401
DELETE /plan                        finished | 204               204            not_seated   not_seated   401          401 | 204               204            not_seated   404     401          401
DELETE /plan                        cancelled| 204               -              not_seated   not_seated   401          401 | 204               -              not_seated   404     401          401
`;

/** Routes that are about no match: by whether a player, nobody, or a bad token asks. */
const ELSEWHERE = `
request                   | player nobody bad token
POST /v1/players          | 201    201    401
GET  /v1/players/{player} | 200    200    401
GET  /v1/me               | 200    401    401
PATCH /v1/me              | 200    401    401
DELETE /v1/me             | 204    401    401
GET  /v1/me/export        | 200    401    401
GET  /v1/me/events        | 200    401    401
GET  /v1/me/turns         | 200    401    401
GET  /v1/me/invitations   | 200    401    401
POST /v1/links/preview    | 404    404    401
POST /v1/links/open       | 404    401    401
GET  /v1/me/vacation      | 200    401    401
PUT  /v1/me/vacation      | 200    401    401
DELETE /v1/me/vacation    | 200    401    401
GET  /v1/me/blocks        | 200    401    401
PUT  /v1/me/blocks/{player} | 204 401     401
DELETE /v1/me/blocks/{player} | 204 401   401
GET  /v1/me/tokens        | 200    401    401
POST /v1/me/tokens        | 201    401    401
DELETE /v1/me/tokens/{token} | 204 401    401
POST /v1/me/recovery-codes | 201   401    401
POST /v1/recover          | 403    403    401
GET  /v1/games            | 200    200    401
GET  /v1/games/{game}     | 200    200    401
GET  /v1/games/{game}/leaderboard | 200 200 401
GET  /v1/matches          | 200    200    401
GET  /v1/matches?mine=true| 200    401    401
POST /v1/matches          | 201    401    401
GET  /v1/openapi.json     | 200    200    200
GET  /docs                | 200    200    200
GET  /docs/start.js       | 200    200    200
GET  /docs/swagger-ui.css | 200    200    200
GET  /docs/swagger-ui-bundle.js | 200 200 200
`;

/** Routes about a player’s webhooks: by whether their owner, another player, nobody, or a bad token asks. */
const WEBHOOKS = `
request                                                       | owner other nobody bad token
GET    /v1/webhooks                                           | 200   200   401    401
POST   /v1/webhooks                                           | 201   201   401    401
GET    /v1/webhooks/{webhook}                                 | 200   404   401    401
PATCH  /v1/webhooks/{webhook}                                 | 200   404   401    401
POST   /v1/webhooks/{webhook}/rotate-secret                   | 200   404   401    401
POST   /v1/webhooks/{webhook}/test                            | 202   404   401    401
GET    /v1/webhooks/{webhook}/deliveries                      | 200   404   401    401
POST   /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver | 202   404   401    401
POST   /v1/webhooks/{webhook}/replay                          | 202   404   401    401
DELETE /v1/webhooks/{webhook}                                 | 204   204   401    401
`;

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
