/** Two players offer each other all there is to offer, and answer in every way. */
import type { Send } from '../support/clients.ts';
import { type Client, newMatch } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

interface Players {
  readonly ada: Client;
  readonly ben: Client;
  readonly cyd: Client;
}

export async function makeOffers(
  { ask }: Recorder,
  { ada, ben, cyd }: Players,
  after: (instant: string | null) => Send,
): Promise<void> {
  const open = await ada.call<{ id: string }>('POST', '/v1/matches', { game: 'aquaignis' });
  await ask('makeOffer', 'Before the start', { as: ada, path: { match: open.body.id }, body: { kind: 'draw' } });

  const match = await newMatch(ada, ben);
  const path = { match: match.id };
  const late = after(match.clock.deadline);
  const draw = { ...path, offer: '3' };
  await ask('makeOffer', 'A draw', { as: ada, path, body: { kind: 'draw', ply: 0 } });
  await ask('makeOffer', 'Another one', { as: ben, path, body: { kind: 'draw' } });
  await ask('makeOffer', 'Without a seat', { as: cyd, path, body: { kind: 'draw' } });
  await ask('makeOffer', 'What this game does not know', { as: ada, path, body: { kind: 'settle' } });
  await ask('makeOffer', 'For another ply', { as: ada, path, body: { kind: 'abort', ply: 7 } });
  await ask('makeOffer', 'A pause of no length', { as: ada, path, body: { kind: 'pause' } });
  for (const how of ['acceptOffer', 'declineOffer', 'withdrawOffer']) {
    await ask(how, 'Without a seat', { as: cyd, path: draw });
    await ask(how, 'Not asked', { as: how === 'withdrawOffer' ? ben : ada, path: draw });
    await ask(how, 'An id that is none', { as: ada, path: { ...path, offer: 'draw' } });
    const by = how === 'withdrawOffer' ? ada : ben;
    await ask(how, 'Out of time', { as: by, path: draw, to: late });
  }
  await ask('makeOffer', 'Out of time', { as: ada, path, body: { kind: 'abort' }, to: late });
  await ask('declineOffer', 'A draw', { as: ben, path: draw, body: {} });
  await ask('acceptOffer', 'Declined already', { as: ben, path: draw });
  await ask('withdrawOffer', 'Declined already', { as: ada, path: draw });
  await ask('makeOffer', 'A pause', { as: ben, path, body: { kind: 'pause', for: 'P2D' } });
  const pause = { ...path, offer: '5' };
  await ask('withdrawOffer', 'A pause', { as: ben, path: pause, body: {} });
  await ask('declineOffer', 'Withdrawn already', { as: ada, path: pause });
  await ask('makeOffer', 'To call it off', { as: ben, path, body: { kind: 'abort' } });
  const abort = { ...path, offer: '7' };
  await ask('acceptOffer', 'It is called off', { as: ada, path: abort, body: {} });
  await ask('makeOffer', 'After the end', { as: ben, path, body: { kind: 'draw' } });
  await ask('makeOffer', 'A rematch', { as: ben, path, body: { kind: 'rematch', entropy: 'wind in the pines' } });
  const rematch = { ...path, offer: '9' };
  await ask('acceptOffer', 'A rematch', { as: ada, path: rematch, body: { entropy: 'a kettle' } });
  await ask('acceptOffer', 'A share that is none', { as: ada, path: rematch, body: { entropy: 'a|b' } });
  await ask('makeOffer', 'A second rematch', { as: ada, path, body: { kind: 'rematch' } });

  // Whoever offers may move meanwhile, and so take away what the offer needs.
  const paused = { match: (await newMatch(ada, ben)).id };
  await ada.call('POST', `/v1/matches/${paused.match}/moves`, { ply: 0, moves: ['spawn 4'] });
  await ben.call('POST', `/v1/matches/${paused.match}/offers`, { kind: 'abort' });
  await ben.call('POST', `/v1/matches/${paused.match}/moves`, { ply: 1, moves: ['spawn 2', 'charge 2'] });
  await ask('acceptOffer', 'Every seat has moved since', { as: ada, path: { ...paused, offer: '4' } });
}
