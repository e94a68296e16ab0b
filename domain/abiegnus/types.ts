/** The words of Abiegnus as types: elements, pyramids, squares and the state of a game. */
import type { Seat } from '../seat.ts';

/** Spirit, air, water, earth, fire, by their letters in texts. Colours are put on at the edge (AB-50). */
export const ELEMENTS = ['S', 'A', 'W', 'E', 'F'] as const;
export const SIZES = [1, 2, 3] as const;
export const FILES = ['a', 'b', 'c', 'd', 'e'] as const;
export const RANKS = [1, 2, 3, 4] as const;
export const MODES = ['two-player', 'solitaire', 'divination'] as const;
export const PALETTES = ['new-aeon', 'golden-dawn'] as const;
export const REASONS = [
  'spirits-captured',
  'last-large',
  'drought',
  'large-captured',
  'mediums-captured',
  'ptah-exposed',
] as const;
/** The faces of the die in the order of its numbers; `*` is wild. */
export const FACES = [...ELEMENTS, '*'] as const;

export type Element = (typeof ELEMENTS)[number];
/** 1 small, 2 medium, 3 large. */
export type Size = (typeof SIZES)[number];
export type Face = (typeof FACES)[number];
export type Mode = (typeof MODES)[number];
export type Palette = (typeof PALETTES)[number];
/** Why a game has ended by its own rules. */
export type Reason = (typeof REASONS)[number];

export type File = (typeof FILES)[number];
export type Rank = (typeof RANKS)[number];
export type Square = `${File}${Rank}`;

/** A pyramid of an element, such as `S3`, the large of spirit. */
type Elemental = `${Element}${Size}`;
export const PTAH = 'P1';
export type Pyramid = Elemental | typeof PTAH;

/** Bottom to top. */
export type Stack = readonly Pyramid[];
/** By square, in the order of `SQUARES`. */
export type Board = readonly Stack[];

/** What a divination has told so far, beside the pyramids themselves (AB-49). */
export interface Omens {
  /** One entry for each turn with captures, in the order taken; null for each passed turn. */
  readonly row: readonly (Stack | null)[];
  /** The squares that eruptions have cleared, in order. */
  readonly cleared: readonly Square[];
}

export type Phase =
  /** The turn is over, or none has begun: the die is to be rolled. */
  | { readonly type: 'awaiting-roll' }
  /** `element` is that of the turn's first step, null before it. */
  | { readonly type: 'moving'; readonly roll: Face; readonly element: Element | null; readonly steps: number }
  | { readonly type: 'over'; readonly reason: Reason }
  /** Ended from outside the game. */
  | { readonly type: 'halted' };

export interface State {
  readonly mode: Mode;
  readonly palette: Palette;
  readonly board: Board;
  /** The last turn that began, passed ones counted; 0 before the first. */
  readonly turn: number;
  readonly phase: Phase;
  /** Turns since the last capture, before this one. */
  readonly quiet: number;
  /** By seat, in the order taken. */
  readonly captured: readonly Stack[];
  /** Only in a divination. */
  readonly omens: Omens | null;
}

/** A match's options, less what is a player's own (the question): play never sees that. */
export type Options =
  | { readonly mode: 'two-player' | 'solitaire'; readonly palette: Palette }
  | { readonly mode: 'divination'; readonly palette: Palette; readonly ptah: Square };

/** AB-40: turns alternate, passed ones counted, and seat 1 begins; alone one has every turn. */
export function seatOfTurn(mode: Mode, turn: number): 1 | 2 {
  return mode === 'two-player' && turn % 2 === 0 ? 2 : 1;
}

export function seatToMove(state: State): Seat | null {
  return state.phase.type === 'moving' ? seatOfTurn(state.mode, state.turn) : null;
}
