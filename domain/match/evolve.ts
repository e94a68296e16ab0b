/** The match as its log tells it: folds commits, judges nothing. */

import type { AnyGame } from '../game.ts';
import type { Catalogue } from '../games.ts';
import type { Commit } from '../log/commit.ts';
import type { Seat } from '../seat.ts';
import { firstSeats } from '../seat.ts';
import { emptySeat } from './create.ts';
import { playOptions } from './personal.ts';
import { fold } from './play.ts';
import type { MatchEvent, MatchId, MatchState, SeatState } from './types.ts';

export type MatchCommit = Commit<MatchEvent>;

/** A log that cannot be folded: another game's version, or events out of order. */
export class LogError extends Error {
  override readonly name = 'LogError';
}

/** The first commit of a match; `saltKey` is kept beside it, outside the hash. */
export function startMatch(id: MatchId, saltKey: string, first: MatchCommit, games: Catalogue): MatchState {
  const created = first.events[0];
  if (created?.type !== 'match.created') throw new LogError('a log begins with match.created');
  const state: MatchState = {
    id,
    game: created.game,
    rules: created.rules,
    options: created.options,
    visibility: created.visibility,
    creator: created.creator,
    invited: created.invited,
    commitment: created.commitment,
    secrets: { seed: created.seed.value, saltKey },
    status: 'open',
    seats: firstSeats(created.seats).map(emptySeat),
    departed: {},
    play: null,
    ply: 0,
    drawn: 0,
    outcome: null,
    createdAt: first.at,
    startedAt: null,
    finishedAt: null,
    timePassed: false,
    head: { seq: 0, hash: '' },
    at: first.at,
  };
  return evolveMatch(state, { ...first, events: first.events.slice(1) }, games);
}

export function gameOf(match: { readonly game: string; readonly rules: string }, games: Catalogue): AnyGame {
  const game = games.find(match.game, match.rules);
  if (game === undefined) throw new LogError(`the catalogue has no ${match.game} with rules ${match.rules}`);
  return game;
}

export function evolveMatch(match: MatchState, commit: MatchCommit, games: Catalogue): MatchState {
  if (commit.seq !== match.head.seq + 1) {
    throw new LogError(`commit ${commit.seq} does not follow commit ${match.head.seq}`);
  }
  const game = gameOf(match, games);
  let state = match;
  for (const event of commit.events) state = evolveEvent(game, state, event, commit);
  return { ...state, ply: commit.ply, head: { seq: commit.seq, hash: commit.hash }, at: commit.at };
}

function evolveEvent(game: AnyGame, match: MatchState, event: MatchEvent, commit: MatchCommit): MatchState {
  switch (event.type) {
    case 'match.created':
      throw new LogError('match.created can only be the first event');
    case 'seat.joined': {
      const { player, entropy } = event;
      const seat: SeatState = { player, entropy, status: 'playing', joinedIn: commit.seq, resignedIn: 0 };
      return withSeat(match, event.seat, seat);
    }
    case 'seat.left': {
      const departed = { ...match.departed, [event.player]: commit.seq };
      return { ...withSeat(match, event.seat, emptySeat()), departed };
    }
    case 'match.cancelled': {
      const departed = { ...match.departed, [match.creator]: commit.seq };
      return { ...match, departed, status: 'cancelled', finishedAt: commit.at };
    }
    case 'match.started': {
      const play = game.setup(playOptions(game, match.options), firstSeats(match.seats.length));
      return withEffects(game, { ...match, play, status: 'active', startedAt: commit.at }, event);
    }
    case 'move.made':
      return withEffects(game, match, event);
    case 'time.passed':
      return withEffects(game, { ...match, timePassed: true }, event);
    case 'seat.resigned': {
      const seat = match.seats[event.seat - 1] ?? emptySeat();
      const resigned = withSeat(match, event.seat, { ...seat, status: 'resigned', resignedIn: commit.seq });
      return withEffects(game, resigned, event);
    }
    case 'match.finished': {
      // An end that the game did not find itself came from outside it, and the game is told to stop.
      const play = game.outcome(match.play) === null ? game.halt(match.play) : match.play;
      return { ...match, play, status: 'finished', outcome: event.outcome, finishedAt: commit.at };
    }
  }
}

function withEffects(
  game: AnyGame,
  match: MatchState,
  event: Extract<MatchEvent, { readonly effects: unknown }>,
): MatchState {
  return { ...match, play: fold(game, match.play, event.effects), drawn: event.drawn ?? match.drawn };
}

function withSeat(match: MatchState, seat: Seat, changed: SeatState): MatchState {
  return { ...match, seats: match.seats.map((each, i) => (i === seat - 1 ? changed : each)) };
}
