/** The commands that players give on a match, each with the way to recognise its own repetition. */

import { gameOf } from '../../domain/match/evolve.ts';
import { resign } from '../../domain/match/leaving.ts';
import { canonicalMoves, type MakeMoves, makeMoves } from '../../domain/match/moves.ts';
import { type AnswerOffer, answeredIn, answerOffer, plyNeeded } from '../../domain/match/offers/answer.ts';
import { type MakeOffer, makeOffer, sameOffer } from '../../domain/match/offers/make.ts';
import { seatOf } from '../../domain/match/play.ts';
import { rematchCommitment, rematchId } from '../../domain/match/rematch.ts';
import { type JoinMatch, joinMatch, leaveMatch } from '../../domain/match/seating.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import type { LoadedMatch } from '../store/match-log.ts';
import type { Command, Records } from './execute.ts';
import { forgottenAnswer, forgottenOffer } from './forgotten-offers.ts';
import { stateAtPly } from './history.ts';

export function joining(play: Records, join: JoinMatch): Command {
  return {
    async earlier({ state }) {
      const seat = seatOf(state, join.player);
      const seated = seat === undefined ? undefined : state.seats[seat - 1];
      if (seated === undefined || (join.seat !== null && join.seat !== seat)) return null;
      return stateAt(play, state, seated.joinedIn);
    },
    decide: (game, match) => joinMatch(game, match, join),
  };
}

export function leaving(play: Records, player: PlayerId): Command {
  return {
    async earlier({ state }) {
      const seq = state.departed[player];
      // The creator's leaving cancels the match and frees no seat.
      const gone = seatOf(state, player) === undefined || (state.status === 'cancelled' && player === state.creator);
      return seq !== undefined && gone ? stateAt(play, state, seq) : null;
    },
    decide: (_game, match) => leaveMatch(match, player),
  };
}

export function resigning(play: Records, player: PlayerId): Command {
  return {
    async earlier({ state }) {
      const seat = seatOf(state, player);
      const seq = seat === undefined ? 0 : (state.seats[seat - 1]?.resignedIn ?? 0);
      return seq > 0 ? stateAt(play, state, seq) : null;
    },
    decide: (game, match) => resign(game, match, player),
  };
}

export function moving(play: Records, moves: MakeMoves): Command {
  return {
    earlier: (loaded) => sameMovesBefore(play, loaded, moves),
    decide: (game, match) => makeMoves(game, match, moves),
  };
}

export function offering(play: Records, offer: MakeOffer, receivedAt: Date): Command {
  return {
    async earlier({ state }) {
      const made = sameOffer(state, offer)?.offer ?? (await forgottenOffer(play, state, offer));
      return made === null ? null : stateAt(play, state, made);
    },
    decide: (game, match) => {
      const commitment = () => rematchCommitment(match, match.head.seq + 1);
      return makeOffer(game, match, offer, { at: receivedAt, commitment });
    },
  };
}

export function answering(play: Records, answer: AnswerOffer, receivedAt: Date): Command {
  // Read before each decision: the past of a match does not change.
  let past: MatchState | null = null;
  return {
    async earlier({ state }) {
      const seq = answeredIn(state, answer) ?? (await forgottenAnswer(play, state, answer));
      if (seq !== null) return stateAt(play, state, seq);
      const ply = plyNeeded(state, answer);
      past = ply === null ? null : await stateAtPly(play, state, ply);
      return null;
    },
    decide: (game, match) =>
      answerOffer(game, match, answer, {
        at: receivedAt,
        pastPlay: () => past?.play ?? null,
        rematch: (offer) => rematchId(match, offer),
      }),
  };
}

/** The match after a commit in which the same seat made the same moves at the same ply, if there is one. */
export async function sameMovesBefore(
  play: Records,
  loaded: LoadedMatch,
  moves: MakeMoves,
): Promise<MatchState | null> {
  const { state, recent } = loaded;
  if (moves.ply >= state.ply) return null;
  const texts = canonicalMoves(gameOf(state, play.games), moves.moves);
  if (seatOf(state, moves.player) === undefined || texts === null) return null;
  const begunAt = recent.find((commit) => commit.plyBefore === moves.ply && commit.ply > moves.ply);
  const commit = begunAt ?? (await play.log.commitPast(state, moves.ply));
  if (commit === null || commit.plyBefore !== moves.ply) return null;
  const made = commit.events.filter((event) => event.type === 'move.made');
  const byPlayer = made.every(({ seat }) => state.seats[seat - 1]?.player === moves.player);
  const same = byPlayer && made.length === texts.length && made.every(({ move }, i) => move === texts[i]);
  return same ? stateAt(play, state, commit.seq) : null;
}

/** The match as it stood right after a commit. */
export async function stateAt(play: Records, now: MatchState, seq: number): Promise<MatchState | null> {
  if (seq === now.head.seq) return now;
  const then = await play.log.loadAt(now.id, seq);
  return then?.state ?? null;
}
