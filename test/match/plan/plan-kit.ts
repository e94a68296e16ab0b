/** Matches for two of either game, made by the domain alone, and plans in them. */
import { createHash } from 'node:crypto';
import type { AnyGame } from '../../../domain/game.ts';
import { games } from '../../../domain/games.ts';
import { firstCommit, followingCommit } from '../../../domain/match/commit.ts';
import { createMatch } from '../../../domain/match/create.ts';
import { evolveMatch, startMatch } from '../../../domain/match/evolve.ts';
import { makeMoves } from '../../../domain/match/moves.ts';
import type { Step } from '../../../domain/match/notices.ts';
import { judgePlan } from '../../../domain/match/plan/judge.ts';
import type { Branch, Plan } from '../../../domain/match/plan/types.ts';
import { toMove } from '../../../domain/match/play.ts';
import type { Decision } from '../../../domain/match/problems.ts';
import { joinMatch } from '../../../domain/match/seating.ts';
import type { MatchEvent, MatchState, PlayerId } from '../../../domain/match/types.ts';
import type { Seat } from '../../../domain/seat.ts';
import { ADA, BOB } from '../../support/matches.ts';
import { UNTIMED } from '../../support/untimed.ts';

export function gameOf(id: string): AnyGame {
  const game = games.newest(id);
  if (game === undefined) throw new Error(`no ${id}`);
  return game;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

function eventsOf(decision: Decision<MatchEvent>): readonly MatchEvent[] {
  if (!decision.ok) throw new Error(`${decision.problem.code}: ${decision.problem.detail}`);
  return decision.events;
}

/** Ada at seat 1, Bob at seat 2; `name` fixes all that is rolled. */
export function begun(game: AnyGame, name: string): MatchState {
  const secrets = { seed: digest(`seed ${name}`), saltKey: digest('salt') };
  const match = 'm_0000000000000000';
  const options = game.schemas.options.parse(game.id === 'abiegnus' ? { mode: 'two-player' } : {});
  const wish = { match, player: ADA, options, seat: 1, seats: 2, visibility: 'unlisted', invited: [] } as const;
  const created = createMatch(game, { ...wish, entropy: '', secrets, rated: false, time: UNTIMED });
  const first = firstCommit(match, secrets.saltKey, eventsOf(created), new Date('2030-01-01T00:00:00.000Z'));
  const open = startMatch(match, secrets.saltKey, first, games);
  return stepOf(open, joinMatch(game, open, { player: BOB, seat: null, entropy: '' })).after;
}

export function stepOf(before: MatchState, decision: Decision<MatchEvent>): Step {
  const commit = followingCommit(before, eventsOf(decision), new Date('2030-01-01T00:00:00.000Z'));
  return { before, commit, after: evolveMatch(before, commit, games) };
}

export const playerAt = (seat: Seat): PlayerId => (seat === 1 ? ADA : BOB);

export function moved(game: AnyGame, before: MatchState, moves: readonly string[], by?: 'plan'): Step {
  const [seat] = toMove(game, before);
  if (seat === undefined) throw new Error('nobody is to move');
  const command = { player: playerAt(seat), ply: before.ply, moves, ...(by === undefined ? {} : { by }) };
  return stepOf(before, makeMoves(game, before, command));
}

/** The plan as it is kept. @throws if it is refused */
export function laid(game: AnyGame, match: MatchState, player: PlayerId, plan: Plan): Plan {
  const judged = judgePlan(game, match, player, plan);
  if (!judged.ok) throw new Error(JSON.stringify(judged.problem));
  return judged.plan;
}

/** Why it is refused, as `code pointer`; `kept` if it is not. */
export function verdict(game: AnyGame, match: MatchState, player: PlayerId, branches: readonly Branch[]): string {
  const judged = judgePlan(game, match, player, { ply: match.ply, branches });
  return judged.ok ? 'kept' : `${judged.problem.code} ${judged.problem.pointer ?? ''}`.trim();
}
