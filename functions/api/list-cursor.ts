/** Cursors of lists: opaque to clients. */
import { MATCH_ID } from '../../domain/match/ids.ts';
import { invalid } from './problems.ts';

const PLACE = new RegExp(`^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z#${MATCH_ID.source.slice(1)}`);

export function cursorOf(place: string): string {
  return Buffer.from(place, 'utf8').toString('base64url');
}

export function readCursor(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!PLACE.test(place)) throw invalid('query', '/cursor', 'Not a cursor of this list.');
  return place;
}
