/** Matches: what is sent to make one, and what every answer about one looks like. */
import * as z from 'zod';
import { games } from '../../../domain/games.ts';
import { FORK_DAYS } from '../../../domain/match/fork-life.ts';
import { INVITED_MOST } from '../../../domain/match/invitations.ts';
import { OFFER_KINDS } from '../../../domain/match/offers/kinds.ts';
import { MATCH_STATUSES, SEAT_STATUSES, VISIBILITIES } from '../../../domain/match/types.ts';
import { clockSchema, clockSettings, listedClockSchema, settingDuration } from './clock.ts';
import { entropy, hash, matchId, playerId, SEAT_MOST, seatNumber, timestamp } from './common.ts';
import { offerSchema } from './offers.ts';
import { playerSchema } from './player.ts';

export const MOVES_MOST = 24;
export const MOVE_TEXT_MOST = 200;
export const PLY_MOST = 9_999_999;

const visibility = z.enum(VISIBILITIES).meta({
  id: 'Visibility',
  description:
    '`public`: listed, open to all. `unlisted`: open to whoever knows the id. `private`: for its seats and invited only.',
});

const matchStatus = z.enum(MATCH_STATUSES).meta({
  id: 'MatchStatus',
  description: '`open`: seats are free. `active`: it is played. `finished`: it is over. `cancelled`: it never began.',
});

const optionsSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The game’s options; their JSON Schema is in `GET /v1/games/{game}`.' });

export const newMatchSchema = z
  .strictObject({
    game: z
      .string()
      .max(64)
      .meta({ description: 'The game’s id.', examples: ['aquaignis'] }),
    options: optionsSchema.optional(),
    seat: seatNumber.optional().meta({ description: 'Where you sit; default 1.' }),
    seats: seatNumber.optional().meta({ description: 'How many seats; default the least the game takes.' }),
    visibility: visibility.optional(),
    invited: z
      .array(playerId)
      .max(INVITED_MOST)
      .optional()
      .meta({ description: 'Players whom you invite: told in their feeds, and let into a private match.' }),
    rated: z
      .boolean()
      .optional()
      .meta({ description: 'Whether its end counts for its players’ ratings; default false. Takes two or more.' }),
    entropy: entropy.optional(),
    clock: clockSettings.optional(),
    vacation: z
      .boolean()
      .optional()
      .meta({ description: 'Whether a player’s leave stops the player’s clock; default true.' }),
    startWithin: settingDuration
      .optional()
      .meta({ description: 'The match is cancelled if it has not started by then; default P14D.' }),
  })
  .meta({ id: 'NewMatch' });

export const joinSchema = z
  .strictObject({
    seat: seatNumber.optional().meta({ description: 'Default: the first that is free.' }),
    entropy: entropy.optional(),
  })
  .meta({ id: 'Join' });

export const nothingSchema = z
  .strictObject({})
  .meta({ id: 'Nothing', description: 'No fields; the body may be left out.' });

export const movesSchema = z
  .strictObject({
    ply: z.int().min(0).max(PLY_MOST).meta({ description: 'The ply of the position that you saw.' }),
    moves: z
      .array(z.string().max(MOVE_TEXT_MOST))
      .min(1)
      .max(MOVES_MOST)
      .meta({ description: 'One move or several of one turn, in the game’s notation: all or none.' }),
  })
  .meta({ id: 'Moves' });

const seatSchema = z
  .strictObject({
    seat: seatNumber,
    player: z.union([playerSchema, z.null()]).meta({ description: 'Who sits there; null: nobody yet.' }),
    status: z.enum(SEAT_STATUSES).meta({ id: 'SeatStatus' }),
  })
  .meta({ id: 'Seat' });

const headSchema = z.strictObject({ seq: z.int().min(1), hash }).meta({
  id: 'Head',
  description:
    'The last commit. Of two answers the one with the greater `seq` is newer. Keep it, and you can prove what you were shown.',
});

const loggedOutcome = {
  kind: z.string().meta({ description: 'How it ended; more kinds may come.', examples: ['win', 'draw'] }),
  winners: z.array(seatNumber).meta({ description: 'The seats that have won; none, one, or several together.' }),
  reason: z
    .string()
    .meta({ description: 'Why; the games have reasons of their own.', examples: ['breakthroughs', 'resignation'] }),
  scores: z.array(z.number()).optional().meta({ description: 'By seat.' }),
  detail: z
    .looseObject({ text: z.string() })
    .meta({ description: 'What the game says of it: a sentence in `text`, and what it adds.' }),
};

export const loggedOutcomeSchema = z
  .strictObject(loggedOutcome)
  .meta({ id: 'LoggedOutcome', description: 'How a match ended, as its log has it.' });

const outcomeSchema = z
  .strictObject({
    ...loggedOutcome,
    text: z.string().meta({
      description:
        'To be shown to people: who resigned or ran out of time, what was agreed on, and what the game says.',
      examples: ['Seat 1 resigned. Ignis wins. The score stands at 0 to 0.'],
    }),
  })
  .meta({ id: 'Outcome' });

