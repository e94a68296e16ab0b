/** How a match's offers follow from its log; judges nothing. */
import { SEATS, type Seat } from '../../seat.ts';
import type { MatchEvent, SeatState } from '../types.ts';
import type { EndedOffer, LiveOffer, OfferBook, OfferKind } from './kinds.ts';

const OVER_MOST = 20;

interface Commit {
  readonly seq: number;
  readonly plyBefore: number;
}

export type OfferEvent = Extract<MatchEvent, { readonly type: `offer.${string}` }>;

export function foldOffer(book: OfferBook, event: OfferEvent, { seq, plyBefore }: Commit, seats: readonly SeatState[]) {
  const { seat } = event;
  switch (event.type) {
    case 'offer.made': {
      const { kind, type: _, seat: by, ...terms } = event;
      return { ...book, live: [...book.live, { offer: seq, kind, by, ply: plyBefore, terms, accepted: [] }] };
    }
    case 'offer.accepted': {
      const entropy = event.entropy === undefined ? {} : { entropy: event.entropy };
      const live = book.live.map((each) =>
        each.offer === event.offer ? { ...each, accepted: [...each.accepted, { seat, seq, ...entropy }] } : each,
      );
      const agreed = live.find((each) => each.offer === event.offer && isAgreed(each, seats));
      return agreed === undefined ? { ...book, live } : end({ ...book, live }, event.offer, 'accepted', seat, seq);
    }
    case 'offer.declined':
      return end(book, event.offer, 'declined', seat, seq);
    case 'offer.withdrawn':
      return end(book, event.offer, 'withdrawn', seat, seq);
  }
}

/** Nobody can answer them any more: the match is over, or those whom they asked are others now. */
export function lapseAll(book: OfferBook, seq: number): OfferBook {
  let after = book;
  for (const { offer } of book.live) after = end(after, offer, 'lapsed', null, seq);
  return after;
}

/** Whether there may have been more offers than it remembers. */
export function forgets({ over }: OfferBook): boolean {
  return over.length >= OVER_MOST;
}

/** Those of a kind. */
export function lapse(book: OfferBook, kind: OfferKind, seq: number): OfferBook {
  const ended = book.live.find((each) => each.kind === kind);
  return ended === undefined ? book : end(book, ended.offer, 'lapsed', null, seq);
}

/** The seats that are asked: all that play, but for whoever made the offer. A rematch asks also those that dropped out. */
export function askedBy({ by, kind }: Pick<LiveOffer, 'by' | 'kind'>, seats: readonly SeatState[]): readonly Seat[] {
  return SEATS.slice(0, seats.length).filter(
    (seat) => seat !== by && (kind === 'rematch' || seats[seat - 1]?.status === 'playing'),
  );
}

export function hasAccepted({ accepted }: LiveOffer, seat: Seat): boolean {
  return accepted.some((each) => each.seat === seat);
}

function isAgreed(offer: LiveOffer, seats: readonly SeatState[]): boolean {
  return askedBy(offer, seats).every((seat) => hasAccepted(offer, seat));
}

function end(book: OfferBook, id: number, how: EndedOffer['how'], seat: Seat | null, seq: number): OfferBook {
  const ended = book.live.filter(({ offer }) => offer === id).map((offer) => ({ ...offer, how, seat, seq }));
  return {
    live: book.live.filter(({ offer }) => offer !== id),
    over: [...book.over, ...ended].slice(-OVER_MOST),
  };
}
