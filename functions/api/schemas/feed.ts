/** The entries of a player's feed; a webhook's payload tells the same. */
import * as z from 'zod';
import { DROPPED_BECAUSE } from '../../../domain/match/plan/types.ts';
import type { FeedEntry, NoticeType } from '../../store/feed-entry.ts';
import { matchId, playerId, seatNumber, timestamp, webhookId } from './common.ts';
import { declineSchema } from './invitations.ts';
import { offerId, offerSchema } from './offers.ts';
import { messageNumber, messageSchema } from './talk.ts';

/** Digits of the largest whole number that JavaScript can count to. */
const CURSOR_DIGITS = 16;

const DIGITS = new RegExp(`^[0-9]{1,${CURSOR_DIGITS}}$`);

/** A cursor that is sent: the `id` of an entry, or 0 for the beginning. */
export const feedCursor = z
  .string()
  .refine((text) => DIGITS.test(text) && Number.isSafeInteger(Number(text)), 'Not the id of an entry.')
  .meta({ pattern: DIGITS.source });

/** A number of a feed, in an answer. */
export const feedId = z.string().meta({ pattern: DIGITS.source, examples: ['1796148000000'] });

const common = {
  id: feedId.meta({
    description: 'Its number in your feed, in decimal digits; pass it as `after` to go on from here.',
  }),
  at: timestamp.meta({ description: 'When it happened.' }),
};

const aboutMatch = {
  match: matchId,
  game: z.string().meta({ description: 'The id of the match’s game.', examples: ['aquaignis'] }),
  seq: z.int().min(1).meta({ description: 'The commit that tells it, in the match’s log.' }),
  ply: z.int().min(0).meta({ description: 'The match’s ply after that commit.' }),
  seat: seatNumber.meta({ description: 'Your own seat.' }),
};

const { seat: _, ...aboutGuest } = aboutMatch;

const span = {
  from: timestamp.meta({ description: 'From this instant on.' }),
  to: timestamp.meta({ description: 'Up to this instant.' }),
};

const turn = z.int().min(0).meta({ description: 'The number of the turn, by the game.' });

const by = seatNumber.meta({ description: 'Whose doing it was.' });

function kind<const Type extends NoticeType, Shape extends z.ZodRawShape>(
  type: Type,
  id: string,
  description: string,
  shape: Shape,
) {
  return z.strictObject({ ...common, type: z.literal(type), ...shape }).meta({ id, description });
}

