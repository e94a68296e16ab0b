/**
 * What a viewer may see of a match. Everything that leaves (answers, events, records, what is pushed) is made here
 * and nowhere else.
 */
import type { AnyGame, GameEvent } from '../game.ts';
import type { Head } from '../log/commit.ts';
import { eventsFor, imaginedEventsFor, type ShownEvent, saltsOf, valueFor } from '../log/seal.ts';
import type { Viewer } from '../sealed.ts';
import type { Seat } from '../seat.ts';
import { SEATS } from '../seat.ts';
import { type ClockSight, seeClock } from './clock/sight.ts';
import { type OutcomeSight, seeOutcome } from './ending.ts';
import type { MatchCommit } from './evolve.ts';
import { type ForkSight, seeFork } from './fork-life.ts';
import { invitationOf, waitingInvitations } from './invitations.ts';
import { whyNot } from './offers/available.ts';
import type { OfferedTerms, OfferKind } from './offers/kinds.ts';
import { actingSeat, isOver, seatOf, toMove } from './play.ts';
import type { Invitation, MatchId, MatchState, MatchStatus, PlayerId, SeatStatus, Visibility } from './types.ts';

export interface SeatSight {
  readonly seat: Seat;
  readonly player: PlayerId | null;
  readonly status: SeatStatus;
}

/** An offer that waits for answers. */
export type OfferSight = OfferedTerms & {
  readonly offer: string;
  readonly kind: OfferKind;
  readonly by: Seat;
  readonly accepted: readonly Seat[];
};

/** As open as the log, in which it stands: to whoever may read the match. */
export type InvitationSight = Pick<Invitation, 'player' | 'at'>;

export interface MatchSight {
  readonly id: MatchId;
  readonly game: string;
  readonly rules: string;
  readonly options: unknown;
  readonly visibility: Visibility;
  readonly rated: boolean;
  readonly status: MatchStatus;
  readonly seats: readonly SeatSight[];
  readonly ply: number;
  readonly head: Head;
  readonly toMove: readonly Seat[];
  readonly position: string | null;
  readonly view: unknown;
  readonly chance: { readonly commitment: string; readonly entropies: readonly string[]; readonly seed?: string };
  readonly outcome: OutcomeSight | null;
  readonly clock: ClockSight;
  readonly offers: readonly OfferSight[];
  /** Those that wait for an answer. */
  readonly invitations: readonly InvitationSight[];
  /** The match that follows this one by agreement, and the one that it follows. */
  readonly rematch: MatchId | null;
  readonly rematchOf: MatchId | null;
  readonly fork: ForkSight | null;
  /** When it is cancelled if it has not started by then; null once it has. */
  readonly startBy: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** One commit as one message of the match's log. */
export interface CommitSight {
  readonly seq: number;
  readonly at: string;
  readonly prev: string;
  readonly hash: string;
  readonly ply: number;
  readonly events: ShownEvent[];
}

/** A public match is open to all, an unlisted one to whoever knows its id, a private one to its seats and invited. */
export function mayRead(match: MatchState, player: string | null): boolean {
  if (match.visibility !== 'private') return true;
  return seatOf(match, player) !== undefined || invitationOf(match, player) !== undefined;
}

export function viewerOf(game: AnyGame, match: MatchState, player: string | null): Viewer {
  return actingSeat(game, match, player) ?? 'onlooker';
}

/**
 * `match` may be an earlier state; `open` tells whether the secrets of the match are to be shown all the same. The clock
 * is told as it stands at `at`, by default right after the match's last commit.
 */
export function seeMatch(
  game: AnyGame,
  match: MatchState,
  viewer: Viewer,
  open = isOver(match),
  at = new Date(match.at),
): MatchSight {
  const begun = match.startedAt !== null;
  return {
    id: match.id,
    game: match.game,
    rules: match.rules,
    options: valueFor(viewer, open, match.options, saltsOf(match.secrets.saltKey, match.id, 1)),
    visibility: match.visibility,
    rated: match.rated,
    status: match.status,
    seats: match.seats.map(({ player, status }, i) => ({ seat: SEATS[i] ?? 1, player, status })),
    ply: match.ply,
    head: match.head,
    toMove: toMove(game, match),
    position: begun ? game.formatPosition(match.play, viewer, open) : null,
    view: begun ? { game: game.id, ...game.view(match.play, viewer, open) } : null,
    chance: {
      commitment: match.commitment,
      entropies: match.seats.map((seat) => seat.entropy),
      ...(open ? { seed: match.secrets.seed } : {}),
    },
    outcome: seeOutcome(match),
    clock: seeClock(game, match, at),
    // One that can no longer be agreed on waits for nothing.
    offers: match.offers.live
      .filter(({ kind }) => whyNot(game, match, kind, at.getTime()) === null)
      .map(({ offer, kind, by, terms, accepted }) => {
        return { offer: String(offer), kind, by, ...terms, accepted: accepted.map(({ seat }) => seat) };
      }),
    invitations: waitingInvitations(match).map(({ player, at }) => ({ player, at })),
    rematch: match.rematch,
    rematchOf: match.rematchOf,
    fork: seeFork(match),
    startBy: match.status === 'open' ? match.startBy : null,
    createdAt: match.createdAt,
    startedAt: match.startedAt,
    finishedAt: match.finishedAt,
  };
}

/** `match` is the match as it stands now: once it is over, its earlier commits open too. */
export function seeCommit(match: MatchState, commit: MatchCommit, viewer: Viewer): CommitSight {
  const { seq, at, prev, hash, ply, events } = commit;
  const shown = eventsFor(viewer, isOver(match), events, saltsOf(match.secrets.saltKey, match.id, seq));
  return { seq, at, prev, hash, ply, events: shown };
}

/** What a move would bring about that is only being considered. */
export function seeImagined(events: readonly GameEvent[], viewer: Viewer): ShownEvent[] {
  return imaginedEventsFor(viewer, events);
}

/** The board as text, and after the end how it ended. */
export function seeText(game: AnyGame, match: MatchState, viewer: Viewer, open = isOver(match)): string | null {
  if (match.startedAt === null) return null;
  const board = game.text(game.view(match.play, viewer, open));
  const outcome = seeOutcome(match);
  const end = outcome === null ? '' : `\nOver. ${outcome.text}\n`;
  // A board is passed on without its match: nobody shall take a fork's for what was played.
  const origin = match.fork === null ? '' : `A fork of ${match.fork.match}, from ply ${match.fork.ply} on\n\n`;
  return `${origin}${board}${end}`;
}
