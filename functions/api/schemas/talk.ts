/** What players say to each other in a match, and what they note for themselves. */
import * as z from 'zod';
import { LISTENERS, MESSAGE_MOST } from '../../../domain/match/talk.ts';
import { queryInteger, seatNumber, timestamp } from './common.ts';
import { playerSchema } from './player.ts';
import { isVisible, PLAIN_TEXT, plainText } from './text.ts';

export const NOTES_MOST = 2000;
export const TALK_PAGE_MOST = 100;
const NUMBER_MOST = 99_999_999;

const listeners = z.enum(LISTENERS).meta({
  description: '`seats`: only those who have a seat. `all`: whoever may read the match.',
});

export const messageNumber = z.int().min(1).meta({ description: 'Counts the messages of the match from 1.' });

export const newMessageSchema = z
  .strictObject({
    text: plainText(MESSAGE_MOST)
      .refine(isVisible, 'At least one visible character.')
      .meta({
        description: 'Kept as it is sent. At least one visible character, no control characters but newlines.',
        minLength: 1,
        maxLength: MESSAGE_MOST,
        pattern: PLAIN_TEXT,
        examples: ['Good luck!'],
      }),
    to: listeners,
  })
  .meta({ id: 'NewTalkMessage' });

export const messageSchema = z
  .strictObject({
    number: messageNumber,
    at: timestamp.meta({ description: 'When it was said.' }),
    seq: z
      .int()
      .min(1)
      .meta({ description: 'The newest commit of the match’s log then; puts talk between the moves.' }),
    by: seatNumber.meta({ description: 'The seat that said it.' }),
    player: playerSchema.meta({ description: 'Who sat there then.' }),
    to: listeners,
    text: z.string(),
  })
  .meta({ id: 'TalkMessage' });

export const talkQuery = z.strictObject({
  after: queryInteger(0, NUMBER_MOST, 'Only messages after this number; default 0.').optional(),
  limit: queryInteger(1, TALK_PAGE_MOST, 'The most to tell; default 50.').optional(),
});

export const talkPageSchema = z
  .strictObject({
    messages: z.array(messageSchema),
    next: z.int().min(0).meta({ description: 'Pass as `after` to go on from here.' }),
    more: z
      .boolean()
      .meta({ description: 'True if there is more to read at once, also after a page with nothing in it.' }),
  })
  .meta({ id: 'TalkPage' });

export const notesSchema = z
  .strictObject({
    text: plainText(NOTES_MOST).meta({
      description: 'Empty: there are none. No control characters but newlines.',
      maxLength: NOTES_MOST,
      pattern: PLAIN_TEXT,
      examples: ['Bob opens at the fourth flow.'],
    }),
  })
  .meta({ id: 'Notes' });
