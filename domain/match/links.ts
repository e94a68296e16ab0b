/**
 * Links into a match: whoever has the code of one may take a seat by it, once. The log knows a code by its SHA-256 and
 * says who used it, so that of all who come at once one is seated.
 */
import type { AnyGame } from '../game.ts';
import { sha256 } from '../log/canonical.ts';
import { whyNotCreator, whyNotOpen, whyNotOpenTo } from './invitations.ts';
import { type Decision, refuse } from './problems.ts';
import { type JoinMatch, joinMatch } from './seating.ts';
import type { MatchEvent, MatchState, PlayerId } from './types.ts';

/** The most that a match has at once: unused, and not revoked. */
export const LINKS_MOST = 16;

/** In lower-case hex. */
export function digestOfCode(code: string): string {
  return sha256(code);
}

export function makeLink(match: MatchState, by: PlayerId, digest: string): Decision<MatchEvent> {
  const problem = whyNotOpenTo(match, by);
  if (problem !== null) return { ok: false, problem };
  if (match.links.length >= LINKS_MOST) {
    return refuse('too_many_links', `At most ${LINKS_MOST} unused ones in a match; revoke one.`);
  }
  return { ok: true, events: [{ type: 'link.made', digest }] };
}

export function revokeLink(match: MatchState, by: PlayerId, link: number): Decision<MatchEvent> {
  const problem = whyNotCreator(match, by);
  if (problem !== null) return { ok: false, problem };
  if (!match.links.some((each) => each.link === link)) {
    return refuse('invalid', 'There is no such link that could still be used.', { pointer: '/link' });
  }
  return { ok: true, events: [{ type: 'link.revoked', link }] };
}

/** Takes a seat by a link. */
export function joinByLink(game: AnyGame, match: MatchState, join: JoinMatch, link: number): Decision<MatchEvent> {
  const problem = whyNotOpen(match);
  if (problem !== null) return { ok: false, problem };
  if (!match.links.some((each) => each.link === link)) return refuse('link_over', 'The link is used up or revoked.');
  return joinMatch(game, match, { ...join, link });
}
