/** What a record looks like when it comes back: nothing in it is believed yet. */
import * as z from 'zod';
import { SEATS } from '../seat.ts';
import { isSetting } from './clock/settings.ts';
import { isEntropy } from './entropy.ts';
import { MATCH_ID, PLAYER_ID } from './ids.ts';
import { OFFER_KINDS } from './offers/kinds.ts';
import { COMPACT_FORMAT, FULL_FORMAT } from './record.ts';
import {
  DECLINE_REASONS,
  MATCH_STATUSES,
  type MatchEvent,
  type MatchId,
  type PlayerId,
  VISIBILITIES,
} from './types.ts';

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const hex32 = z.string().regex(/^[0-9a-f]{32}$/);
const count = z.int().min(0);
const entropy = z.string().refine(isEntropy);
const seat = z.literal([...SEATS]);
const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const matchId = z.custom<MatchId>((id) => typeof id === 'string' && MATCH_ID.test(id), 'no id of a match');
const playerId = z.custom<PlayerId>((id) => typeof id === 'string' && PLAYER_ID.test(id), 'no id of a player');

const closedSeal = z.strictObject({ digest: hex64 });
const openSeed = z.strictObject({ value: hex64, salt: hex32 });
const effects = z.array(z.looseObject({ type: z.string() }));
const drawn = z.exactOptional(count);

const duration = z.string().refine(isSetting, 'no duration from a minute to 90 days');
const clock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('per-turn'), time: duration }),
  z.strictObject({
    kind: z.literal('bank'),
    initial: duration,
    increment: duration,
    max: z.exactOptional(duration),
  }),
]);

const outcome = z.strictObject({
  kind: z.string(),
  winners: z.array(seat),
  reason: z.string(),
  scores: z.exactOptional(z.array(z.number())),
  detail: z.looseObject({ text: z.string() }),
});

const events = {
  'match.created': z.strictObject({
    type: z.literal('match.created'),
    game: z.string(),
    rules: z.string(),
    options: z.unknown(),
    seats: z.int().min(1).max(SEATS.length),
    visibility: z.enum(VISIBILITIES),
    creator: playerId,
    invited: z.array(playerId),
    commitment: hex64,
    seed: z.union([closedSeal, openSeed]),
    clock: z.exactOptional(clock),
    vacation: z.exactOptional(z.boolean()),
    startWithin: z.exactOptional(duration),
    rematchOf: z.exactOptional(matchId),
    rated: z.exactOptional(z.literal(true)),
    fork: z.exactOptional(z.strictObject({ match: matchId, ply: count })),
  }),
  'seat.joined': z.strictObject({
    type: z.literal('seat.joined'),
    seat,
    player: playerId,
    entropy,
    link: z.exactOptional(count),
  }),
  'player.invited': z.strictObject({ type: z.literal('player.invited'), player: playerId }),
  'invitation.declined': z.strictObject({
    type: z.literal('invitation.declined'),
    player: playerId,
    reason: z.enum(DECLINE_REASONS),
  }),
  'invitation.withdrawn': z.strictObject({ type: z.literal('invitation.withdrawn'), player: playerId }),
  'link.made': z.strictObject({ type: z.literal('link.made'), digest: hex64 }),
  'link.revoked': z.strictObject({ type: z.literal('link.revoked'), link: count }),
  'seat.left': z.strictObject({ type: z.literal('seat.left'), seat, player: playerId }),
  'match.cancelled': z.strictObject({
    type: z.literal('match.cancelled'),
    reason: z.exactOptional(z.literal('never-started')),
  }),
  'match.started': z.strictObject({ type: z.literal('match.started'), effects, drawn }),
  'match.forked': z.strictObject({ type: z.literal('match.forked'), restored: z.unknown() }),
  'move.made': z.strictObject({
    type: z.literal('move.made'),
    seat,
    ply: count,
    move: z.string(),
    by: z.exactOptional(z.literal('plan')),
    effects,
    drawn,
  }),
  'seat.resigned': z.strictObject({ type: z.literal('seat.resigned'), seat, effects, drawn }),
  'seat.timed-out': z.strictObject({ type: z.literal('seat.timed-out'), seat, effects, drawn }),
  'vacation.granted': z.strictObject({ type: z.literal('vacation.granted'), seat, from: time, to: time }),
  'vacation.cut': z.strictObject({ type: z.literal('vacation.cut'), seat, from: time, to: time }),
  'time.passed': z.strictObject({ type: z.literal('time.passed'), effects, drawn }),
  'offer.made': z.strictObject({
    type: z.literal('offer.made'),
    seat,
    kind: z.enum(OFFER_KINDS),
    for: z.exactOptional(duration),
    toPly: z.exactOptional(count),
    entropy: z.exactOptional(entropy),
    commitment: z.exactOptional(hex64),
  }),
  'offer.accepted': z.strictObject({
    type: z.literal('offer.accepted'),
    offer: count,
    seat,
    entropy: z.exactOptional(entropy),
  }),
  'offer.declined': z.strictObject({ type: z.literal('offer.declined'), offer: count, seat }),
  'offer.withdrawn': z.strictObject({ type: z.literal('offer.withdrawn'), offer: count, seat }),
  'moves.taken-back': z.strictObject({
    type: z.literal('moves.taken-back'),
    ply: count,
    toPly: count,
    restored: z.unknown(),
  }),
  'match.paused': z.strictObject({ type: z.literal('match.paused'), from: time, to: time }),
  'match.resumed': z.strictObject({ type: z.literal('match.resumed'), at: time }),
  'match.finished': z.strictObject({ type: z.literal('match.finished'), outcome }),
  'rematch.agreed': z.strictObject({ type: z.literal('rematch.agreed'), rematch: matchId }),
} satisfies Record<MatchEvent['type'], z.ZodType>;

