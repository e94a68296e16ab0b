/** The commands about links into a match, each with the way to recognise its own repetition. */
import type { MatchCommit } from '../../domain/match/evolve.ts';
import { joinByLink, makeLink, revokeLink } from '../../domain/match/links.ts';
import { seatOf } from '../../domain/match/play.ts';
import { refuse } from '../../domain/match/problems.ts';
import type { JoinMatch } from '../../domain/match/seating.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import { stateAt } from './commands.ts';
import type { Command, Records } from './execute.ts';

/** `usedBy`, `revoked`: as the log tells it, also where the link has been forgotten by the match's state. */
export interface FoundLink {
  readonly link: number;
  readonly usedBy: PlayerId | null;
  readonly revoked: boolean;
}

export function makingLink(play: Records, by: PlayerId, digest: string): Command {
  return {
    async earlier({ state }) {
      const made = state.creator === by ? await linkBy(play, state, digest) : null;
      return made === null ? null : stateAt(play, state, made.link);
    },
    decide: (_game, match) => makeLink(match, by, digest),
  };
}

export function revokingLink(by: PlayerId, link: number): Command {
  return {
    earlier: async ({ state }) =>
      state.creator === by && !state.links.some((each) => each.link === link) ? state : null,
    decide: (_game, match) => revokeLink(match, by, link),
  };
}

/** `digest` is of a link that the match has, or has had. */
export function openingLink(play: Records, join: JoinMatch, digest: string): Command {
  // Looked up before each decision: it may be used meanwhile.
  let found: FoundLink | null = null;
  return {
    async earlier({ state }) {
      found = await linkBy(play, state, digest);
      const seat = seatOf(state, join.player);
      const seated = seat === undefined ? undefined : state.seats[seat - 1];
      return found?.usedBy === join.player && seated !== undefined ? stateAt(play, state, seated.joinedIn) : null;
    },
    decide(game, match) {
      if (found === null || found.revoked) return refuse('link_over', 'The link has been revoked.');
      if (found.usedBy === join.player) return refuse('link_over', 'You have used the link, and left since.');
      if (found.usedBy !== null) return refuse('link_over', 'Somebody has used the link.');
      return joinByLink(game, match, join, found.link);
    },
  };
}

const PAGE = 100;

/** The link whose code has this digest; null if the match never had it. Those that can be used are known without a look. */
export async function linkBy({ log }: Records, state: MatchState, digest: string): Promise<FoundLink | null> {
  const live = state.links.find((each) => each.digest === digest);
  if (live !== undefined) return { link: live.link, usedBy: null, revoked: false };
  let found: FoundLink | null = null;
  for (let seq = 0; seq < state.head.seq; seq += PAGE) {
    const commits = (await log.read(state.id, seq, PAGE)).filter((commit) => commit.seq <= state.head.seq);
    for (const commit of commits) found = followed(found, commit, digest);
    // What comes after the start is about no links.
    if (commits.some(({ events }) => events.some(({ type }) => type === 'match.started'))) return found;
  }
  return found;
}

function followed(found: FoundLink | null, { seq, events }: MatchCommit, digest: string): FoundLink | null {
  for (const event of events) {
    if (event.type === 'link.made' && event.digest === digest) return { link: seq, usedBy: null, revoked: false };
    if (found === null) continue;
    if (event.type === 'link.revoked' && event.link === found.link) return { ...found, revoked: true };
    if (event.type === 'seat.joined' && event.link === found.link) return { ...found, usedBy: event.player };
  }
  return found;
}
