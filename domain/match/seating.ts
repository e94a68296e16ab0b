/** Joining and leaving, before the start. */
import type { AnyGame } from '../game.ts';
import { firstSeats } from '../seat.ts';
import { begin } from './begin.ts';
import { isOver, seatOf } from './play.ts';
import { type Decision, MOVES_ALONE, refuse } from './problems.ts';
import type { MatchEvent, MatchState, PlayerId } from './types.ts';

/** `seat` null: the first that is free. */
export interface JoinMatch {
  readonly player: PlayerId;
  readonly seat: number | null;
  readonly entropy: string;
  /** The link by which the player comes, if by one. */
  readonly link?: number;
}

export function joinMatch(game: AnyGame, match: MatchState, command: JoinMatch): Decision<MatchEvent> {
  const seats = firstSeats(match.seats.length);
  if (command.seat !== null && command.seat > seats.length) {
    return refuse('invalid', `This match has the seats 1 to ${seats.length}.`, { pointer: '/seat' });
  }
  if (isOver(match)) return refuse('match_over', 'The match is over.');
  const free = seats.filter((seat) => match.seats[seat - 1]?.player === null);
  if (free.length === 0) return refuse('match_full', 'Every seat of this match is taken.');
  const seat = command.seat === null ? free[0] : free.find((each) => each === command.seat);
  if (seat === undefined) return refuse('seat_taken', `Seat ${command.seat} is taken.`);
  const own = seatOf(match, command.player);
  if (own !== undefined) return refuse('already_seated', `You already sit at seat ${own} of this match.`);

  const { player, entropy, link } = command;
  const joined: MatchEvent = {
    ...{ type: 'seat.joined', seat, player, entropy },
    ...(link === undefined ? {} : { link }),
  };
  if (free.length > 1) return { ok: true, events: [joined] };
  const entropies = match.seats.map((each, i) => (i === seat - 1 ? entropy : each.entropy));
  const source = { seed: match.secrets.seed, match: match.id, entropies };
  return { ok: true, events: [joined, ...begin(game, match.options, seats, source)] };
}

/** Frees the player's seat; the creator's leaving cancels the match. */
export function leaveMatch(match: MatchState, player: PlayerId): Decision<MatchEvent> {
  const seat = seatOf(match, player);
  if (seat === undefined) return refuse('not_seated', 'You have no seat in this match.');
  if (match.fork !== null) return refuse('is_fork', MOVES_ALONE);
  if (isOver(match)) return refuse('match_over', 'The match is over.');
  if (match.status === 'active') {
    return refuse('match_started', 'The match has begun. To give it up, resign.');
  }
  if (player === match.creator) return { ok: true, events: [{ type: 'match.cancelled' }] };
  return { ok: true, events: [{ type: 'seat.left', seat, player }] };
}
