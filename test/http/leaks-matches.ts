/** Matches of the leak test, as they are made and played over HTTP. */
import type { MatchId } from '../../domain/match/types.ts';
import type { Client, MatchBody } from '../support/clients.ts';
import type { Players } from './leaks-acts.ts';

export function clientOf(players: Players, name: string): Client {
  const client = Object.entries(players).find(([each]) => each === name)?.[1];
  if (client === undefined) throw new Error(`there is no ${name}`);
  return client;
}

/** Public, with a turn that was passed at the first roll: about every eighth match begins so. */
export async function matchWithPass(players: Players): Promise<MatchId> {
  const { Ada, Bob } = players;
  for (let tries = 0; tries < 100; tries += 1) {
    const made = await Ada.call<MatchBody>('POST', '/v1/matches', { game: 'abiegnus', visibility: 'public' });
    await Bob.call('POST', `/v1/matches/${made.body.id}/join`);
    const { text } = await Bob.call('GET', `/v1/matches/${made.body.id}/events`);
    if (!text.includes('"type":"passed"')) continue;
    await play(players, made.body.id as MatchId, 3);
    return made.body.id as MatchId;
  }
  throw new Error('no turn is ever passed');
}

export async function divination(players: Players, question: string, visibility: string): Promise<MatchId> {
  const options = { mode: 'divination', ptah: 'c3', question };
  const made = await players.Ada.call<MatchBody>('POST', '/v1/matches', { game: 'abiegnus', options, visibility });
  await play(players, made.body.id as MatchId, 2);
  return made.body.id as MatchId;
}

/** Whoever is to move makes the first legal move, so many times. */
export async function play(players: Players, id: MatchId, moves: number): Promise<void> {
  for (let n = 0; n < moves; n += 1) {
    const { ply, seats, toMove } = (await players.Ada.call<MatchBody>('GET', `/v1/matches/${id}`)).body;
    const mover = seats[(toMove[0] ?? 1) - 1]?.player?.name ?? '';
    const legal = await clientOf(players, mover).call<{ moves: { text: string }[] }>(
      'GET',
      `/v1/matches/${id}/legal-moves`,
    );
    const made = await clientOf(players, mover).call('POST', `/v1/matches/${id}/moves`, {
      ply,
      moves: [legal.body.moves[0]?.text],
    });
    if (made.status !== 200) throw new Error(made.text);
  }
}

/** What is asked about a match, after its address. */
export const ABOUT_A_MATCH_ASKED = [
  '',
  '?ply=1',
  '/legal-moves',
  '/record',
  '/record?form=compact',
  '/board.txt',
  '/clock',
  '/talk',
  '/talk?limit=1',
  '/notes',
  '/plan',
] as const;
