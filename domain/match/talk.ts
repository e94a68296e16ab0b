/**
 * What players say to each other in a match. It is kept beside the log and never in it: the log is for ever, and
 * personal texts are not.
 */
import type { Seat } from '../seat.ts';
import { SEATS } from '../seat.ts';
import { seatOf } from './play.ts';
import { mayRead } from './sight.ts';
import type { MatchId, MatchState, PlayerId } from './types.ts';

/** The most code points of a message. */
export const MESSAGE_MOST = 500;

/** Whom a message is for: those who have a seat, or all who may read the match. */
export const LISTENERS = ['seats', 'all'] as const;
export type Listeners = (typeof LISTENERS)[number];

export interface Message {
  /** Of one match, from 1, without gaps. */
  readonly number: number;
  /** When it was said; never before the message before it. */
  readonly at: string;
  /** The number of the match's newest commit then. */
  readonly seq: number;
  /** The seat that said it, and who sat there. */
  readonly by: Seat;
  readonly player: PlayerId;
  readonly to: Listeners;
  readonly text: string;
}

/**
 * The one place that says who may read a message. Whoever has left their seat may no more than any other reader. `apart`:
 * from whom the reader is kept apart.
 */
export function mayHear(
  match: MatchState,
  player: string | null,
  { to, player: author }: Pick<Message, 'to' | 'player'>,
  apart: ReadonlySet<PlayerId>,
): boolean {
  if (apart.has(author)) return false;
  return to === 'all' ? mayRead(match, player) : seatOf(match, player) !== undefined;
}

/** Tells a seat that something was said; not what. */
export interface TalkNotice {
  readonly type: 'talk.said';
  readonly match: MatchId;
  readonly game: string;
  /** The reader's own. */
  readonly seat: Seat;
  readonly by: Seat;
  readonly to: Listeners;
  /** The number of the message. */
  readonly talk: number;
}

/** What a message tells, by player: everybody who has a seat and is not kept apart from its author. */
export function talkNotices(
  { id: match, game, seats }: MatchState,
  { number: talk, by, to }: Message,
  apart: ReadonlySet<PlayerId>,
): ReadonlyMap<PlayerId, TalkNotice> {
  const notices = new Map<PlayerId, TalkNotice>();
  for (const seat of SEATS.slice(0, seats.length)) {
    const player = seats[seat - 1]?.player ?? null;
    if (player !== null && !apart.has(player))
      notices.set(player, { type: 'talk.said', match, game, seat, by, to, talk });
  }
  return notices;
}
