/** Offers are answered: accepted, declined, withdrawn, or passed over by a move. */
import { durationOf } from '../../duration.ts';
import type { AnyGame } from '../../game.ts';
import type { Seat } from '../../seat.ts';
import { seatOf } from '../play.ts';
import { type Decision, DROPPED_OUT, refuse } from '../problems.ts';
import type { MatchEvent, MatchId, MatchState, PlayerId } from '../types.ts';
import { settled, whyNot } from './available.ts';
import { askedBy, hasAccepted } from './fold.ts';
import type { EndedOffer, LiveOffer } from './kinds.ts';

export const ANSWERS = ['accept', 'decline', 'withdraw'] as const;
export type AnswerKind = (typeof ANSWERS)[number];

export interface AnswerOffer {
  readonly player: PlayerId;
  readonly offer: number;
  readonly answer: AnswerKind;
  /** On accepting a rematch: the player's share in its chance. */
  readonly entropy?: string;
}

/** What an answer is judged by beside the match: when it was received, and what only the match's keeper knows. */
export interface AnswerContext {
  readonly at: Date;
  /** The id of the match that an offer of a rematch leads to. */
  rematch(offer: number): MatchId;
  /** The game's state at the ply that the offer names; null where that is not known. */
  pastPlay(toPly: number): unknown;
}

/** The ply whose state the acceptance of an offer needs; null if it needs none. */
export function plyNeeded({ offers }: MatchState, { offer, answer }: AnswerOffer): number | null {
  const live = offers.live.find((each) => each.offer === offer);
  return answer === 'accept' ? (live?.terms.toPly ?? null) : null;
}

export function answerOffer(
  game: AnyGame,
  match: MatchState,
  command: AnswerOffer,
  context: AnswerContext,
): Decision<MatchEvent> {
  const seat = seatOf(match, command.player);
  if (seat === undefined) return refuse('not_seated', 'You have no seat in this match.');
  const offer = known(match, command.offer);
  if (offer !== undefined && (command.answer === 'withdraw') !== (offer.by === seat)) {
    return refuse('not_asked', offer.by === seat ? 'It is your own offer.' : 'Whoever made it alone may withdraw it.');
  }
  const live = match.offers.live.find((each) => each.offer === command.offer);
  if (live === undefined) return refuse('offer_over', overText(offer));
  if (hasAccepted(live, seat)) return refuse('offer_over', 'You have accepted it already.');
  if (live.by !== seat && !askedBy(live, match.seats).includes(seat)) {
    return refuse('not_asked', DROPPED_OUT);
  }
  if (command.entropy !== undefined && live.kind !== 'rematch') {
    return refuse('invalid', 'Only a rematch has a chance to give a share to.', { pointer: '/entropy' });
  }
  switch (command.answer) {
    case 'withdraw':
      return { ok: true, events: [{ type: 'offer.withdrawn', offer: live.offer, seat }] };
    case 'decline':
      return { ok: true, events: [{ type: 'offer.declined', offer: live.offer, seat }] };
    case 'accept':
      return accept(game, match, live, { ...context, seat, entropy: command.entropy });
  }
}

/** The commit that holds this very answer, if it has been given before. */
export function answeredIn(match: MatchState, { player, offer: id, answer, entropy }: AnswerOffer): number | null {
  const seat = seatOf(match, player);
  const offer = known(match, id);
  if (seat === undefined || offer === undefined) return null;
  if (answer === 'accept') {
    return offer.accepted.find((each) => each.seat === seat && each.entropy === entropy)?.seq ?? null;
  }
  const how = answer === 'decline' ? 'declined' : 'withdrawn';
  return 'how' in offer && offer.how === how && offer.seat === seat ? offer.seq : null;
}

/** Whether an event is this very answer of a seat's. */
export function isSameAnswer(event: MatchEvent, { offer, answer, entropy }: AnswerOffer, seat: Seat): boolean {
  switch (event.type) {
    case 'offer.accepted':
      return answer === 'accept' && event.offer === offer && event.seat === seat && event.entropy === entropy;
    case 'offer.declined':
      return answer === 'decline' && event.offer === offer && event.seat === seat;
    case 'offer.withdrawn':
      return answer === 'withdraw' && event.offer === offer && event.seat === seat;
    default:
      return false;
  }
}

/** A seat's move declines what the seat was asked and has not answered. */
export function passedOver(match: MatchState, seat: Seat): readonly MatchEvent[] {
  return match.offers.live
    .filter((offer) => offer.by !== seat && !hasAccepted(offer, seat))
    .map(({ offer }) => ({ type: 'offer.declined', offer, seat }));
}

function known({ offers }: MatchState, id: number): LiveOffer | EndedOffer | undefined {
  return [...offers.live, ...offers.over].find(({ offer }) => offer === id);
}

function overText(offer: LiveOffer | EndedOffer | undefined): string {
  return offer !== undefined && 'how' in offer ? `The offer is over: ${offer.how}.` : 'The offer is over.';
}

function accept(
  game: AnyGame,
  match: MatchState,
  offer: LiveOffer,
  { seat, entropy, ...context }: AnswerContext & { readonly seat: Seat; readonly entropy: string | undefined },
): Decision<MatchEvent> {
  const now = new Date(Math.max(context.at.getTime(), Date.parse(match.at)));
  const obstacle = whyNot(game, match, offer.kind, now.getTime());
  if (obstacle !== null) return refuse('offer_unavailable', obstacle);
  const share = entropy === undefined ? {} : { entropy };
  const accepted: MatchEvent = { type: 'offer.accepted', offer: offer.offer, seat, ...share };
  const last = askedBy(offer, match.seats).every((each) => each === seat || hasAccepted(offer, each));
  return { ok: true, events: last ? [accepted, ...agreed(game, match, offer, { ...context, at: now })] : [accepted] };
}

/** What follows from the last acceptance. */
function agreed(
  game: AnyGame,
  match: MatchState,
  { kind, terms, offer }: LiveOffer,
  { at: now, pastPlay, rematch }: AnswerContext,
): readonly MatchEvent[] {
  switch (kind) {
    case 'draw':
      return [{ type: 'match.finished', outcome: game.ended(match.play, [], 'agreement') }];
    case 'settle': {
      const winners = settled(game, match) ?? [];
      return [{ type: 'match.finished', outcome: game.ended(match.play, winners, 'settled') }];
    }
    case 'abort': {
      const detail = { text: 'Called off by agreement before every seat had moved. Nobody wins.' };
      return [{ type: 'match.finished', outcome: { kind: 'aborted', winners: [], reason: 'aborted', detail } }];
    }
    case 'takeback': {
      const { toPly = 0 } = terms;
      return [{ type: 'moves.taken-back', ply: match.ply + 1, toPly, restored: pastPlay(toPly) }];
    }
    case 'pause': {
      const to = new Date(now.getTime() + (durationOf(terms.for ?? '') ?? 0));
      return [{ type: 'match.paused', from: now.toISOString(), to: to.toISOString() }];
    }
    case 'resume':
      return [{ type: 'match.resumed', at: now.toISOString() }];
    case 'rematch':
      return [{ type: 'rematch.agreed', rematch: rematch(offer) }];
  }
}
