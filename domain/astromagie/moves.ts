/** What a player may ask for. */
import type { CardCode } from './types.ts';

/** A card at a number; whether the row has such a position is the rules' to say. */
export interface Laid {
  readonly card: CardCode;
  readonly at: number;
}

/** As it was sent: any number of cards, held or not. */
export type Move =
  | { readonly type: 'play'; readonly cards: readonly Laid[] }
  | { readonly type: 'discard'; readonly cards: readonly CardCode[] };
