/** The sentences of refused moves. */
import type { Refusal, RuleId } from '../game.ts';
import type { Seat } from '../seat.ts';
import { capOn, stackOn } from './board.ts';
import type { Obstacle } from './legal.ts';
import type { Move } from './moves.ts';
import { NAMES } from './tables.ts';
import type { Board, Phase } from './types.ts';

function refuse(rule: RuleId, message: string): Refusal {
  return { rule, message };
}

export function nobodyToMove(phase: Phase): Refusal {
  return phase.type === 'awaiting-roll'
    ? refuse('AB-10', 'The die is to be rolled first.')
    : refuse('AB-42', 'The match is over: nobody is to move.');
}

export function notYourTurn(mover: Seat): Refusal {
  return refuse('AB-10', `It is the turn of seat ${mover}.`);
}

export function refusalFor(
  board: Board,
  phase: Extract<Phase, { readonly type: 'moving' }>,
  move: Move,
  obstacle: Obstacle,
): Refusal {
  if (move.type === 'end') return refuse('AB-14', 'A turn cannot be ended before its first step.');
  const { from, to } = move;
  const cap = capOn(stackOn(board, from));
  const there = capOn(stackOn(board, to));
  switch (obstacle) {
    case 'too-early':
    case 'no-cap':
      return refuse('AB-3', `There is no cap on ${from}.`);
    case 'wrong-element': {
      const wanted = phase.element ?? (phase.roll === '*' ? null : phase.roll);
      const why = phase.roll === '*' ? 'the first step of this turn chose' : 'the die shows';
      return refuse('AB-12', `The cap on ${from} is of ${nameOf(cap)}; ${why} ${nameOf(wanted)}.`);
    }
    case 'no-neighbour':
      return refuse('AB-11', `A cap steps to one of the squares next to it; ${to} is not next to ${from}.`);
    case 'another-cap':
      return refuse('AB-11', `On ${to} stands a cap of ${nameOf(there)}, which a cap of ${nameOf(cap)} cannot top.`);
  }
}

function nameOf(element: keyof typeof NAMES | null): string {
  return element === null ? 'another element' : NAMES[element];
}
