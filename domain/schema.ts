/** The Zod schemas by which a game tells the outside what its options, moves and views look like. */
import type * as z from 'zod';

export interface GameSchemas {
  /** What a client may send; defaults filled in by parsing. */
  readonly options: z.ZodType;
  /** A move's canonical text. */
  readonly move: z.ZodType<string>;
  /** Without the id of the game, which whoever shows a match puts to it. */
  readonly view: z.ZodObject;
}
