/** Matches as they are sent: what the domain lets the viewer see, with the players' names put to it. */
import { gameOf } from '../../domain/match/evolve.ts';
import { type MatchSight, seeMatch, viewerOf } from '../../domain/match/sight.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Player } from '../store/players.ts';
import type { ApiDeps } from './deps.ts';

/**
 * `open`: also what was hidden at that time, since the match is over now. `at`: the time as of which the clock is told;
 * answers to commands leave it out, and so are the same when they are sent again.
 */
export async function presentMatch(deps: ApiDeps, match: MatchState, viewer: Player | null, open?: boolean, at?: Date) {
  const game = gameOf(match, deps.games);
  const sight = seeMatch(game, match, viewerOf(game, match, viewer?.id ?? null), open, at);
  const named = await withNameOf(
    deps,
    sight.invitations.map(({ player }) => player),
  );
  const invitations = sight.invitations.map((each) => ({ player: named(each.player), at: each.at }));
  return withNames(deps, { ...sight, invitations });
}

/** A player without an account any more is shown as this. */
const NOBODY = 'deleted player';

/** Players with their names; each is asked for once. */
export async function withNameOf(
  { players }: Pick<ApiDeps, 'players'>,
  ids: readonly PlayerId[],
): Promise<(id: PlayerId) => { readonly id: PlayerId; readonly name: string }> {
  const names = new Map<PlayerId, string>();
  await Promise.all([...new Set(ids)].map(async (id) => names.set(id, (await players.byId(id))?.name ?? NOBODY)));
  return (id) => ({ id, name: names.get(id) ?? NOBODY });
}

export async function withNames<Sight extends Pick<MatchSight, 'seats'>>(deps: ApiDeps, sight: Sight) {
  const named = await withNameOf(
    deps,
    sight.seats.flatMap(({ player }) => (player === null ? [] : [player])),
  );
  const seats = sight.seats.map(({ seat, player, status }) => {
    return { seat, player: player === null ? null : named(player), status };
  });
  return { ...sight, seats };
}
