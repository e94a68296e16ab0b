/** Offers: what is sent to make one, and how a match shows those that wait for answers. */
import * as z from 'zod';
import { OFFER_KINDS } from '../../../domain/match/offers/kinds.ts';
import { settingDuration } from './clock.ts';
import { entropy, hash, matchId, seatNumber } from './common.ts';

const OFFER_ID = /^[1-9][0-9]{0,7}$/;

export const offerId = z
  .string()
  .regex(OFFER_ID)
  .meta({ description: 'An offer’s id within its match.', examples: ['7'] });

export const offerKind = z.enum(OFFER_KINDS).meta({
  id: 'OfferKind',
  description:
    '`draw`. `settle`: end now and score as it stands. `abort`: call off, before every seat has moved. `takeback`: go back to an earlier ply’s position; the log goes on. `pause`, `resume`: stop all clocks, and let them go on. `rematch`: once the match is over, another one by the same players, everybody one seat further.',
});

const PLY_MOST = 9_999_999;

const pauseFor = settingDuration.meta({ description: 'How long the pause is to last at most.', examples: ['P2D'] });

const toPly = z
  .int()
  .min(0)
  .max(PLY_MOST)
  .meta({ description: 'The ply whose position is to come back; less than the match’s.' });

const ply = z
  .int()
  .min(0)
  .max(PLY_MOST)
  .optional()
  .meta({ description: 'The ply that you saw; default: whichever it is. With it, sending again is safe for ever.' });

const share = entropy.meta({ description: 'Your share in the chance of the rematch; default empty.' });

export const acceptSchema = z
  .strictObject({ entropy: share.optional() })
  .meta({ id: 'Accept', description: 'The body may be left out; only of a rematch it may tell something.' });

export const newOfferSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('draw'), ply }),
    z.strictObject({ kind: z.literal('settle'), ply }),
    z.strictObject({ kind: z.literal('abort'), ply }),
    z.strictObject({ kind: z.literal('takeback'), toPly, ply }),
    z.strictObject({ kind: z.literal('pause'), for: pauseFor, ply }),
    z.strictObject({ kind: z.literal('resume'), ply }),
    z.strictObject({ kind: z.literal('rematch'), entropy: z.exactOptional(share), ply }),
  ])
  .meta({ id: 'NewOffer' });

export const offerSchema = z
  .strictObject({
    offer: offerId,
    kind: offerKind,
    by: seatNumber.meta({ description: 'Who made it.' }),
    for: pauseFor.optional(),
    toPly: toPly.optional(),
    entropy: share.optional(),
    commitment: hash
      .optional()
      .meta({ description: 'Of a rematch: SHA-256 of its seed, fixed before anybody answers.' }),
    accepted: z.array(seatNumber).meta({ description: 'Who has accepted it so far.' }),
  })
  .meta({ id: 'Offer' });

export const offerParam = z.strictObject({ match: matchId, offer: offerId });
