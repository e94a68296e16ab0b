/** The catalogue. */
import * as z from 'zod';

const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'A JSON Schema (2020-12).' });

export const gameId = z.string().meta({ description: 'A game’s id.', examples: ['aquaignis'] });

const listedGame = {
  id: gameId,
  name: z.string().meta({ description: 'To show.' }),
  summary: z.string().meta({ description: 'A sentence about it.' }),
  rules: z.string().meta({ description: 'The newest version of its rules.' }),
  seats: z.strictObject({ least: z.int(), most: z.int() }).meta({ id: 'SeatRange' }),
  hidden: z.boolean().meta({ description: 'True if seats see different things.' }),
};

const listedGameSchema = z.strictObject(listedGame).meta({ id: 'ListedGame' });

export const gameListSchema = z.strictObject({ games: z.array(listedGameSchema) }).meta({ id: 'GameList' });

export const gameSchema = z
  .strictObject({
    ...listedGame,
    options: jsonSchema,
    move: jsonSchema,
    rulesText: z.string().meta({ description: 'The rules in Markdown; † marks rulings of this project.' }),
  })
  .meta({ id: 'Game' });
