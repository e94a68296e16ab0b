/**
 * Invitations: whoever made a match asks a player by name to sit down in it. They keep no seat free; in a private match
 * they are what opens it to the player. One stands until the player sits down or declines, it is withdrawn, or the match
 * begins or is cancelled.
 */
import type { AnyGame } from '../game.ts';
import { isOver, seatOf } from './play.ts';
import { type Decision, type MatchProblem, MOVES_ALONE, refuse } from './problems.ts';
import { type JoinMatch, joinMatch } from './seating.ts';
import type { Declined, DeclineReason, Invitation, MatchEvent, MatchState, PlayerId } from './types.ts';

/** The most that a match has at once, those who have sat down included. */
export const INVITED_MOST = 16;

export function invitationOf(match: MatchState, player: string | null): Invitation | undefined {
  return match.invited.find((each) => each.player === player);
}

/** Those that wait for an answer. */
export function waitingInvitations(match: MatchState | null): readonly Invitation[] {
  if (match === null || match.status !== 'open') return [];
  return match.invited.filter(({ player }) => seatOf(match, player) === undefined);
}

/** That the player has an account, and wants to hear of the inviter, is for others to say. */
export function invitePlayer(match: MatchState, by: PlayerId, player: PlayerId): Decision<MatchEvent> {
  const problem = whyNotOpenTo(match, by);
  if (problem !== null) return { ok: false, problem };
  if (seatOf(match, player) !== undefined) return refuse('player_seated', 'That player has a seat already.');
  if (invitationOf(match, player) !== undefined) {
    return refuse('invalid', 'That player is invited already.', { pointer: '/player' });
  }
  if (match.invited.length >= INVITED_MOST) {
    return refuse('too_many_invitations', `At most ${INVITED_MOST} in a match; withdraw one.`);
  }
  return { ok: true, events: [{ type: 'player.invited', player }] };
}

export function withdrawInvitation(match: MatchState, by: PlayerId, player: PlayerId): Decision<MatchEvent> {
  const problem = whyNotCreator(match, by);
  if (problem !== null) return { ok: false, problem };
  if (seatOf(match, player) !== undefined) return refuse('player_seated', 'That player has sat down.');
  if (invitationOf(match, player) === undefined) {
    return refuse('invalid', 'That player has no invitation.', { pointer: '/player' });
  }
  const late = whyNotOpen(match);
  return late === null
    ? { ok: true, events: [{ type: 'invitation.withdrawn', player }] }
    : { ok: false, problem: late };
}

export function acceptInvitation(game: AnyGame, match: MatchState, join: JoinMatch): Decision<MatchEvent> {
  const problem = whyNotAsked(match, join.player);
  return problem === null ? joinMatch(game, match, join) : { ok: false, problem };
}

export function declineInvitation(match: MatchState, player: PlayerId, reason: DeclineReason): Decision<MatchEvent> {
  const problem = whyNotAsked(match, player) ?? whyNotOpen(match);
  if (problem !== null) return { ok: false, problem };
  if (seatOf(match, player) !== undefined) {
    return refuse('already_seated', 'You have sat down. To give the seat up, leave.');
  }
  return { ok: true, events: [{ type: 'invitation.declined', player, reason }] };
}

/** Why a player cannot open the match to others, by name or by a link. */
export function whyNotOpenTo(match: MatchState, by: PlayerId): MatchProblem | null {
  return whyNotCreator(match, by) ?? whyNotOpen(match);
}

/** A match is its creator's until it begins; whom it is open to is for nobody else to say. */
export function whyNotCreator(match: MatchState, by: PlayerId): MatchProblem | null {
  if (match.creator !== by) return refuse('not_creator', 'Only who made the match invites to it.').problem;
  return match.fork === null ? null : refuse('is_fork', MOVES_ALONE).problem;
}

export function whyNotOpen(match: MatchState): MatchProblem | null {
  if (isOver(match)) return refuse('match_over', 'The match is over.').problem;
  return match.status === 'open' ? null : refuse('match_started', 'The match has begun without that.').problem;
}

function whyNotAsked(match: MatchState, player: PlayerId): MatchProblem | null {
  if (invitationOf(match, player) !== undefined) return null;
  return refuse('not_asked', 'You have no invitation to this match.').problem;
}

type InvitationEvent = Extract<
  MatchEvent,
  { readonly type: 'player.invited' | 'invitation.declined' | 'invitation.withdrawn' }
>;

/** So many who declined are remembered, that the state stays small; who declined longest ago is forgotten. */
const DECLINED_MOST = 20;

export function foldInvitation(
  match: Pick<MatchState, 'invited' | 'declined'>,
  event: InvitationEvent,
  { seq, at }: { readonly seq: number; readonly at: string },
): Pick<MatchState, 'invited' | 'declined'> {
  const { player } = event;
  const others = match.invited.filter((each) => each.player !== player);
  const declined = match.declined.filter((each) => each.player !== player);
  if (event.type === 'player.invited') return { invited: [...others, { player, since: seq, at }], declined };
  if (event.type === 'invitation.withdrawn') return { invited: others, declined };
  const last: Declined = { player, reason: event.reason };
  return { invited: others, declined: [...declined, last].slice(-DECLINED_MOST) };
}
