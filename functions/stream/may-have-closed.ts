/**
 * Whose account is to be looked at after some steps of a match: who came into it, or left something in it, perhaps by a
 * request that was under way when the account was closed.
 */
import type { AnyGame } from '../../domain/game.ts';
import type { Step } from '../../domain/match/notices.ts';
import { isPersonal } from '../../domain/match/personal.ts';
import type { PlayerId } from '../../domain/match/types.ts';

export function mayHaveClosed(game: AnyGame, steps: readonly Step[]): ReadonlySet<PlayerId> {
  const players = new Set<PlayerId>();
  for (const { commit, after } of steps) {
    const seated = after.seats.flatMap(({ player }) => (player === null ? [] : [player]));
    // A snapshot with the text in it may have come after the text was blanked.
    if (isPersonal(game, after.options)) players.add(after.creator);
    for (const event of commit.events) {
      if (event.type === 'seat.joined' || event.type === 'player.invited') players.add(event.player);
      else if (event.type === 'match.created') for (const player of event.invited) players.add(player);
      // Time that had run out kept them from leaving, a result may have come too late, an offer outlives the match.
      else if (SEATS_MATTER.has(event.type)) for (const player of seated) players.add(player);
    }
  }
  return players;
}

const SEATS_MATTER: ReadonlySet<string> = new Set(['seat.timed-out', 'time.passed', 'match.finished', 'offer.made']);
