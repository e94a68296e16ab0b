/** The time settings of matches in which no time is counted, for tests of other things. */
import type { CreateMatch } from '../../domain/match/create.ts';

export const UNTIMED: CreateMatch['time'] = { clock: { kind: 'none' }, vacation: true, startWithin: 'P90D' };
