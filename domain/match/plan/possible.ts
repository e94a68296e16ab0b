/**
 * What a match may come to if certain moves are made: several states, where it depends on chance. Of the match's own chance
 * nothing is known here, so nothing of it can be told.
 */
import type { AnyGame, Foresight, Refusal } from '../../game.ts';
import type { Seat } from '../../seat.ts';
import { rehearseMoves } from '../moves.ts';
import { fold } from '../play.ts';
import type { MatchProblem } from '../problems.ts';
import type { MatchState } from '../types.ts';

export interface Bench {
  readonly game: AnyGame;
  readonly foresight: Foresight<unknown>;
  readonly match: MatchState;
  /** The planner's. */
  readonly seat: Seat;
}

/** Game states, each once, the likeliest to be meant first. None: the match would be over whatever is drawn. */
export type Possible = readonly unknown[];

export type Moved = { readonly ok: true; readonly possible: Possible } | { readonly ok: false; readonly why: WhyNot };

/** `own-turn`: there is nobody else to move. `over`: there is nobody to move. */
export type WhyNot = 'own-turn' | 'over' | Refusal;

export function isOwnTurn({ game, seat }: Bench, play: unknown): boolean {
  return game.toMove(play).includes(seat);
}

/** The states with what a draw may add to them. */
export function afterDraws({ game, foresight }: Bench, plays: Possible): Possible {
  if (!plays.some((play) => game.awaitsDraw(play))) return plays;
  // What was rolled before is forgotten when a turn is over, so most of them are one again.
  return each(each(plays).flatMap((play) => (game.awaitsDraw(play) ? foresight.draws(play) : [play])));
}

function each(plays: Possible): Possible {
  return [...new Map(plays.map((play) => [JSON.stringify(play), play])).values()];
}

/** One move of whoever else is to move, wherever it can be made. */
export function opponentMoves(bench: Bench, possible: Possible, move: unknown): Moved {
  const { game, seat } = bench;
  const moved: unknown[] = [];
  let why: WhyNot = possible.some((play) => isOwnTurn(bench, play)) ? 'own-turn' : 'over';
  for (const play of possible) {
    const mover = game.toMove(play).find((each) => each !== seat);
    if (mover === undefined) continue;
    const verdict = game.decide(play, mover, move);
    if (verdict.ok) moved.push(fold(game, play, verdict.events));
    else if (typeof why === 'string') why = verdict.refusal;
  }
  return moved.length === 0 ? { ok: false, why } : { ok: true, possible: afterDraws(bench, moved) };
}

export type Answered =
  /** Before what a draw may add. */
  { readonly ok: true; readonly plays: Possible } | { readonly ok: false; readonly problem: MatchProblem };

/** The planner's answer, wherever it can be given; it is judged as moves are that are tried out. */
export function answer({ game, match, seat }: Bench, possible: Possible, moves: readonly string[]): Answered {
  const player = match.seats[seat - 1]?.player;
  if (player == null) throw new Error('only who has a seat lays plans');
  const plays: unknown[] = [];
  let problem: MatchProblem | null = null;
  for (const play of possible) {
    const { decision } = rehearseMoves(game, { ...match, play }, { player, ply: match.ply, moves });
    if (decision.ok) {
      const effects = decision.events.flatMap((event) => (event.type === 'move.made' ? event.effects : []));
      plays.push(fold(game, play, effects));
    } else if (problem === null || (decision.problem.index ?? 0) > (problem.index ?? 0)) problem = decision.problem;
  }
  if (plays.length === 0 && problem !== null) return { ok: false, problem };
  return { ok: true, plays };
}
