/**
 * Plans: what a player wants to answer to moves that the opponent may make. A plan is kept beside the log and shown to
 * nobody else; what it plays is an ordinary move.
 */
import type { MatchId } from '../types.ts';

/** In a plan's whole tree. */
export const BRANCHES_MOST = 200;
/** In one `when`: passed turns may put several turns of the opponent together. */
export const WHEN_MOST = 48;
/** Steps of a line that is walked. */
export const LINE_MOST = BRANCHES_MOST;

/** Moves are texts. */
export interface Branch {
  /** All that the opponent plays, from where the plan stands until it is the planner's turn. */
  readonly when: readonly string[];
  /** What the planner's turn then stands under; without it, whatever that is. */
  readonly roll?: string;
  /** The planner's turn, or its beginning. */
  readonly answer: readonly string[];
  /** How it goes on from there. */
  readonly next?: readonly Branch[];
}

export interface Plan {
  /** The ply of the position that it goes on from, in which the opponent is to move. */
  readonly ply: number;
  readonly branches: readonly Branch[];
}

/** One thing that may come: all that the opponent plays, and what the planner's turn then stands under. */
export interface LineStep {
  readonly moves: readonly string[];
  readonly roll?: string;
}

/** Why a plan was given up. */
export const DROPPED_BECAUSE = ['left_tree', 'not_legal', 'taken_back', 'match_over'] as const;
export type DroppedBecause = (typeof DROPPED_BECAUSE)[number];

interface About {
  readonly match: MatchId;
  readonly game: string;
  readonly seq: number;
  readonly ply: number;
  /** The planner's. */
  readonly seat: number;
}

/** What the planner alone is told. `seq` and `ply` are those of the match after the commit that brought it about. */
export type PlanNotice =
  | (About & { readonly type: 'plan.played'; readonly moves: readonly string[] })
  | (About & { readonly type: 'plan.dropped'; readonly reason: DroppedBecause });
