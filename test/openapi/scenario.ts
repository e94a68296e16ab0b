/** Three players meet every documented status of every operation, and every problem that it can give. */
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { catalogueOf } from '../../domain/games.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { BODY_BYTES_MOST } from '../../functions/api/json-body.ts';
import { countRequests } from '../../functions/api/limits/limits.ts';
import { POLICIES, POLICY_NAMES } from '../../functions/api/limits/policies.ts';
import type { Operation } from '../../functions/api/openapi.ts';
import type { TestApi } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer, type Send } from '../support/clients.ts';
import { leaveForGood } from './account-scenario.ts';
import { keepApart } from './block-scenario.ts';
import { readEvents } from './events-scenario.ts';
import { tryThingsOut } from './fork-scenario.ts';
import { inviteEachOther } from './invitation-scenario.ts';
import { makeOffers } from './offers-scenario.ts';
import { planAhead } from './plan-scenario.ts';
import type { Recorder } from './recorder.ts';
import { recoverAccounts } from './recovery-scenario.ts';
import type { RecordedStream } from './stream.ts';
import { talkAndNote } from './talk-scenario.ts';
import { handOutTokens } from './token-scenario.ts';
import { takeVacations } from './vacation-scenario.ts';
import { playWebhooks } from './webhook-scenario.ts';

const NOWHERE = {
  match: { match: 'm_zzzzzzzzzzzzzzzz' },
  webhook: { webhook: 'w_zzzzzzzzzzzzzzzz' },
  delivery: { delivery: '1' },
  offer: { offer: '99' },
  player: { player: 'p_zzzzzzzzzzzzzzzz' },
};

export interface Surroundings {
  readonly deps: Partial<ApiDeps>;
  readonly stream: RecordedStream;
  readonly now: () => Date;
}

