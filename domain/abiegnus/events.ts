/** What can happen in a game of Abiegnus. Every outcome is in the event: replay looks nothing up. */
import type { Seat } from '../seat.ts';
import type { Element, Face, Pyramid, Reason, Square } from './types.ts';

/** A turn has begun with this roll (AB-10). */
interface Rolled {
  readonly type: 'rolled';
  readonly seat: Seat;
  readonly turn: number;
  readonly roll: Face;
}

/** Nothing could be moved on this roll, and the turn is over (AB-13). */
interface Passed {
  readonly type: 'passed';
  readonly seat: Seat;
  readonly turn: number;
  readonly quiet: number;
}

/** The cap on top of `at` is taken; the cap that steps there takes its place (AB-20). */
interface CapCaptured {
  readonly type: 'cap-captured';
  readonly seat: Seat;
  readonly at: Square;
  readonly pyramid: Pyramid;
}

/** A cap has stepped. */
export interface Stepped {
  readonly type: 'stepped';
  readonly element: Element;
  readonly from: Square;
  readonly to: Square;
}

/** Where a pyramid came down, and whether it was captured there (AB-32). */
export interface Landing {
  readonly pyramid: Pyramid;
  readonly to: Square;
  readonly captured: boolean;
}

/** What lay on `from` was thrown, its top first (AB-30); `cleared` if no pyramid is left there (AB-49 b). */
export interface Erupted {
  readonly type: 'erupted';
  readonly seat: Seat;
  readonly from: Square;
  readonly landings: readonly Landing[];
  readonly cleared: boolean;
}

/** What ended a turn: an eruption, a capture by a cap, the player, or its 20th step. */
export type TurnEnd = 'eruption' | 'capture' | 'end' | 'steps';

/** `quiet`: turns since the last capture, this one counted. */
export interface TurnEnded {
  readonly type: 'turn-ended';
  readonly by: TurnEnd;
  readonly quiet: number;
}

interface Ended {
  readonly type: 'ended';
  readonly reason: Reason;
}

export type AbiegnusEvent = Rolled | Passed | CapCaptured | Stepped | Erupted | TurnEnded | Ended;
