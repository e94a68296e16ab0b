/** A match as lists tell it. */
import type { AnyGame } from '../../domain/game.ts';
import { listClock } from '../../domain/match/clock/sight.ts';
import { seeMatch } from '../../domain/match/sight.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { ListedSight } from '../store/lists.ts';

/** What everybody who may see a list may see of the match. */
export function listing(game: AnyGame, match: MatchState): ListedSight {
  const sight = seeMatch(game, match, 'onlooker');
  const {
    position: _position,
    view: _view,
    chance: _chance,
    offers: _offers,
    invitations: _invitations,
    ...listed
  } = sight;
  // Whether it runs or is due depends on when the list is read.
  return { ...listed, clock: listClock(match) };
}
