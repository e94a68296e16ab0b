/** What tests of forks need: matches of every game, gone on a while, and forks of them. */
import { expect } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import type { Report } from '../../domain/match/verify-report.ts';
import type { Client, MatchBody } from '../support/clients.ts';

export interface Forked extends MatchBody {
  readonly fork: { readonly match: string; readonly ply: number; readonly until: string } | null;
  readonly chance: { readonly commitment: string; readonly entropies: readonly string[]; readonly seed?: string };
  readonly view: Readonly<Record<string, unknown>>;
}

export const read = async (as: Client, match: string, query = '') =>
  (await as.call<Forked>('GET', `/v1/matches/${match}${query}`)).body;

export const tryFork = (as: Client, match: string, body?: unknown, headers?: Record<string, string>) =>
  as.call<Forked>('POST', `/v1/matches/${match}/forks`, body, headers);

export async function forkOf(as: Client, match: string, ply?: number): Promise<Forked> {
  const made = await tryFork(as, match, ply === undefined ? undefined : { ply });
  if (made.status !== 201) throw new Error(made.text);
  return made.body;
}

/** Whoever of the players is to move makes a legal move, so many times or to the end. */
export async function goOn(players: readonly Client[], id: string, moves: number, pick = 0): Promise<Forked> {
  const [first] = players;
  if (first === undefined) throw new Error('nobody plays');
  let match = await read(first, id);
  for (let n = 0; n < moves && match.status === 'active'; n += 1) {
    const mover = match.seats[(match.toMove[0] ?? 1) - 1]?.player?.id;
    const player = players.find((each) => each.id === mover) ?? first;
    const legal = await player.call<{ moves: { text: string }[] }>('GET', `/v1/matches/${id}/legal-moves`);
    const texts = legal.body.moves.map(({ text }) => text);
    const body = { ply: match.ply, moves: [texts[(pick * n) % texts.length]] };
    const made = await player.call<Forked>('POST', `/v1/matches/${id}/moves`, body);
    if (made.status !== 200) throw new Error(made.text);
    match = made.body;
  }
  return match;
}

/** The record in both forms proves itself; what the full one proves. */
export async function proofOf(as: Client, match: string): Promise<Report> {
  for (const form of ['compact', 'full']) {
    const { text } = await as.call('GET', `/v1/matches/${match}/record?form=${form}`);
    const report = verifyRecord(text, games);
    expect(report, form).toMatchObject({ verdict: 'ok', fault: null });
    if (form === 'full') return report;
  }
  throw new Error('there is no full record');
}

/** A fork of Aquaignis to its end: seat 1 runs for the far side, seat 2 looks on. */
export async function playedOut(player: Client, id: string): Promise<Forked> {
  let match = await read(player, id);
  while (match.status === 'active') {
    const { body } = await player.call<{ moves: { text: string }[] }>('GET', `/v1/matches/${id}/legal-moves`);
    const texts = body.moves.map(({ text }) => text);
    const wish = match.toMove[0] === 1 ? /^(advance|charge) 4/ : /^spawn 2/;
    const move = texts.find((text) => wish.test(text)) ?? texts.find((text) => /^spawn/.test(text)) ?? texts[0];
    const made = await player.call<Forked>('POST', `/v1/matches/${id}/moves`, { ply: match.ply, moves: [move] });
    if (made.status !== 200) throw new Error(made.text);
    match = made.body;
  }
  return match;
}
