/** The words of a match: what surrounds any game. */
import type { GameEvent, Outcome } from '../game.ts';
import type { Head } from '../log/commit.ts';
import type { Sealed } from '../sealed.ts';
import type { Seat } from '../seat.ts';
import type { ClockSettings } from './clock/settings.ts';
import type { TimeState } from './clock/time.ts';
import type { OfferBook, OfferedTerms, OfferKind } from './offers/kinds.ts';

export type PlayerId = `p_${string}`;
export type MatchId = `m_${string}`;

export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const MATCH_STATUSES = ['open', 'active', 'finished', 'cancelled'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export const SEAT_STATUSES = ['empty', 'playing', 'resigned', 'timed-out'] as const;
export type SeatStatus = (typeof SEAT_STATUSES)[number];

/** Why somebody declines an invitation; `unspecified`: it is not said. */
export const DECLINE_REASONS = [
  'unspecified',
  'later',
  'too-many-matches',
  'too-fast',
  'too-slow',
  'rated',
  'not-rated',
  'other-game',
  'other-options',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** What a game added, and how many chance numbers the match has used by then (told where it changed). */
interface Effects {
  readonly effects: readonly GameEvent[];
  readonly drawn?: number;
}

/** Facts of a match's log. */
export type MatchEvent =
  | {
      readonly type: 'match.created';
      readonly game: string;
      readonly rules: string;
      readonly options: unknown;
      readonly seats: number;
      readonly visibility: Visibility;
      readonly creator: PlayerId;
      readonly invited: readonly PlayerId[];
      /** SHA-256 of the seed's bytes. */
      readonly commitment: string;
      readonly seed: Sealed<string>;
      /** These three are missing in logs from before there were clocks: then nothing ever runs out. */
      readonly clock?: ClockSettings;
      readonly vacation?: boolean;
      readonly startWithin?: string;
      /** Of a rematch: the match that it follows. */
      readonly rematchOf?: MatchId;
      /** Whether its end counts for its players' ratings. Missing where it does not. */
      readonly rated?: true;
      /** Of a fork: whence it was taken. */
      readonly fork?: Fork;
    }
  | {
      readonly type: 'seat.joined';
      readonly seat: Seat;
      readonly player: PlayerId;
      readonly entropy: string;
      /** The number of the commit that made the link by which they came. */
      readonly link?: number;
    }
  | { readonly type: 'seat.left'; readonly seat: Seat; readonly player: PlayerId }
  /** By the match's creator, as is all about links; those invited from the beginning stand in `match.created`. */
  | { readonly type: 'player.invited'; readonly player: PlayerId }
  | { readonly type: 'invitation.declined'; readonly player: PlayerId; readonly reason: DeclineReason }
  | { readonly type: 'invitation.withdrawn'; readonly player: PlayerId }
  /** `digest`: SHA-256 of the link's code. */
  | { readonly type: 'link.made'; readonly digest: string }
  /** `link`: the number of the commit that made it. */
  | { readonly type: 'link.revoked'; readonly link: number }
  /** Without a reason: its creator has left. */
  | { readonly type: 'match.cancelled'; readonly reason?: 'never-started' }
  | ({ readonly type: 'match.started' } & Effects)
  /** In the place of a start; `restored` is the game's state that a fork begins with. */
  | { readonly type: 'match.forked'; readonly restored: unknown }
  | ({
      readonly type: 'move.made';
      readonly seat: Seat;
      readonly ply: number;
      readonly move: string;
      /** Where nobody sent it: what made it out of what its player had said before. */
      readonly by?: 'plan';
    } & Effects)
  | ({ readonly type: 'seat.resigned'; readonly seat: Seat } & Effects)
  | ({ readonly type: 'seat.timed-out'; readonly seat: Seat } & Effects)
  | ({ readonly type: 'time.passed' } & Effects)
  /** Time of a seat that does not count, or that counts again; instants. */
  | { readonly type: 'vacation.granted'; readonly seat: Seat; readonly from: string; readonly to: string }
  | { readonly type: 'vacation.cut'; readonly seat: Seat; readonly from: string; readonly to: string }
  | ({ readonly type: 'offer.made'; readonly seat: Seat; readonly kind: OfferKind } & OfferedTerms)
  /** `offer`: the number of the commit that made it. */
  | {
      readonly type: 'offer.accepted';
      readonly offer: number;
      readonly seat: Seat;
      readonly entropy?: string;
    }
  | { readonly type: 'offer.declined'; readonly offer: number; readonly seat: Seat }
  | { readonly type: 'offer.withdrawn'; readonly offer: number; readonly seat: Seat }
  /** A ply of its own; `restored` is the game's state as it was after ply `toPly`. */
  | { readonly type: 'moves.taken-back'; readonly ply: number; readonly toPly: number; readonly restored: unknown }
  /** Time that counts for no seat, or that counts again from an instant on; by agreement. */
  | { readonly type: 'match.paused'; readonly from: string; readonly to: string }
  | { readonly type: 'match.resumed'; readonly at: string }
  | { readonly type: 'match.finished'; readonly outcome: Outcome }
  /** Comes after the end. The match that it names is made right after this is stored. */
  | { readonly type: 'rematch.agreed'; readonly rematch: MatchId };

/** A match, and the ply right after which a fork of it begins. */
export interface Fork {
  readonly match: MatchId;
  readonly ply: number;
}

export interface SeatState {
  readonly player: PlayerId | null;
  readonly entropy: string;
  readonly status: SeatStatus;
  /** The commits in which the player sat down and gave up (0: not yet), so that a repeat gets its first answer. */
  readonly joinedIn: number;
  readonly resignedIn: number;
}

/** Somebody whom the match is open to; `since`: the commit by which, `at`: its time. */
export interface Invitation {
  readonly player: PlayerId;
  readonly since: number;
  readonly at: string;
}

export interface Declined {
  readonly player: PlayerId;
  readonly reason: DeclineReason;
}

/** A link that can still be used, by the number of the commit that made it. */
export interface LiveLink {
  readonly link: number;
  readonly digest: string;
  readonly at: string;
}

/** What must never leave before the end: the seed, and the key that salts follow from. Both hex. */
export interface MatchSecrets {
  readonly seed: string;
  readonly saltKey: string;
}

/** A match as its log tells it. Plain JSON. */
export interface MatchState {
  readonly id: MatchId;
  readonly game: string;
  readonly rules: string;
  readonly options: unknown;
  readonly visibility: Visibility;
  readonly creator: PlayerId;
  /** Whoever was asked to sit down and has not declined, also where they have sat down or the match has begun. */
  readonly invited: readonly Invitation[];
  /** Who has declined since they were last invited: the last twenty, and two once the match has begun. */
  readonly declined: readonly Declined[];
  /** Of an open match. */
  readonly links: readonly LiveLink[];
  readonly rated: boolean;
  readonly commitment: string;
  readonly secrets: MatchSecrets;
  readonly clock: ClockSettings;
  /** Whether a player's leave stops the player's clock. */
  readonly vacation: boolean;
  /** When it is cancelled if it has not started by then. */
  readonly startBy: string | null;
  readonly status: MatchStatus;
  readonly seats: readonly SeatState[];
  /** Who left before the start, and in which commit: the last twenty, and two once the match has begun. */
  readonly departed: Readonly<Record<PlayerId, number>>;
  /** The game's own state; null before the start. */
  readonly play: unknown;
  readonly ply: number;
  /** How many 32-bit numbers of chance have been used. */
  readonly drawn: number;
  readonly outcome: Outcome | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Whether the game's own time limit has passed. */
  readonly timePassed: boolean;
  /** Null before the start, and where no time is counted. */
  readonly time: TimeState | null;
  readonly offers: OfferBook;
  /** The match that follows this one by agreement, and the one that it follows itself. */
  readonly rematch: MatchId | null;
  readonly rematchOf: MatchId | null;
  /** Of a fork, which one player tries out alone: whence it was taken. */
  readonly fork: Fork | null;
  /** The seats that have moved. */
  readonly moved: readonly Seat[];
  readonly head: Head;
  /** Time of the last commit. */
  readonly at: string;
}