const KINDS = [
  kind('seat.joined', 'SeatJoinedEntry', 'Somebody has taken a seat, maybe you.', {
    ...aboutMatch,
    by,
    player: playerId,
  }),
  kind('seat.left', 'SeatLeftEntry', 'Somebody has left before the start.', { ...aboutMatch, by, player: playerId }),
  kind('match.cancelled', 'MatchCancelledEntry', 'The match will never start.', aboutMatch),
  kind('match.started', 'MatchStartedEntry', 'The last seat was taken.', aboutMatch),
  kind('move.made', 'MoveMadeEntry', 'A seat has moved, maybe you.', {
    ...aboutMatch,
    by,
    moves: z.array(z.string()).meta({ description: 'The moves of the commit, as far as you may see them.' }),
    planned: z
      .literal(true)
      .exactOptional()
      .meta({ description: 'There where a plan made them, and nobody sent them.' }),
  }),
  kind('seat.resigned', 'SeatResignedEntry', 'A seat has given the match up.', { ...aboutMatch, by }),
  kind('seat.timed-out', 'SeatTimedOutEntry', 'A seat has run out of time.', { ...aboutMatch, by }),
  kind('vacation.granted', 'VacationGrantedEntry', 'A seat’s clock stands still for a leave.', {
    ...aboutMatch,
    by,
    ...span,
  }),
  kind('vacation.cut', 'VacationCutEntry', 'A leave is shorter: that time counts after all.', {
    ...aboutMatch,
    by,
    ...span,
  }),
  kind('time.passed', 'TimePassedEntry', 'The time limit of the game has passed.', aboutMatch),
  kind('offer.made', 'OfferMadeEntry', 'A seat offers something, maybe you.', {
    ...aboutMatch,
    by,
    offer: offerId,
    kind: offerSchema.shape.kind,
    for: offerSchema.shape.for,
    toPly: offerSchema.shape.toPly,
  }),
  kind('offer.accepted', 'OfferAcceptedEntry', 'A seat has accepted an offer.', { ...aboutMatch, by, offer: offerId }),
  kind('offer.declined', 'OfferDeclinedEntry', 'A seat has declined an offer, maybe by a move.', {
    ...aboutMatch,
    by,
    offer: offerId,
  }),
  kind('offer.withdrawn', 'OfferWithdrawnEntry', 'Whoever made an offer has taken it back.', {
    ...aboutMatch,
    by,
    offer: offerId,
  }),
  kind('moves.taken-back', 'MovesTakenBackEntry', 'By agreement an earlier position is back.', {
    ...aboutMatch,
    toPly: z.int().min(0).meta({ description: 'The ply whose position it is.' }),
  }),
  kind('match.paused', 'MatchPausedEntry', 'By agreement no time is counted for now.', { ...aboutMatch, ...span }),
  kind('match.resumed', 'MatchResumedEntry', 'By agreement time is counted again.', aboutMatch),
  kind('match.finished', 'MatchFinishedEntry', 'The match is over.', {
    ...aboutMatch,
    outcome: z.strictObject({
      kind: z.string().meta({ examples: ['win', 'draw'] }),
      winners: z.array(seatNumber),
      reason: z.string().meta({ examples: ['breakthroughs', 'resignation'] }),
    }),
  }),
  kind('rematch.agreed', 'RematchAgreedEntry', 'The same players play again, everybody one seat further.', {
    ...aboutMatch,
    rematch: matchId,
  }),
  kind('turn.started', 'TurnStartedEntry', 'You are to move. Told once a turn, however many moves it takes.', {
    ...aboutMatch,
    turn,
  }),
  kind('clock.warning', 'ClockWarningEntry', 'You are to move, and your time gets short. At most twice a turn.', {
    ...aboutMatch,
    seq: z.int().min(1).meta({ description: 'The newest commit when it was told.' }),
    turn,
    deadline: timestamp.meta({ description: 'When your time is up, as far as leave and pauses were known.' }),
    left: z.string().meta({
      description:
        'How much of it was left at `at`: 24 hours and 3 hours, or a tenth and a fiftieth of your time for the turn ' +
        'where that was less than two days.',
      examples: ['P1D', 'PT28M48S'],
    }),
  }),
  kind('talk.said', 'TalkSaidEntry', 'A seat has said something, maybe yours.', {
    match: aboutMatch.match,
    game: aboutMatch.game,
    seat: aboutMatch.seat,
    by,
    to: messageSchema.shape.to,
    talk: messageNumber.meta({ description: 'The number of the message, in the match’s talk.' }),
  }),
  kind('plan.played', 'PlanPlayedEntry', 'Your plan has answered for you.', {
    ...aboutMatch,
    moves: z.array(z.string()).meta({ description: 'What it has played.' }),
  }),
  kind('plan.dropped', 'PlanDroppedEntry', 'Your plan will answer nothing any more.', {
    ...aboutMatch,
    seq: z.int().min(1).meta({ description: 'The newest commit when it was dropped.' }),
    reason: z.enum(DROPPED_BECAUSE).meta({
      description:
        '`left_tree`: something came that it has no answer to, or you have moved otherwise. `not_legal`: what was rolled ' +
        'does not let its answer be played. `taken_back`: the position that it goes on from was taken back. ' +
        '`match_over`: there is nothing left to answer.',
    }),
  }),
  kind('invitation.received', 'InvitationReceivedEntry', 'Somebody asks you to sit down in their match.', {
    ...aboutGuest,
    by: playerId.meta({ description: 'Who made the match.' }),
  }),
  kind('invitation.over', 'InvitationOverEntry', 'An invitation of yours waits no more, and you have not sat down.', {
    ...aboutGuest,
    why: z.enum(['declined', 'withdrawn', 'started', 'cancelled']).meta({
      description: '`declined`: by yourself. `started`: the match has begun without you.',
    }),
  }),
  kind('invitation.declined', 'InvitationDeclinedEntry', 'Somebody will not come into the match.', {
    ...aboutMatch,
    player: playerId,
    reason: declineSchema.shape.reason.unwrap(),
  }),
  kind('webhook.ping', 'WebhookPingEntry', 'Sent to a webhook that is to prove that it answers.', {
    webhook: webhookId,
  }),
  kind('webhook.test', 'WebhookTestEntry', 'You asked for a test of a webhook.', { webhook: webhookId }),
  kind('webhook.disabled', 'WebhookDisabledEntry', 'Nothing is sent to a webhook any more.', {
    webhook: webhookId,
    reason: z.enum(['gone', 'failing']).meta({
      description: '`gone`: it answered 410. `failing`: every try of five days failed.',
    }),
  }),
] as const;

/** The schema of each kind, by its type. */
export const feedKinds: ReadonlyMap<NoticeType, (typeof KINDS)[number]> = new Map(
  KINDS.map((schema) => [schema.shape.type.value, schema]),
);

export const NOTICE_TYPES: readonly NoticeType[] = [...feedKinds.keys()];

export const feedEntrySchema = z.discriminatedUnion('type', KINDS).meta({
  id: 'FeedEntry',
  description: 'Something that happened: what you need to decide whether to look.',
  // Without it, generators of clients guess wrong which member has which type.
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      KINDS.map((schema) => [schema.shape.type.value, `#/components/schemas/${schema.meta()?.id}`]),
    ),
  },
});

/** An entry as JSON carries it: lists are lists, ids are texts. */
type Shown = z.infer<typeof feedEntrySchema>;
type Listed<T> = T extends (infer Item)[] ? readonly Item[] : T extends object ? { [K in keyof T]: Listed<T[K]> } : T;
type Described<Type extends NoticeType> = Listed<Extract<Shown, { type: Type }>>;
type Kept<Type extends NoticeType> = Extract<FeedEntry, { type: Type }>;
type Agrees<Type extends NoticeType> = [keyof Described<Type>] extends [keyof Kept<Type>]
  ? Kept<Type> extends Described<Type>
    ? [keyof Kept<Type>] extends [keyof Described<Type>]
      ? true
      : false
    : false
  : false;

type Holds<Claim extends true> = Claim;

/** Compiles only while the schemas describe the entries that are kept, kind by kind and field by field. */
export type FeedSchemasAgree = Holds<{ [Type in NoticeType]: Agrees<Type> }[NoticeType]>;
