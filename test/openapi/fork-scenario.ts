/** Somebody tries out what might have been, where that may be and where not. */
import { playedOut } from '../http/fork-kit.ts';
import { type Client, type MatchBody, newMatch } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

interface Players {
  readonly ada: Client;
  readonly ben: Client;
  readonly cyd: Client;
}

export async function tryThingsOut({ ask }: Recorder, { ada, ben, cyd }: Players): Promise<void> {
  const open = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
  await ask('forkMatch', 'Before the start', { as: cyd, path: { match: open.body.id } });

  const path = { match: (await newMatch(ada, ben)).id };
  await ada.call('POST', `/v1/matches/${path.match}/moves`, { ply: 0, moves: ['spawn 4'] });
  await ben.call('POST', `/v1/matches/${path.match}/moves`, { ply: 1, moves: ['spawn 2', 'charge 2'] });
  const headers = { 'Idempotency-Key': '0d3c7f52-6b1e-4f7a-9a55-2f6f0f1f7c11' };
  const made = await ask<MatchBody>('forkMatch', 'From an earlier ply', { as: cyd, path, body: { ply: 1 }, headers });
  await ask('forkMatch', 'The same key, another ply', { as: cyd, path, body: { ply: 2 }, headers });
  await ask('forkMatch', 'A ply that is not there yet', { as: cyd, path, body: { ply: 1000 } });

  const fork = { match: made.body.id };
  await ask('makeMoves', 'In a fork, for the seat to move', {
    as: cyd,
    path: fork,
    body: { ply: 0, moves: ['spawn 6'] },
  });
  await ask('resignMatch', 'A fork', { as: cyd, path: fork });
  await ask('leaveMatch', 'A fork', { as: cyd, path: fork });
  await ask('postTalk', 'In a fork', { as: cyd, path: fork, body: { text: 'Hm.', to: 'all' } });
  await ask('createWebhook', 'For a fork', { as: cyd, body: { url: 'https://bot.example/', ...fork } });
  await playedOut(cyd, fork.match);
  await ask('listMatches', 'Your forks', { as: cyd, query: 'forks=true' });
  await ask('forkMatch', 'From the end', { as: cyd, path: fork });

  const hands = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie' });
  await ben.call('POST', `/v1/matches/${hands.body.id}/join`);
  await ask('forkMatch', 'While hands are hidden', { as: ada, path: { match: hands.body.id } });
}
