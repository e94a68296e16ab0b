/** Cursors of leaderboards: opaque to clients. */
import { isPlayerId } from '../../domain/match/ids.ts';
import { type BoardPlace, GROUPS } from '../store/leaderboard.ts';
import { invalid } from './problems.ts';

/** A rating as it is written: what a 64-bit number looks like in these bounds. */
const RATING = /^-?\d{1,6}(\.\d{1,20})?$/;

export function boardCursorOf({ group, after }: BoardPlace): string {
  const parts = after === null ? [group] : [group, after.rating, after.player];
  return Buffer.from(parts.join(' '), 'utf8').toString('base64url');
}

export function readBoardCursor(cursor: string): BoardPlace {
  const [name, rating, player, ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const group = GROUPS.find((each) => each === name);
  if (group !== undefined && more.length === 0) {
    if (rating === undefined) return { group, after: null };
    if (RATING.test(rating) && player !== undefined && isPlayerId(player)) return { group, after: { rating, player } };
  }
  throw invalid('query', '/cursor', 'Not a cursor of this list.');
}
