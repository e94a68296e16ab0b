/** Matches that wait for a player. */
import * as z from 'zod';
import { matchId, seatNumber, timestamp } from './common.ts';

const openTurnSchema = z
  .strictObject({
    match: matchId,
    game: z.string(),
    seat: seatNumber.meta({ description: 'Yours.' }),
    turn: z.int().min(1).meta({ description: 'The number of the turn in its match.' }),
    since: timestamp.meta({ description: 'When the turn began.' }),
    deadline: z.union([timestamp, z.null()]).meta({
      description: 'When its time is up, as far as leave and pauses are known; null where no time is counted.',
    }),
  })
  .meta({ id: 'OpenTurn' });

export const turnListSchema = z
  .strictObject({
    turns: z.array(openTurnSchema),
    next: z.union([z.string(), z.null()]).meta({ description: 'Pass as `cursor` for more; null at the end.' }),
    asOf: timestamp.meta({ description: 'When the list was read. What was stored just before may be missing.' }),
  })
  .meta({ id: 'TurnList' });
