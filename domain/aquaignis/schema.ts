/** What the outside is told of Aquaignis' data. */
import * as z from 'zod';
import type { GameSchemas } from '../schema.ts';
import { MOST_TURNS, QUIET_TURNS, REPETITIONS } from './draws.ts';
import { DRAW_REASONS } from './types.ts';
import type { AquaignisView } from './view.ts';

const seat = z.literal([1, 2]).describe('1 is Aqua, 2 is Ignis');
const flow = z.number().int().min(1).max(7).describe('A flow, 1 to 7');
const slot = z.number().int().min(0).max(6).describe('A slot: Aqua enters at 0, Ignis at 6');
const turn = z
  .number()
  .int()
  .min(1)
  .max(MOST_TURNS + 1);
const lastTurn = z
  .number()
  .int()
  .min(1)
  .max(MOST_TURNS + 3);

const piece = z
  .strictObject({
    charge: z.number().int().min(1).max(4).describe('4 is the Crown'),
    slot,
  })
  .meta({ id: 'AquaignisPiece', description: 'An ordinary piece' });

const barrier = z
  .strictObject({
    durability: z.number().int().min(1).max(4).describe('What it still stands'),
    slot,
  })
  .meta({ id: 'AquaignisBarrier', description: 'A Barrier' });

const stand = z
  .strictObject({
    piece: piece.nullable().describe("The side's ordinary piece in this flow"),
    barrier: barrier.nullable().describe("The side's Barrier, if it stands in this flow"),
  })
  .meta({ id: 'AquaignisStand', description: 'What one side has in one flow' });

const flowView = z
  .strictObject({ flow, aqua: stand.describe('What Aqua has here'), ignis: stand.describe('What Ignis has here') })
  .meta({ id: 'AquaignisFlow', description: 'One flow of the board' });

const link = z
  .strictObject({
    seat: seat.describe('Whose link it is'),
    flows: z.array(flow).length(2).describe('The two linked flows, ascending'),
    lastTurn: lastTurn.describe('The turn at whose end the link goes'),
    lastsBeyondThisTurn: z.boolean().describe('False in the last turn of the link'),
  })
  .meta({ id: 'AquaignisLink', description: 'Two linked flows of one side' });

const view = z
  .strictObject({
    turn: turn.describe("The number of the turn, each side's counted; Aqua has the odd ones"),
    toMove: seat.nullable().describe('The seat to move, null after the end'),
    actionsLeft: z.number().int().min(0).max(2).describe('Actions left in this turn, 0 after the end'),
    breakthroughs: z.array(z.number().int().min(0).max(4)).length(2).describe('Breakthroughs by seat; four win'),
    flows: z.array(flowView).length(7).describe('The flows, 1 to 7'),
    links: z.array(link).max(2).describe("The links that last, Aqua's first"),
    quietTurns: z
      .number()
      .int()
      .min(0)
      .max(QUIET_TURNS)
      .describe('Turns in a row without a breakthrough or a destruction'),
    occurrences: z
      .number()
      .int()
      .min(1)
      .max(REPETITIONS)
      .describe('How often the position that this turn began with has come'),
    ending: z
      .enum(['breakthroughs', ...DRAW_REASONS, 'halted'])
      .nullable()
      .describe('How the game ended, `halted` if from outside; null while it goes on'),
  })
  .meta({ description: 'A position of Aquaignis, for drawing it' }) satisfies z.ZodType<AquaignisView>;

export const schemas: GameSchemas = {
  options: z.strictObject({}).meta({ id: 'AquaignisOptions', description: 'Aquaignis has no options' }),
  move: z
    .string()
    .regex(/^((spawn|charge|advance|surge|barrier) [1-7]|charge barrier|jump [1-7] [1-7])$/)
    .meta({
      id: 'AquaignisMove',
      description: 'One action, in its canonical text; other case, more blanks and short forms (`s3`) are read too',
      examples: ['spawn 3', 'charge barrier', 'jump 3 4'],
    }),
  view,
};