const chanceSchema = z
  .strictObject({
    commitment: hash.meta({ description: 'SHA-256 of the seed’s 32 bytes, fixed at creation.' }),
    entropies: z.array(z.string()).meta({ description: 'By seat.' }),
    seed: hash.optional().meta({ description: 'The seed in hex, once the match is over.' }),
  })
  .meta({ id: 'Chance' });

const views = games.current.map(({ id, name, schemas: { view } }) =>
  z.strictObject({ game: z.literal(id), ...view.shape }).meta({ id: `${name}View`, description: view.description }),
);

const viewSchema = z.discriminatedUnion('game', views as [(typeof views)[number], ...typeof views]).meta({
  id: 'View',
  description: 'The state as you may see it.',
  discriminator: {
    propertyName: 'game',
    mapping: Object.fromEntries(games.current.map(({ id, name }) => [id, `#/components/schemas/${name}View`])),
  },
});

const plyOf = z.int().min(0).max(PLY_MOST);

export const forkSchema = z
  .strictObject({
    match: matchId,
    ply: plyOf.meta({ description: 'It begins right after this ply of that match.' }),
    until: timestamp.meta({ description: `When it is dropped: ${FORK_DAYS} days after it was made.` }),
  })
  .meta({ id: 'Fork', description: 'A match, and the ply of it that another began from, to try things out.' });

export const newForkSchema = z
  .strictObject({
    ply: plyOf.optional().meta({ description: 'The ply right after which it begins; default the newest.' }),
  })
  .meta({ id: 'NewFork' });

/** The fields that lists tell too. */
const facts = {
  id: matchId,
  game: z.string().meta({ description: 'The game’s id.' }),
  rules: z.string().meta({ description: 'The version of the rules that this match keeps to its end.' }),
  options: optionsSchema,
  visibility,
  rated: z.boolean().meta({ description: 'Whether its end counts for its players’ ratings.' }),
  status: matchStatus,
  seats: z.array(seatSchema).min(1).max(SEAT_MOST).meta({ description: 'By number; a fork has you at all of them.' }),
  ply: z.int().min(0).meta({ description: 'How many moves have been made; it never goes down.' }),
  head: headSchema,
  toMove: z.array(seatNumber).max(SEAT_MOST).meta({ description: 'The seats that may move now.' }),
  outcome: z.union([outcomeSchema, z.null()]).meta({ description: 'How it ended; null until then.' }),
  startBy: z
    .union([timestamp, z.null()])
    .meta({ description: 'While open: when the match is cancelled if it has not started by then.' }),
  rematch: z.union([matchId, z.null()]).meta({ description: 'The match that follows this one by agreement.' }),
  rematchOf: z.union([matchId, z.null()]).meta({ description: 'The match that this one is the rematch of.' }),
  fork: z.union([forkSchema, z.null()]).meta({ description: 'Of a fork: what it was taken from.' }),
  createdAt: timestamp,
  startedAt: z.union([timestamp, z.null()]).meta({ description: 'When the last seat was taken; null until then.' }),
  finishedAt: z.union([timestamp, z.null()]).meta({ description: 'When it ended or was cancelled; null until then.' }),
};

export const matchSchema = z
  .strictObject({
    ...facts,
    position: z
      .union([z.string(), z.null()])
      .meta({ description: 'What `view` shows as one canonical line of text; null while open.' }),
    view: z
      .union([viewSchema, z.null()])
      .meta({ description: 'What a board is drawn from: the state as you may see it; null while open.' }),
    chance: chanceSchema,
    clock: clockSchema,
    offers: z
      .array(offerSchema)
      .max(OFFER_KINDS.length)
      .meta({ description: 'Those that wait for answers; at most one of a kind.' }),
    invitations: z
      .array(
        z
          .strictObject({ player: playerSchema, at: timestamp.meta({ description: 'When they were invited.' }) })
          .meta({ id: 'Invitation' }),
      )
      .max(INVITED_MOST)
      .meta({ description: 'While open: those that wait for an answer.' }),
    dryRun: z
      .strictObject({
        stoppedBeforeDraw: z.boolean().meta({ description: 'True where chance would come next; it is not told.' }),
      })
      .meta({ id: 'DryRun', description: 'Only in the answer to a dry run: nothing was stored.' })
      .optional(),
  })
  .meta({ id: 'Match' });

const { id, game, rules, options, rated, status, outcome, createdAt, startedAt, finishedAt } = facts;

export const exportedMatchSchema = z
  .strictObject({
    ...{ id, game, rules, options, visibility, rated, status },
    seats: z.array(seatNumber).meta({ description: 'Yours.' }),
    ...{ outcome, createdAt, startedAt, finishedAt },
    record: z.string().meta({ description: 'Where the whole log is, with every move; ask for it with your token.' }),
  })
  .meta({ id: 'ExportedMatch' });

export const listedMatchSchema = z
  .strictObject({ ...facts, clock: listedClockSchema })
  .meta({ id: 'ListedMatch', description: 'A match as lists tell it; they may lag a little behind.' });

export const matchListSchema = z
  .strictObject({
    matches: z.array(listedMatchSchema),
    next: z.union([z.string(), z.null()]).meta({ description: 'Pass as `cursor` for more; null at the end.' }),
    asOf: timestamp.meta({ description: 'When the list was read. What was stored just before may be missing.' }),
  })
  .meta({ id: 'MatchList' });
