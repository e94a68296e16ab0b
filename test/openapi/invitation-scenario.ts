/** Players are invited by name and by links, and answer in every way. */
import { INVITED_MOST } from '../../domain/match/invitations.ts';
import { LINKS_MOST } from '../../domain/match/links.ts';
import { type Client, type MatchBody, newMatch, newPlayer, type Send } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedStream } from './stream.ts';

interface Players {
  readonly ada: Client;
  readonly ben: Client;
  readonly cyd: Client;
}

interface Surroundings {
  readonly unrecorded: Send;
  readonly catchUp: RecordedStream['catchUp'];
  after(instant: string | null): Send;
}

export async function inviteEachOther(
  { ask }: Recorder,
  { ada, ben, cyd }: Players,
  { unrecorded, catchUp, after }: Surroundings,
): Promise<void> {
  const three = { game: 'astromagie', seats: 3, visibility: 'private' };
  const fork = await forked();
  await byName();
  await answers();
  await byLink();
  await asMany();

  async function match(wish: object): Promise<MatchBody> {
    return (await ada.call<MatchBody>('POST', '/v1/matches', wish)).body;
  }

  async function forked(): Promise<string> {
    const { id } = await newMatch(ada, ben);
    await ada.call('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: ['spawn 4'] });
    return (await ada.call<MatchBody>('POST', `/v1/matches/${id}/forks`)).body.id;
  }

  async function byName(): Promise<void> {
    const { id, startBy } = await match(three);
    const path = { match: id };
    const body = { player: ben.id };
    await ask('invitePlayer', 'To a private match', { as: ada, path, body });
    await ask('invitePlayer', 'Oneself', { as: ada, path, body: { player: ada.id } });
    await ask('invitePlayer', 'No such player', { as: ada, path, body: { player: 'p_zzzzzzzzzzzzzzzz' } });
    await catchUp();
    await ask('listInvitations', 'One', { as: ben });
    await ask('listInvitations', 'Page by page', { as: ben, query: 'limit=1' });
    await ask('listInvitations', 'No cursor of this list', { as: ben, query: 'cursor=bm93aGVyZQ' });
    await ask('acceptInvitation', 'A chosen seat', { as: ben, path, body: { seat: 3, entropy: 'tea at four' } });
    await ask('acceptInvitation', 'A second seat', { as: ben, path, body: { seat: 2 } });
    await ask('declineInvitation', 'Seated already', { as: ben, path });
    await ask('withdrawInvitation', 'Of one who has sat down', { as: ada, path: { ...path, player: ben.id } });
    await ask('invitePlayer', 'To the match of another', { as: ben, path, body: { player: cyd.id } });
    await ask('withdrawInvitation', 'In the match of another', { as: ben, path: { ...path, player: ben.id } });

    await ada.call('POST', `/v1/matches/${id}/invitations`, { player: cyd.id });
    await ask('acceptInvitation', 'The seat of another', { as: cyd, path, body: { seat: 1 } });
    await ask('acceptInvitation', 'No such seat', { as: cyd, path, body: { seat: 5 } });
    const late = after(startBy);
    await ask('acceptInvitation', 'Too late', { as: cyd, path, to: late });
    await ask('declineInvitation', 'Too late', { as: cyd, path, to: late });
    await ask('withdrawInvitation', 'Too late', { as: ada, path: { ...path, player: cyd.id }, to: late });
    await ask('declineInvitation', 'No such reason', { as: cyd, path, body: { reason: 'lazy' } });
    await ask('declineInvitation', 'For a reason', { as: cyd, path, body: { reason: 'too-slow' } });
    await ask('invitePlayer', 'Too late', { as: ada, path, body: { player: cyd.id }, to: late });
    await ada.call('POST', `/v1/matches/${id}/invitations`, { player: cyd.id });
    await ask('withdrawInvitation', 'One that waits', { as: ada, path: { ...path, player: cyd.id } });

    await ben.call('POST', `/v1/matches/${id}/leave`);
    await ada.call('POST', `/v1/matches/${id}/leave`);
    await ask('invitePlayer', 'After the end', { as: ada, path, body: { player: cyd.id } });
    await ask('withdrawInvitation', 'After the end', { as: ada, path: { ...path, player: ben.id } });
    await ask('acceptInvitation', 'After the end', { as: ben, path });
    await ask('declineInvitation', 'After the end', { as: ben, path });
    await ask('invitePlayer', 'To a fork', { as: ada, path: { match: fork }, body });
    await ask('withdrawInvitation', 'From a fork', { as: ada, path: { match: fork, player: ada.id } });
  }

  async function answers(): Promise<void> {
    const { id } = await match({ game: 'aquaignis', invited: [cyd.id] });
    const path = { match: id };
    await ask('acceptInvitation', 'Not invited', { as: ben, path });
    await ask('declineInvitation', 'Not invited', { as: ben, path });
    await ben.call('POST', `/v1/matches/${id}/join`);
    const dee = await newPlayer(unrecorded, 'Dee');
    await ask('invitePlayer', 'After the start', { as: ada, path, body: { player: dee.id } });
    await ask('withdrawInvitation', 'After the start', { as: ada, path: { ...path, player: cyd.id } });
    await ask('acceptInvitation', 'After the start', { as: cyd, path });
    await ask('declineInvitation', 'After the start', { as: cyd, path });
  }

  async function byLink(): Promise<void> {
    const { id, startBy } = await match(three);
    const path = { match: id };
    const late = after(startBy);
    const headers = { 'Idempotency-Key': '2a5d1c1e-3a0f-4a8e-8a9a-6d2f0f5b7c21' };
    const made = await ask<{ link: string; code: string }>('makeLink', 'A link', { as: ada, path, body: {}, headers });
    const { link, code } = made.body;
    await ask('makeLink', 'In a match that one may read, of another', {
      as: ben,
      path: { match: (await match({ game: 'aquaignis' })).id },
    });
    await ask('makeLink', 'Too late', { as: ada, path, to: late });
    await ask('listLinks', 'One that can be used', { as: ada, path });
    await ask('previewLink', 'Before deciding', { body: { code } });
    await ask('previewLink', 'No code', { body: { code: 'open sesame' } });
    const none = `${code.slice(0, 17)}${'0'.repeat(26)}`;
    await ask('previewLink', 'A code that was never made', { body: { code: none } });
    await ask('openLink', 'A code that was never made', { as: ben, body: { code: none } });
    await ask('openLink', 'A seat that there is not', { as: ben, body: { code, seat: 5 } });
    await ask('openLink', 'The seat of another', { as: ben, body: { code, seat: 1 } });
    await ask('openLink', 'Seated already', { as: ada, body: { code } });
    await ask('openLink', 'Too late', { as: ben, body: { code }, to: late });
    await ask('revokeLink', 'Too late', { as: ada, path: { ...path, link }, to: late });
    await ask('openLink', 'The first to open it', { as: ben, body: { code, entropy: 'tea at four' } });
    await ask('openLink', 'The second', { as: cyd, body: { code } });
    await ask('previewLink', 'One that has been used', { body: { code } });
    await ask('listLinks', 'Of the match of another', { as: ben, path });
    await ask('revokeLink', 'Of the match of another', { as: ben, path: { ...path, link } });

    const other = (await ada.call<{ link: string; code: string }>('POST', `/v1/matches/${id}/links`)).body;
    await ask('revokeLink', 'One that nobody has used', { as: ada, path: { ...path, link: other.link } });
    await ask('revokeLink', 'An id that is none', { as: ada, path: { ...path, link: 'all' } });
    const left = (await ada.call<{ code: string }>('POST', `/v1/matches/${id}/links`)).body;
    const last = (await ada.call<{ code: string }>('POST', `/v1/matches/${id}/links`)).body;
    await cyd.call('POST', '/v1/links/open', { code: last.code });
    const stranger = await newPlayer(unrecorded, 'Dee');
    await ask('openLink', 'After the start', { as: stranger, body: { code: left.code } });
    await ask('previewLink', 'After the start', { body: { code: left.code } });
    await ask('makeLink', 'After the start', { as: ada, path });
    for (const player of [ada, ben]) await player.call('POST', `/v1/matches/${id}/resign`);
    await ask('openLink', 'After the end', { as: stranger, body: { code: left.code } });
    await ask('previewLink', 'After the end', { body: { code: left.code } });
    await ask('makeLink', 'After the end', { as: ada, path });
    await ask('makeLink', 'Into a fork', { as: ada, path: { match: fork } });
    await ask('listLinks', 'Of a fork', { as: ada, path: { match: fork } });
  }

  async function asMany(): Promise<void> {
    const { id } = await match({ ...three, visibility: 'unlisted' });
    const path = { match: id };
    await ben.call('POST', `/v1/matches/${id}/join`);
    await ask('invitePlayer', 'One who has sat down', { as: ada, path, body: { player: ben.id } });
    for (let n = 0; n < INVITED_MOST; n += 1) {
      const guest = await newPlayer(unrecorded, `Guest ${n}`);
      await ada.call('POST', `/v1/matches/${id}/invitations`, { player: guest.id });
    }
    await ask('invitePlayer', 'One more than a match may have', { as: ada, path, body: { player: cyd.id } });
    for (let n = 0; n < LINKS_MOST; n += 1) await ada.call('POST', `/v1/matches/${id}/links`);
    await ask('makeLink', 'One more than a match may have', { as: ada, path });
  }
}
