/** The log as a viewer may see it, and legal moves. */
import * as z from 'zod';
import { hash, seatNumber, timestamp } from './common.ts';

const loggedEvent = z
  .looseObject({ type: z.string().meta({ examples: ['move.made'] }) })
  .meta({ id: 'LoggedEvent', description: 'A fact. Hidden values stand as `{digest}`, or `{value, salt}` for you.' });

export const commitSchema = z
  .strictObject({
    seq: z.int().min(1).meta({ description: 'Its number in the match, from 1: the cursor.' }),
    at: timestamp,
    prev: hash.meta({ description: 'The hash of the commit before; 64 zeros for the first.' }),
    hash: hash.meta({ description: '`sha256(JCS({v: 1, match, seq, at, prev, events}))`, seals as `{digest}`.' }),
    ply: z.int().min(0).meta({ description: 'The match’s ply after this commit.' }),
    events: z.array(loggedEvent),
  })
  .meta({ id: 'Commit', description: 'What one command caused: one message, never split.' });

export const commitsSchema = z
  .strictObject({
    commits: z.array(commitSchema),
    next: z.int().min(0).meta({ description: 'Pass as `after` to go on from here.' }),
    more: z.boolean().meta({ description: 'True if there is more to read at once.' }),
  })
  .meta({ id: 'Commits' });

export const legalMovesSchema = z
  .strictObject({
    ply: z.int().min(0).meta({ description: 'Send it with a move that was chosen of these.' }),
    moves: z.array(
      z
        .strictObject({
          seat: seatNumber,
          text: z.string().meta({ description: 'What to send.', examples: ['spawn 4'] }),
          explanation: z
            .string()
            .meta({ description: 'What it would do, up to the next draw: a sentence for people.' }),
          effects: z.array(loggedEvent).meta({
            description:
              'The events that it would log up to the next draw; hidden values as `{value}` for you, `{}` for others.',
          }),
        })
        .meta({ id: 'LegalMove' }),
    ),
  })
  .meta({ id: 'LegalMoves' });
