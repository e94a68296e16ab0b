/** Offers in a match whose commits are made at instants that the test chooses, and the answers to them. */
import { type AnswerKind, answerOffer } from '../../domain/match/offers/answer.ts';
import type { OfferKind, OfferTerms } from '../../domain/match/offers/kinds.ts';
import { makeOffer } from '../../domain/match/offers/make.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { rematchCommitment, rematchId } from '../../domain/match/rematch.ts';
import type { MatchEvent } from '../../domain/match/types.ts';
import { playerAt, type TimedMatch } from './timed-match.ts';

export interface OfferWish {
  readonly kind: OfferKind;
  readonly terms?: OfferTerms;
  readonly ply?: number | null;
}

export function offerIn(match: TimedMatch, seat: number, wish: OfferWish, at: string): Decision<MatchEvent> {
  const { kind, terms = {}, ply = null } = wish;
  const { game, state } = match;
  const commitment = () => rematchCommitment(state, state.head.seq + 1);
  return makeOffer(game, state, { player: playerAt(seat), kind, terms, ply }, { at: new Date(at), commitment });
}

export function answerIn(
  match: TimedMatch,
  seat: number,
  offer: number,
  answer: AnswerKind,
  at: string,
): Decision<MatchEvent> {
  const pastPlay = (ply: number) => match.steps.findLast(({ after }) => after.ply === ply)?.after.play ?? null;
  return answerOffer(
    match.game,
    match.state,
    { player: playerAt(seat), offer, answer },
    { at: new Date(at), pastPlay, rematch: (made) => rematchId(match.state, made) },
  );
}
