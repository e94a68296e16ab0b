/**
 * Ratings: a read model that only the stream writes. For each player and game there is one entry a rated match, with the
 * rating right after it, and the standing, which is the newest of them. Entries are in the order in which the matches
 * ended, whatever the order in which they were heard of.
 */
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { Standing } from '../../domain/rating/rate.ts';

/** A rated match's place in the order of its game: by when it ended, then by its id. */
export interface RatedMatch {
  readonly game: string;
  readonly finishedAt: string;
  readonly match: MatchId;
}

/** A match that is to be rated; `mark` tells one entering of it from the next. */
export interface Unrated extends RatedMatch {
  readonly mark: string;
}

/** What there is of a player's match; a standing of null is yet to be worked out. */
export interface RatingEntry {
  readonly of: RatedMatch;
  readonly standing: Standing | null;
}

export interface Ratings {
  /** Notes that a match is to be rated, or rated again. */
  enter(match: RatedMatch): Promise<void>;
  /** What is to be rated first, passing over some. */
  first(game: string, passing: ReadonlySet<MatchId>): Promise<Unrated | null>;
  /** Notes that it has been rated, unless it has been entered again meanwhile. */
  done(unrated: Unrated): Promise<void>;

  /** Makes sure that there is an entry; which version of it there is. */
  open(match: RatedMatch, player: PlayerId): Promise<number>;
  /** The player's entry before the match, and the one after it. Strongly consistent. */
  before(match: RatedMatch, player: PlayerId): Promise<RatingEntry | null>;
  after(match: RatedMatch, player: PlayerId): Promise<RatedMatch | null>;
  /** False if the entry is not of that version any more. */
  write(match: RatedMatch, player: PlayerId, version: number, standing: Standing): Promise<boolean>;
  /** Makes the standing what the newest entry says; of somebody without entries, or whose account is closed, there is none. */
  refresh(game: string, player: PlayerId): Promise<void>;
  /** Takes a player whose account is closed out of the leaderboard, for good. What others' ratings follow from stays. */
  close(game: string, player: PlayerId): Promise<void>;
  /** Takes out an entry that should not be there. */
  drop(match: RatedMatch, player: PlayerId): Promise<void>;
}
