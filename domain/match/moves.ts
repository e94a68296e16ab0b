/** Moves: one, or a batch that is all or none and ends where the turn ends. */
import type { Chance } from '../chance.ts';
import type { AnyGame } from '../game.ts';
import { passedOver } from './offers/answer.ts';
import { actingSeat, chanceOf, drawAll, drawnSince, fold, isOver, toMove } from './play.ts';
import { type Decision, DROPPED_OUT, refuse } from './problems.ts';
import type { MatchEvent, MatchState, PlayerId } from './types.ts';

/** `ply` is the ply that the author saw; moves are texts, 1 to 24. */
export interface MakeMoves {
  readonly player: PlayerId;
  readonly ply: number;
  readonly moves: readonly string[];
  /** Missing where the player sends them. */
  readonly by?: 'plan';
}

/** A dry run has no chance to draw from, and stops before it would. */
export interface Rehearsal {
  readonly decision: Decision<MatchEvent>;
  readonly stoppedBeforeDraw: boolean;
}

export function makeMoves(game: AnyGame, match: MatchState, command: MakeMoves): Decision<MatchEvent> {
  return judge(game, match, command, chanceOf(match, match.seats)).decision;
}

export function rehearseMoves(game: AnyGame, match: MatchState, command: MakeMoves): Rehearsal {
  return judge(game, match, command, null);
}

/** The canonical texts of a batch; null if one of them is unreadable. */
export function canonicalMoves(game: AnyGame, moves: readonly string[]): readonly string[] | null {
  const texts: string[] = [];
  for (const text of moves) {
    const move = game.parseMove(text);
    if (move === null) return null;
    texts.push(game.formatMove(move));
  }
  return texts;
}

function judge(game: AnyGame, match: MatchState, command: MakeMoves, chance: Chance | null): Rehearsal {
  const stop = (decision: Decision<MatchEvent>): Rehearsal => ({ decision, stoppedBeforeDraw: false });
  const seat = actingSeat(game, match, command.player);
  if (seat === undefined) return stop(refuse('not_seated', 'You have no seat in this match.'));
  if (match.status === 'open') return stop(refuse('match_not_started', 'The match starts when every seat is taken.'));
  if (isOver(match)) return stop(refuse('match_over', 'The match is over.'));
  if (command.ply !== match.ply) {
    const detail = `The match stands at ply ${match.ply}; these moves were meant for ply ${command.ply}.`;
    return stop(refuse('stale_ply', detail, { ply: match.ply }));
  }
  if (!toMove(game, match).includes(seat)) {
    const plays = match.seats[seat - 1]?.status === 'playing';
    return stop(refuse('not_your_turn', plays ? 'It is not your turn.' : DROPPED_OUT));
  }

  const parsed: unknown[] = [];
  for (const [index, text] of command.moves.entries()) {
    const move = game.parseMove(text);
    if (move === null) {
      return stop(refuse('unreadable_move', `"${excerpt(text)}" is no move of ${game.name}.`, { index }));
    }
    parsed.push(move);
  }

  const turn = game.turn(match.play);
  const events: MatchEvent[] = [];
  let play = match.play;
  let drawn = match.drawn;
  let drew = false;
  for (const [index, move] of parsed.entries()) {
    // After a draw nothing but the turn's end is told: whether the match ended too may follow from what was drawn.
    if (!drew && game.outcome(play) !== null) return stop(refuseLater(index, 'match', game.limits.matchEnded));
    if (drew || game.turn(play) !== turn || (index > 0 && !game.toMove(play).includes(seat))) {
      return stop(refuseLater(index, 'turn', game.limits.turnEnded));
    }
    const verdict = game.decide(play, seat, move);
    if (!verdict.ok) {
      const { rule, message } = verdict.refusal;
      return stop(refuse('illegal_move', message, { index, rule }));
    }
    const decided = { play: fold(game, play, verdict.events), effects: verdict.events };
    drew = game.awaitsDraw(decided.play);
    const settled = chance === null ? decided : drawAll(game, decided, chance);
    events.push({
      type: 'move.made',
      seat,
      ply: match.ply + index + 1,
      move: game.formatMove(move),
      ...(command.by === undefined ? {} : { by: command.by }),
      effects: settled.effects,
      ...(chance === null ? {} : drawnSince(drawn, chance)),
    });
    play = settled.play;
    drawn = chance?.used ?? drawn;
  }
  events.push(...passedOver(match, seat));
  const outcome = game.outcome(play);
  if (outcome !== null) events.push({ type: 'match.finished', outcome });
  return { decision: { ok: true, events }, stoppedBeforeDraw: game.awaitsDraw(play) };
}

function refuseLater(index: number, what: 'turn' | 'match', rule: AnyGame['limits']['turnEnded']) {
  const detail = `The ${what} ended with move ${index} of this batch; nothing of it was played.`;
  return refuse('illegal_move', detail, { index, rule });
}

/** Enough of a text to recognise it, and no more: a refusal is no place to send kilobytes back. */
function excerpt(text: string): string {
  const points = [...text];
  return points.length > 40 ? `${points.slice(0, 40).join('')}…` : text;
}
