/** A player's leave. */
import * as z from 'zod';
import { DATE } from '../../../domain/vacation/book.ts';
import { timestamp } from './common.ts';
import { timeZone } from './player.ts';

const localDate = z
  .string()
  .regex(DATE, 'A date such as 2027-02-03.')
  .meta({ format: 'date', examples: ['2027-02-03'] });

const first = localDate.meta({ description: 'The first day.' });
const last = localDate.meta({ description: 'The last day; it is part of the vacation.' });

export const vacationWishSchema = z
  .strictObject({
    from: first,
    to: last,
    timeZone: timeZone.optional().meta({
      description:
        'A time zone of the IANA database, in which days and years are counted; from then on it is yours. Default: yours.',
      examples: ['Europe/Berlin'],
    }),
  })
  .meta({ id: 'VacationWish' });

const daysSchema = z
  .strictObject({
    year: z.int(),
    used: z.int().min(0).meta({ description: 'Every local day that a vacation touches counts whole, once.' }),
    left: z.int().min(0),
  })
  .meta({ id: 'VacationDays' });

const leaveSchema = z
  .strictObject({
    from: first,
    to: last,
    begins: timestamp.meta({ description: 'The start of the first day, but not before it was set.' }),
    ends: timestamp.meta({ description: 'The end of the last day.' }),
    state: z.enum(['upcoming', 'running']),
  })
  .meta({ id: 'Leave' });

export const storedLeaveSchema = z
  .strictObject({ from: first, to: last, timeZone, begins: timestamp, ends: timestamp })
  .meta({ id: 'ExportedVacation' });

export const vacationSchema = z
  .strictObject({
    timeZone: z.string().meta({ description: 'Yours; UTC until you set one.' }),
    vacation: z.union([leaveSchema, z.null()]).meta({ description: 'What is running or to come; null: nothing.' }),
    days: z.array(daysSchema).max(2).meta({ description: 'Of this year and of the next.' }),
  })
  .meta({ id: 'Vacation' });
