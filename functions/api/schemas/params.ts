/** Parameters of paths and queries. */
import * as z from 'zod';
import { matchId } from './common.ts';

export const matchParam = z.strictObject({ match: matchId });

/** For operations without query parameters: a misspelt or misplaced one must not be passed over. */
export const noQuery = z.strictObject({});