const event = z.discriminatedUnion('type', [
  events['match.created'],
  events['seat.joined'],
  events['player.invited'],
  events['invitation.declined'],
  events['invitation.withdrawn'],
  events['link.made'],
  events['link.revoked'],
  events['seat.left'],
  events['match.cancelled'],
  events['match.started'],
  events['match.forked'],
  events['move.made'],
  events['seat.resigned'],
  events['seat.timed-out'],
  events['time.passed'],
  events['vacation.granted'],
  events['vacation.cut'],
  events['offer.made'],
  events['offer.accepted'],
  events['offer.declined'],
  events['offer.withdrawn'],
  events['moves.taken-back'],
  events['match.paused'],
  events['match.resumed'],
  events['match.finished'],
  events['rematch.agreed'],
]);

/** Events that were made again, as they would have been read. */
export const readEvents = z.array(event);

const commit = z.strictObject({
  seq: z.int().min(1),
  at: time,
  prev: hex64,
  hash: hex64,
  ply: count,
  events: z.array(event).min(1),
});

const head = z.strictObject({ seq: z.int().min(1), hash: hex64 });

export const fullRecordSchema = z.strictObject({
  format: z.literal(FULL_FORMAT),
  match: matchId,
  game: z.string(),
  rules: z.string(),
  status: z.enum(MATCH_STATUSES),
  ply: count,
  position: z.string().nullable(),
  outcome: outcome.nullable(),
  head,
  commits: z.array(commit).min(1),
});

export const compactRecordSchema = z.strictObject({
  format: z.literal(COMPACT_FORMAT),
  match: matchId,
  game: z.string(),
  rules: z.string(),
  at: time,
  commits: z.array(z.union([z.tuple([count, z.string()], z.string()), z.tuple([count, event], event)])).min(1),
  head,
});

export type ReadFull = z.infer<typeof fullRecordSchema>;
export type ReadCompact = z.infer<typeof compactRecordSchema>;
export type ReadCommit = z.infer<typeof commit>;
/** An event as some viewer was shown it. */
export type ReadEvent = z.infer<typeof event>;
