/** Whether an offer of a kind can be made, or still be agreed on, as the match stands: null, or a sentence why not. */
import type { AnyGame } from '../../game.ts';
import { SEATS } from '../../seat.ts';
import { isFree } from '../clock/free-time.ts';
import { MOVES_ALONE } from '../problems.ts';
import type { MatchState } from '../types.ts';
import type { OfferKind } from './kinds.ts';

/** `at`: milliseconds since 1970. */
export function whyNot(game: AnyGame, match: MatchState, kind: OfferKind, at: number): string | null {
  if (match.fork !== null) return MOVES_ALONE;
  const askable = kind === 'rematch' ? match.seats.length : playing(match).length;
  if (askable < 2) return 'There is nobody to agree with.';
  switch (kind) {
    case 'draw':
      return game.offers?.draw === true ? null : `${game.name} knows no draw by agreement.`;
    case 'settle':
      return settled(game, match) === null ? `${game.name} cannot be settled like this.` : null;
    case 'abort':
      return playing(match).every((seat) => match.moved.includes(seat))
        ? 'Every seat has moved; the match can only be played to an end now.'
        : null;
    case 'takeback':
      return game.offers?.takeback === true ? null : `In ${game.name} nothing can be taken back.`;
    case 'pause':
      if (match.time === null) return 'No time is counted in this match, so there is nothing to pause.';
      return isFree(match.time.free, null, at) ? 'The match is paused already.' : null;
    case 'rematch':
      if (match.status === 'cancelled') return 'The match was never played.';
      if (match.status !== 'finished') return 'The match is not over yet.';
      return match.rematch === null ? null : 'There is a rematch already.';
    case 'resume':
      return match.time !== null && isFree(match.time.free, null, at) ? null : 'The match is not paused.';
  }
}

/** Who wins as it stands; null where the game cannot say. */
export function settled(game: AnyGame, match: MatchState) {
  return game.offers?.settle?.(match.play) ?? null;
}

function playing({ seats }: MatchState) {
  return SEATS.filter((seat) => seats[seat - 1]?.status === 'playing');
}
