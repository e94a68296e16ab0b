/** What a player may ask for. */
import { indexOf, rayOf, SQUARES } from './board.ts';
import type { Square } from './types.ts';

export interface Step {
  readonly type: 'step';
  readonly from: Square;
  readonly to: Square;
}

/** The squares of a step are on the board; that they are neighbours is for the rules to say (AB-11). */
export type Move = Step | { readonly type: 'end' };

export const END: Move = { type: 'end' };

/** From every square to every square. */
export const STEPS: readonly Step[] = SQUARES.flatMap((from) =>
  SQUARES.map((to): Step => ({ type: 'step', from, to })),
);

/** A step to a neighbour, and where that stands in the order of `SQUARES`. */
interface Way {
  readonly step: Step;
  readonly to: number;
}

/** By the square they start from, in the order of `SQUARES`: the steps to its neighbours, sorted by their texts. */
export const WAYS: readonly (readonly Way[])[] = SQUARES.map((square) =>
  STEPS.filter(({ from, to }) => from === square && rayOf(from, to) !== null).map((step) => ({
    step,
    to: indexOf(step.to),
  })),
);
