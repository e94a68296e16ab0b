/** Where what happened is read: a match's log as the caller may see it, or a player's feed. */
import { gameOf } from '../../domain/match/evolve.ts';
import { isOver } from '../../domain/match/play.ts';
import { type CommitSight, mayRead, seeCommit, viewerOf } from '../../domain/match/sight.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Records } from '../play/execute.ts';
import type { FeedEntry } from '../store/feed-entry.ts';
import type { Feeds } from '../store/feeds.ts';
import type { Topic } from '../store/topic.ts';

/** One thing that is told at once; its number is the cursor that goes on after it. */
export interface Message<Body> {
  readonly id: number;
  readonly type: string;
  readonly body: Body;
}

export interface Page<Body> {
  readonly messages: readonly Message<Body>[];
  /** Whether there is more to read at once. */
  readonly more: boolean;
  /** Whether there will never be more. */
  readonly over: boolean;
}

export interface Source<Body> {
  readonly topic: Topic;
  /** Up to `limit` messages after a cursor, oldest first. */
  read(after: number, limit: number): Promise<Page<Body>>;
}

/** `loaded` is the match as the request found it. */
export function matchSource({ log, games }: Records, loaded: MatchState, player: PlayerId | null): Source<CommitSight> {
  let state = loaded;
  let fresh = true;
  return {
    topic: loaded.id,
    async read(after, limit) {
      const commits = await log.read(loaded.id, after, limit);
      const last = commits.at(-1)?.seq ?? after;
      // What the viewer may see goes by the match as it stands when it is sent, and by no state before the commit.
      if (last > state.head.seq || (commits.length > 0 && !fresh)) state = (await log.load(loaded.id))?.state ?? state;
      fresh = false;
      // Who has left a private match meanwhile, or is invited no more, is told nothing of why.
      if (!mayRead(state, player)) return { messages: [], more: false, over: true };
      const viewer = viewerOf(gameOf(state, games), state, player);
      return {
        messages: commits.map((commit) => ({
          id: commit.seq,
          type: 'commit',
          body: seeCommit(state, commit, viewer),
        })),
        more: last < state.head.seq,
        over: isOver(state) && last >= state.head.seq,
      };
    },
  };
}

export function feedSource(feeds: Feeds, player: PlayerId): Source<FeedEntry> {
  return {
    topic: player,
    /** @throws CursorError */
    async read(after, limit) {
      // Whoever waits looks often and mostly for nothing: that takes one small read.
      if (((await feeds.head(player)) ?? 0) === after) return { messages: [], more: false, over: false };
      const { entries, more } = await feeds.read(player, after, limit);
      const messages = entries.map((entry) => ({ id: Number(entry.id), type: entry.type, body: entry }));
      return { messages, more, over: false };
    },
  };
}
