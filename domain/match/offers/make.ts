/** An offer is made. */
import type { AnyGame } from '../../game.ts';
import type { Seat } from '../../seat.ts';
import { isOver, seatOf } from '../play.ts';
import { type Decision, DROPPED_OUT, refuse } from '../problems.ts';
import type { MatchEvent, MatchState, PlayerId } from '../types.ts';
import { whyNot } from './available.ts';
import type { LiveOffer, OfferKind, OfferTerms } from './kinds.ts';

/** `ply`: the ply that the author saw; null: whichever it is now. */
export interface MakeOffer {
  readonly player: PlayerId;
  readonly kind: OfferKind;
  readonly terms: OfferTerms;
  readonly ply: number | null;
}

/** What an offer is judged by beside the match: when it was received, and the commitment to the seed of a rematch. */
export interface OfferContext {
  readonly at: Date;
  commitment(): string;
}

export function makeOffer(
  game: AnyGame,
  match: MatchState,
  command: MakeOffer,
  { at, commitment }: OfferContext,
): Decision<MatchEvent> {
  const { kind, terms, ply } = command;
  const seat = seatOf(match, command.player);
  if (seat === undefined) return refuse('not_seated', 'You have no seat in this match.');
  if (match.status === 'open') return refuse('match_not_started', 'The match starts when every seat is taken.');
  if (kind !== 'rematch') {
    if (isOver(match)) return refuse('match_over', 'The match is over.');
    if (match.seats[seat - 1]?.status !== 'playing') return refuse('match_over', DROPPED_OUT);
  }
  if (ply !== null && ply !== match.ply) {
    const detail = `The match stands at ply ${match.ply}; this offer was meant for ply ${ply}.`;
    return refuse('stale_ply', detail, { ply: match.ply });
  }
  const obstacle = whyNot(game, match, kind, at.getTime());
  if (obstacle !== null) return refuse('offer_unavailable', obstacle);
  if (terms.toPly !== undefined && terms.toPly >= match.ply) {
    return refuse('invalid', `The match stands at ply ${match.ply}.`, { pointer: '/toPly' });
  }
  if (match.offers.live.some((each) => each.kind === kind)) {
    return refuse('offer_live', `There is an offer of this kind (${kind}) that has not been answered.`);
  }
  const sworn = kind === 'rematch' ? { commitment: commitment() } : {};
  return { ok: true, events: [{ type: 'offer.made', seat, kind, ...terms, ...sworn }] };
}

/** Once agreed on, these leave nothing to offer again. */
const FINAL: ReadonlySet<OfferKind> = new Set(['draw', 'settle', 'abort', 'rematch']);

/**
 * The offer that this command made before, if it did: one that waits or was final; or, where the command names the ply
 * that its author saw, any that was made at that ply.
 */
export function sameOffer(match: MatchState, offer: MakeOffer): LiveOffer | undefined {
  const { player, ply } = offer;
  const seat = seatOf(match, player);
  if (seat === undefined) return undefined;
  const over = match.offers.over.filter(({ how, kind }) => ply !== null || (how === 'accepted' && FINAL.has(kind)));
  return [...over, ...match.offers.live].findLast(
    (each) =>
      (ply === null || each.ply === ply) && isSameOffer({ ...each.terms, kind: each.kind, by: each.by }, offer, seat),
  );
}

/** Whoever made it when: the same wish of the same seat. */
export function isSameOffer(
  made: OfferTerms & { readonly kind: OfferKind; readonly by: Seat },
  { kind, terms }: MakeOffer,
  seat: Seat,
): boolean {
  const sameTerms = made.for === terms.for && made.toPly === terms.toPly && made.entropy === terms.entropy;
  return sameTerms && made.by === seat && made.kind === kind;
}
