/** Problem documents by RFC 9457. */
import * as z from 'zod';
import { CODES } from '../problem-codes.ts';

const fieldError = z
  .strictObject({
    in: z.enum(['body', 'query', 'path', 'header']).meta({ description: 'Which part of the request.' }),
    pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) to the field in that part; "" is the whole.' }),
    detail: z.string(),
  })
  .meta({ id: 'FieldError' });

export const problemSchema = z
  .strictObject({
    type: z.string().meta({ description: 'A URI that stands for the code: `urn:plypost:problem:<code>`.' }),
    title: z.string().meta({ description: 'What the code means, in English.' }),
    status: z.int().min(400).max(599).meta({ description: 'That of the answer.' }),
    code: z.enum(CODES).meta({ description: 'Stable; switch on this.' }),
    detail: z.string().optional().meta({ description: 'A sentence about this occurrence.' }),
    requestId: z.string().meta({ description: 'The same as in the header X-Request-Id and in the server’s log.' }),
    errors: z.array(fieldError).optional().meta({ description: 'For `invalid`: each field that is wrong.' }),
    ply: z.int().min(0).optional().meta({ description: 'For `stale_ply`: the match’s present ply.' }),
    index: z.int().min(0).optional().meta({ description: 'For a refused move: which one of the batch, from 0.' }),
    pointer: z.string().optional().meta({ description: 'For a refused move of a plan: JSON Pointer to it.' }),
    rule: z.string().optional().meta({ description: 'For `illegal_move`: the id of the rule, as in the rules text.' }),
  })
  .meta({ id: 'Problem', description: 'What went wrong, by RFC 9457.' });

export type Problem = z.infer<typeof problemSchema>;
export type FieldError = z.infer<typeof fieldError>;
