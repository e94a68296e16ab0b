/**
 * Tells players that their time gets short, in their feeds: it is nothing that the match goes by. Safe to repeat and to
 * do twice at once. What has been told is noted last, so that what breaks off is done again; the feed knows it by its key.
 */
import type { Warning } from '../../domain/match/clock/warnings.ts';
import { warningNotice } from '../../domain/match/notices.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Feeds } from '../store/feeds.ts';
import type { Warned } from '../store/warned.ts';

export interface Warners {
  readonly feeds: Pick<Feeds, 'append'>;
  readonly warned: Warned;
}

/** False if it has been told in that turn. */
export async function warn({ feeds, warned }: Warners, match: MatchState, warning: Warning): Promise<boolean> {
  const { run, mark, at, earliest } = warning;
  const player = match.seats[run.seat - 1]?.player ?? null;
  if (player === null || (await warned.has(match.id, warning))) return false;
  const source = { key: `clock#${match.id}#${run.seat}#${run.since}#${mark}`, since: earliest };
  await feeds.append(player, source, new Date(at).toISOString(), [warningNotice(match, warning)]);
  await warned.note(match.id, warning);
  return true;
}
