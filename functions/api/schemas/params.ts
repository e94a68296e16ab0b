/** Path parameters. */
import * as z from 'zod';
import { matchId } from './common.ts';

export const matchParam = z.strictObject({ match: matchId });
