/**
 * Time that has run out, as everybody applies it who acts on a match: commands, and the sweep. What is stored follows
 * from the log, the players' leave and the present time alone, so it does not matter who comes first or how often.
 */

import { isExpired, nextDue } from '../../domain/match/clock/due.ts';
import { expire } from '../../domain/match/clock/expire.ts';
import { awayMayBe, vacationEvents } from '../../domain/match/clock/vacation.ts';
import { followingCommit } from '../../domain/match/commit.ts';
import { evolveMatch, gameOf } from '../../domain/match/evolve.ts';
import type { MatchEvent } from '../../domain/match/types.ts';
import { knownSince } from '../../domain/vacation/book.ts';
import type { LoadedMatch } from '../store/match-log.ts';
import type { Play } from './execute.ts';

/**
 * Stores what has run out: first what the log lacks of the players' leave, which may put the deadline off, and only
 * then the end of the time. False if nothing is to be stored; true if the match is to be loaded again, whoever stored it.
 */
export async function applyTimeout(play: Play, loaded: LoadedMatch, now: Date): Promise<boolean> {
  const { state } = loaded;
  const game = gameOf(state, play.games);
  if (!isExpired(nextDue(game, state), now)) return false;
  if (await applyLeave(play, loaded, now)) return true;
  const expiry = expire(game, state, now);
  return expiry.ok && store(play, loaded, expiry.events, now);
}

/** Stores what the log lacks of the players' leave, with the same answer. */
export async function applyLeave(play: Play, loaded: LoadedMatch, now: Date): Promise<boolean> {
  const lacking = await lackingLeave(play, loaded);
  return lacking.length > 0 && store(play, loaded, lacking, now);
}

/** What the log of a match lacks of its players' leave. */
export async function lackingLeave(play: Play, { state }: LoadedMatch): Promise<readonly MatchEvent[]> {
  const players = awayMayBe(state);
  const spans = new Map(
    await Promise.all(players.map(async (player) => [player, await play.vacations.spans(player)] as const)),
  );
  return vacationEvents(state, (player) => spans.get(player) ?? [], knownSince(play.now()));
}

async function store(play: Play, loaded: LoadedMatch, events: readonly MatchEvent[], now: Date): Promise<true> {
  const commit = followingCommit(loaded.state, events, now);
  await play.log.append(evolveMatch(loaded.state, commit, play.games), commit, loaded.sinceSnapshot);
  return true;
}