export async function playScenario(
  recorder: Recorder,
  operations: readonly Operation[],
  api: TestApi,
  { deps: fixed, stream, now }: Surroundings,
): Promise<void> {
  const { ask } = recorder;
  const unrecorded = api.appWith(fixed);
  const made = await ask<{ player: { id: string }; token: string }>('createPlayer', 'A new player', {
    body: { name: 'Ada' },
  });
  const ada = clientOf(unrecorded, made.body.player.id, made.body.token);
  const ben = await newPlayer(unrecorded, 'Ben');
  const cyd = await newPlayer(unrecorded, 'Cyd');

  await ask('createPlayer', 'A name of nothing but blanks', { body: { name: '   ' } });
  await ask('getMe', 'The caller', { as: ada });
  const settings = { timeZone: 'America/Sao_Paulo', language: 'pt-BR' };
  await ask('changeMe', 'Another name, with time zone and language', { as: cyd, body: { name: 'Cida', ...settings } });
  await ask('changeMe', 'No such time zone', { as: cyd, body: { timeZone: 'Mars/Olympus' } });
  await ask('listGames', 'The catalogue');
  await ask('getGame', 'Aquaignis', { path: { game: 'aquaignis' } });
  await ask('getGame', 'No such game', { path: { game: 'chess' } });

  const path = { match: await open() };
  await start();
  await play();
  await end();
  // Early: a minute later by the clock on the wall tokens are looked up again, and were last used later then.
  const token = await handOutTokens(recorder, { ada, cyd }, path.match);
  await withClocks();
  await matchesThatNeverStart();
  await makeOffers(recorder, { ada, ben, cyd }, after);
  await withDice();
  await lists();
  await ratings();
  await readEvents(recorder, ada, path.match);
  await whereHandsAreHidden();
  const owned = await playWebhooks(recorder, { ada, ben, cyd }, stream, now);
  await takeVacations(recorder, ben, now);
  const moment = now();
  await recoverAccounts(recorder, ben, api.appWith({ ...fixed, receivedAt: () => moment }));
  await talkAndNote(recorder, { ada, ben, cyd });
  await keepApart(recorder, { ada, ben, cyd }, api, fixed);
  await tryThingsOut(recorder, { ada, ben, cyd });
  await planAhead(recorder, { ada, ben, cyd }, stream, { with: (deps) => api.appWith({ ...fixed, ...deps }), after });
  await inviteEachOther(recorder, { ada, ben, cyd }, { unrecorded, catchUp: stream.catchUp, after });
  await leaveForGood(recorder, await newPlayer(unrecorded, 'Eve'), stream);
  await whatAnyMayMeet();
  await tooManyRequests();

  async function open(): Promise<string> {
    const wish = { game: 'aquaignis', visibility: 'public', entropy: 'rain on a tin roof' };
    const headers = { 'Idempotency-Key': 'b1f6a1de-6d44-4f0c-9a39-5b1c1de3f0a2' };
    const match = await ask<MatchBody>('createMatch', 'A public match', { as: ada, body: wish, headers });
    await ask('createMatch', 'The same key, another body', { as: ada, body: { ...wish, seat: 2 }, headers });
    await ask('createMatch', 'No such game', { as: ada, body: { game: 'chess' } });
    const wrong = { game: 'aquaignis', seat: 'one', colour: 'blue', entropy: 'a|b' };
    await ask('createMatch', 'Several wrong fields', { as: ada, body: wrong });
    return match.body.id;
  }

  async function start(): Promise<void> {
    await ask('getMatch', 'Open', { path });
    await ask('resignMatch', 'Before the start', { as: ada, path });
    await ask('getBoardText', 'Before the start', { path });
    await ask('makeMoves', 'Before the start', { as: ada, path, body: { ply: 0, moves: ['spawn 4'] } });
    await ask('joinMatch', 'The seat of another', { as: ben, path, body: { seat: 1 } });
    await ask('joinMatch', 'A second seat', { as: ada, path, body: { seat: 2 } });
    await ask('joinMatch', 'No such seat', { as: ben, path, body: { seat: 5 } });
    await ask('joinMatch', 'The last seat, so the match starts', { as: ben, path, body: { entropy: 'tea at four' } });
    await ask('joinMatch', 'Nothing free', { as: cyd, path });
    await ask('leaveMatch', 'After the start', { as: ben, path });
    await ask('leaveMatch', 'Without a seat', { as: cyd, path });
    await ask('resignMatch', 'Without a seat', { as: cyd, path });
  }

  async function play(): Promise<void> {
    const moves = (player: Client, summary: string, ply: number, texts: readonly string[], query?: string) =>
      ask('makeMoves', summary, { as: player, path, body: { ply, moves: texts }, ...(query ? { query } : {}) });
    await ask('listLegalMoves', 'The first turn', { path });
    await moves(cyd, 'Without a seat', 0, ['spawn 4']);
    await moves(ben, 'Out of turn', 0, ['spawn 4']);
    await moves(ada, 'Not in the notation', 0, ['hello']);
    await moves(ada, 'Against the rules', 0, ['charge 4']);
    await ask('makeMoves', 'A ply that is no number', { as: ada, path, body: { ply: 'now', moves: [] } });
    await moves(ada, 'A dry run', 0, ['spawn 4'], 'dry-run=true');
    await moves(ada, 'One move', 0, ['spawn 4']);
    await moves(ada, 'A ply that is past', 0, ['spawn 5']);
    await moves(ben, 'On after the turn has ended', 1, ['spawn 2', 'charge 2', 'advance 2']);
    await moves(ben, 'A whole turn', 1, ['spawn 2', 'charge 2']);
    await ask('getMatch', 'Under way', { path });
    await ask('getMatch', 'At an earlier ply', { path, query: 'ply=1' });
    await ask('getMatch', 'A ply that is not there yet', { path, query: 'ply=1000' });
    await ask('getBoardText', 'Under way', { path });
    await ask('getBoardText', 'A ply that is no number', { path, query: 'ply=last' });
  }

  async function end(): Promise<void> {
    await ask('resignMatch', 'The other seat wins', { as: ada, path, body: {} });
    await ask('makeMoves', 'After the end', { as: ben, path, body: { ply: 3, moves: ['spawn 3'] } });
    await ask('listLegalMoves', 'Nobody is to move', { path });
    await ask('getRecord', 'In full', { path });
    await ask('getRecord', 'Compact', { path, query: 'form=compact' });
    await ask('getRecord', 'No such form', { path, query: 'form=pgn' });
  }

  /** The API as it will be a second after an instant. */
  function after(instant: string | null): Send {
    const then = new Date(Date.parse(instant ?? '') + 1000);
    return api.appWith({ ...fixed, receivedAt: () => then, now: () => then });
  }

  async function withClocks(): Promise<void> {
    await ask('readClock', 'Three days a turn', { path });
    await ask('readClock', 'After a commit that is not there yet', { path, query: 'after=1000' });
    const bank = { kind: 'bank', initial: 'P7D', increment: 'PT12H', max: 'P14D' };
    const wish = { game: 'aquaignis', clock: bank, vacation: false, startWithin: 'P2D' };
    const match = await ask<MatchBody>('createMatch', 'With a bank of time', { as: ada, body: wish });
    const timed = { match: match.body.id };
    const wrong = { game: 'aquaignis', clock: { ...bank, max: 'P1D' }, startWithin: 'PT1S' };
    await ask('createMatch', 'A clock that cannot be', { as: ada, body: wrong });
    const tooLate = after(match.body.startBy);
    await ask('joinMatch', 'Too late to start', { as: ben, path: timed, to: tooLate });
    await ask('leaveMatch', 'Too late to leave', { as: ada, path: timed, to: tooLate });
    const started = await ben.call<MatchBody>('POST', `/v1/matches/${timed.match}/join`);
    const outOfTime = after(started.body.clock.deadline);
    const body = { ply: 0, moves: ['spawn 4'] };
    await ask('makeMoves', 'Out of time', { as: ada, path: timed, body, to: outOfTime });
    await ask('resignMatch', 'Out of time', { as: ada, path: timed, to: outOfTime });
  }

  /** One seat, so it starts at once; the roll is there to be seen before the first step. */
  async function withDice(): Promise<void> {
    const options = {
      mode: 'divination',
      question: 'Will it rain on Sunday?',
      ptah: 'air-fire',
      palette: 'golden-dawn',
    };
    const body = { game: 'abiegnus', options, entropy: 'rain on a tin roof' };
    const match = await ask<MatchBody>('createMatch', 'A divination with Abiegnus', { as: ada, body });
    const wrong = { game: 'abiegnus', options: { mode: 'divination', ptah: 'a1' } };
    await ask('createMatch', 'Options that the game does not take', { as: ada, body: wrong });
    const at = { match: match.body.id };
    const legal = await ada.call<{ moves: { text: string }[] }>('GET', `/v1/matches/${at.match}/legal-moves`);
    const moves = legal.body.moves.slice(0, 1).map(({ text }) => text);
    const dry = { as: ada, path: at, body: { ply: 0, moves }, query: 'dry-run=true' };
    await ask('makeMoves', 'A dry run with Abiegnus', dry);
    await ask('makeMoves', 'A step with Abiegnus', { as: ada, path: at, body: { ply: 0, moves } });
  }

  async function matchesThatNeverStart(): Promise<void> {
    const match = await ask<MatchBody>('createMatch', 'With defaults', { as: ada, body: { game: 'aquaignis' } });
    const cancelled = { match: match.body.id };
    await ask('leaveMatch', 'The creator leaves, so the match is cancelled', { as: ada, path: cancelled, body: {} });
    await ask('joinMatch', 'A match that was cancelled', { as: ben, path: cancelled });
    await ask('resignMatch', 'A match that was cancelled', { as: ada, path: cancelled });

    const wish = { game: 'aquaignis', seat: 2, visibility: 'private', invited: [ada.id] };
    const invitation = await ask<MatchBody>('createMatch', 'For an invited player', { as: ben, body: wish });
    const closed = { match: invitation.body.id };
    await ask('getMatch', 'A private match of others', { as: cyd, path: closed });
    await ask('joinMatch', 'A chosen seat', { as: ada, path: closed, body: { seat: 1 } });
    await ben.call('POST', `/v1/matches/${closed.match}/resign`);
    await ask('leaveMatch', 'After the end', { as: ben, path: closed });
  }

  async function lists(): Promise<void> {
    await stream.catchUp();
    await ask('getPlayer', 'With what came of some matches', { path: { player: ben.id } });
    await ask('listMatches', 'Public matches');
    await ask('listMatches', 'The lobby, for two, of at most three days a turn', {
      query: 'status=open&seats=2&clock=per-turn&timeAtMost=P3D',
    });
    await ask('listMatches', 'One’s own, page by page', { as: ada, query: 'mine=true&limit=1' });
    await ask('listMatches', 'One’s own, without a token', { query: 'mine=true' });
    await ask('listMatches', 'Too much at once', { query: 'limit=1000' });
  }

  async function ratings(): Promise<void> {
    const wish = { game: 'aquaignis', visibility: 'public', rated: true };
    const first = await ask<MatchBody>('createMatch', 'A rated match', { as: ada, body: wish });
    await ben.call('POST', `/v1/matches/${first.body.id}/join`);
    const second = await newMatch(cyd, ben, wish);
    for (const { id } of [first.body, second]) await ben.call('POST', `/v1/matches/${id}/resign`);
    const alone = { game: 'abiegnus', options: { mode: 'solitaire' }, rated: true };
    await ask('createMatch', 'Nobody to be rated against', { as: ada, body: alone });
    await stream.catchUp();
    const board = { path: { game: 'aquaignis' } };
    await ask('getLeaderboard', 'Of Aquaignis', board);
    await ask('getLeaderboard', 'Of which nobody has played a rated match', { path: { game: 'astromagie' } });
    await ask('getLeaderboard', 'Page by page', { ...board, query: 'limit=1' });
    await ask('getLeaderboard', 'No cursor of a leaderboard', { ...board, query: 'cursor=bm93aGVyZQ' });
    await ask('getLeaderboard', 'No such game', { path: { game: 'chess' } });
  }

  /** There legal moves are for the seat to move alone. No game of the catalogue hides any yet. */
  async function whereHandsAreHidden(): Promise<void> {
    const to = api.appWith({ ...fixed, games: catalogueOf([{ ...aquaignis, hidden: true }]) });
    const { id } = await newMatch(ada, ben);
    await ask('listLegalMoves', 'Where hands are hidden', { as: cyd, path: { match: id }, to });
  }

  async function whatAnyMayMeet(): Promise<void> {
    const stranger = clientOf(unrecorded, '', 'plypost_wrong');
    const forTalking = await tokenFor('talk');
    const forReading = await tokenFor('matches:read');
    for (const { operationId, parameters = [], requestBody, security } of operations) {
      const ready = {
        as: ada,
        path: { match: path.match, game: 'aquaignis', offer: '99', link: '99', token, player: ada.id, ...owned },
      };
      await ask(operationId, 'A wrong token', { ...ready, as: stranger });
      const scopes = security.flatMap(({ bearer = [] }) => bearer);
      if (scopes.length > 0) {
        const as = scopes.includes('talk') ? forReading : forTalking;
        await ask(operationId, 'A token that is not good for this', { ...ready, as });
      }
      if (security.every((way) => 'bearer' in way)) await ask(operationId, 'No token', { path: ready.path });
      if (requestBody?.required !== true) {
        await ask(operationId, 'A parameter that it does not have', { ...ready, query: 'dry_run=true' });
      }
      await ask(operationId, 'A fault on our side', { ...ready, to: withTokens(new TypeError('a fault')) });
      const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
      await ask(operationId, 'Too busy', { ...ready, to: withTokens(busy) });
      for (const [name, path] of Object.entries(NOWHERE)) {
        const named = parameters.some((parameter) => parameter.in === 'path' && parameter.name === name);
        if (named) await ask(operationId, `No such ${name}`, { ...ready, path: { ...ready.path, ...path } });
      }
      if (requestBody === undefined) continue;
      await ask(operationId, 'Not JSON', { ...ready, body: '{"name": ' });
      await ask(operationId, 'Over the limit', { ...ready, body: ' '.repeat(BODY_BYTES_MOST + 1) });
      const headers = { 'Content-Type': 'text/plain' };
      await ask(operationId, 'Another media type', { ...ready, body: '{}', headers });
    }
  }

  /** At an address that has spent all its budgets. */
  async function tooManyRequests(): Promise<void> {
    const [moment, address, limits] = [now(), '203.0.113.7', countRequests()];
    for (const name of POLICY_NAMES) {
      for (let n = 0; n < POLICIES[name].quota; n += 1) limits.take(name, address, moment);
    }
    const to = api.appWith({ ...fixed, limits, receivedAt: () => moment, address: () => address });
    for (const { operationId } of operations) await ask(operationId, 'Too many requests', { to });
  }

  async function tokenFor(scope: string): Promise<Client> {
    const { body } = await ada.call<{ token: string }>('POST', '/v1/me/tokens', { name: scope, scopes: [scope] });
    return clientOf(unrecorded, ada.id, body.token);
  }

  function withTokens(error: Error) {
    const find = () => Promise.reject(error);
    return api.appWith({ ...fixed, tokens: { ...api.deps.tokens, find } });
  }
}
