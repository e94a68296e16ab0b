/** Offers and answers that a match's state has forgotten, looked up in its log: so a repeat gets its first answer for ever. */

import type { MatchCommit } from '../../domain/match/evolve.ts';
import { type AnswerOffer, isSameAnswer } from '../../domain/match/offers/answer.ts';
import { forgets } from '../../domain/match/offers/fold.ts';
import { isSameOffer, type MakeOffer } from '../../domain/match/offers/make.ts';
import { seatOf } from '../../domain/match/play.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Records } from './execute.ts';

const PAGE = 100;

/** The commit that made this offer at the ply that it names, if there is one. */
export async function forgottenOffer(play: Records, state: MatchState, offer: MakeOffer): Promise<number | null> {
  const { ply } = offer;
  const seat = seatOf(state, offer.player);
  if (ply === null || ply > state.ply || seat === undefined || !forgets(state.offers)) return null;
  const first = ply === 0 ? 1 : ((await play.log.commitPast(state, ply - 1))?.seq ?? 1);
  for await (const { seq, plyBefore, events } of commitsAfter(play, state, first - 1)) {
    if (plyBefore > ply) return null;
    const [made] = events;
    if (plyBefore === ply && made?.type === 'offer.made' && isSameOffer({ ...made, by: made.seat }, offer, seat))
      return seq;
  }
  return null;
}

/** The commit that holds this very answer, if there is one. */
export async function forgottenAnswer(play: Records, state: MatchState, answer: AnswerOffer): Promise<number | null> {
  const seat = seatOf(state, answer.player);
  if (seat === undefined || !forgets(state.offers)) return null;
  for await (const { seq, events } of commitsAfter(play, state, answer.offer)) {
    if (events.some((event) => isSameAnswer(event, answer, seat))) return seq;
  }
  return null;
}

async function* commitsAfter({ log }: Records, { id }: MatchState, after: number): AsyncGenerator<MatchCommit> {
  for (let seq = after; ; ) {
    const commits = await log.read(id, seq, PAGE);
    yield* commits;
    if (commits.length < PAGE) return;
    seq += PAGE;
  }
}
