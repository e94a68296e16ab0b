/** What players may agree on, and what of it a match remembers. Plain JSON. */
import type { Seat } from '../../seat.ts';

export const OFFER_KINDS = ['draw', 'settle', 'abort', 'takeback', 'pause', 'resume', 'rematch'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/**
 * `toPly`: the ply whose position a takeback restores. `for`: how long a pause is to last at most, an ISO 8601 duration
 * from a minute to 90 days. `entropy`: its author's share in the chance of a rematch.
 */
export interface OfferTerms {
  readonly for?: string;
  readonly toPly?: number;
  readonly entropy?: string;
}

/** Of a rematch the seed is committed to before anybody can answer: SHA-256 of its bytes. */
export interface OfferedTerms extends OfferTerms {
  readonly commitment?: string;
}

export interface Acceptance {
  readonly seat: Seat;
  /** The commit that holds it. */
  readonly seq: number;
  /** Of a rematch: the seat's share in its chance. */
  readonly entropy?: string;
}

export interface LiveOffer {
  /** The commit that made it; its number is the offer's. */
  readonly offer: number;
  readonly kind: OfferKind;
  readonly by: Seat;
  /** The match's ply when it was made. */
  readonly ply: number;
  readonly terms: OfferedTerms;
  readonly accepted: readonly Acceptance[];
}

/** `seat`: who declined or withdrew it, or accepted it last; null where it lapsed. `seq`: the commit that ended it. */
export interface EndedOffer extends LiveOffer {
  readonly how: 'accepted' | 'declined' | 'withdrawn' | 'lapsed';
  readonly seat: Seat | null;
  readonly seq: number;
}

/** At most one live offer of a kind; of those that ended the last twenty, so that repeats get their first answers. */
export interface OfferBook {
  readonly live: readonly LiveOffer[];
  readonly over: readonly EndedOffer[];
}

export const NO_OFFERS: OfferBook = { live: [], over: [] };
