/** Cursors of lists: opaque to clients. */
import { MATCH_ID } from '../../domain/match/ids.ts';
import { invalid } from './problems.ts';

const TIME = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z';
const ID = MATCH_ID.source.slice(1);
const PLACE = new RegExp(`^${TIME}#${ID}`);
/** By deadline, since when, and match; `~` where there is no deadline. */
const TURN_PLACE = new RegExp(`^(${TIME}|~) ${TIME} ${ID}`);

export function cursorOf(place: string): string {
  return Buffer.from(place, 'utf8').toString('base64url');
}

/** Of a list of matches. */
export function readCursor(cursor: string): string {
  return placeIn(cursor, PLACE);
}

export function readTurnCursor(cursor: string): string {
  return placeIn(cursor, TURN_PLACE);
}

function placeIn(cursor: string, form: RegExp): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!form.test(place)) throw invalid('query', '/cursor', 'Not a cursor of this list.');
  return place;
}
