/** What a match says about the strength of its players, if it is to say anything. */
import type { MatchId, MatchState, PlayerId } from '../match/types.ts';
import { SEATS, type Seat } from '../seat.ts';

/** `place`: 1 is best; who is equal has the same. */
export interface Placed {
  readonly player: PlayerId;
  readonly place: number;
}

export interface Result {
  readonly game: string;
  readonly match: MatchId;
  readonly finishedAt: string;
  readonly placed: readonly Placed[];
}

/** Null if the match is not rated, not over, was called off, or had fewer than two players. */
export function ratedResult(match: MatchState): Result | null {
  const { id, game, rated, status, outcome, finishedAt, seats } = match;
  if (!rated || status !== 'finished' || finishedAt === null) return null;
  if (outcome === null || outcome.reason === 'aborted') return null;
  const ranked = seats.flatMap(({ player }, i) =>
    player === null ? [] : [{ player, rank: rankOf(match, SEATS[i] ?? 1) }],
  );
  if (ranked.length < 2 || new Set(ranked.map(({ player }) => player)).size !== seats.length) return null;
  const placed = ranked.map(({ player, rank }) => {
    const better = ranked.filter((other) => isBetter(other.rank, rank));
    return { player, place: better.length + 1 };
  });
  return { game, match: id, finishedAt, placed };
}

/** Who won stands before who played on and did not, and that before who dropped out; those in between go by score. */
interface Rank {
  readonly tier: 'won' | 'played' | 'dropped out';
  readonly score: number;
}

const TIERS = ['won', 'played', 'dropped out'] as const;

function rankOf({ seats, outcome }: MatchState, seat: Seat): Rank {
  const winners = outcome?.winners ?? [];
  if (winners.includes(seat)) return { tier: 'won', score: 0 };
  if (seats[seat - 1]?.status !== 'playing') return { tier: 'dropped out', score: 0 };
  // Where nobody wins it is a draw, whatever the score.
  return { tier: 'played', score: winners.length === 0 ? 0 : (outcome?.scores?.[seat - 1] ?? 0) };
}

function isBetter(a: Rank, b: Rank): boolean {
  const apart = TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier);
  return apart > 0 || (apart === 0 && a.score > b.score);
}
