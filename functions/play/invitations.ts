/** The commands about invitations, each with the way to recognise its own repetition. */
import {
  acceptInvitation,
  declineInvitation,
  invitationOf,
  invitePlayer,
  withdrawInvitation,
} from '../../domain/match/invitations.ts';
import { seatOf } from '../../domain/match/play.ts';
import type { JoinMatch } from '../../domain/match/seating.ts';
import type { DeclineReason, PlayerId } from '../../domain/match/types.ts';
import { joining, stateAt } from './commands.ts';
import type { Command, Records } from './execute.ts';

export function inviting(play: Records, by: PlayerId, player: PlayerId): Command {
  return {
    async earlier({ state }) {
      const invitation = invitationOf(state, player);
      return invitation === undefined || state.creator !== by ? null : stateAt(play, state, invitation.since);
    },
    decide: (_game, match) => invitePlayer(match, by, player),
  };
}

export function withdrawing(by: PlayerId, player: PlayerId): Command {
  return {
    async earlier({ state }) {
      const isGone = invitationOf(state, player) === undefined && seatOf(state, player) === undefined;
      return isGone && state.creator === by ? state : null;
    },
    decide: (_game, match) => withdrawInvitation(match, by, player),
  };
}

export function accepting(play: Records, join: JoinMatch): Command {
  return { ...joining(play, join), decide: (game, match) => acceptInvitation(game, match, join) };
}

export function declining(player: PlayerId, reason: DeclineReason): Command {
  return {
    earlier: async ({ state }) => {
      const hasDeclined = state.declined.some((each) => each.player === player);
      return hasDeclined && seatOf(state, player) === undefined ? state : null;
    },
    decide: (_game, match) => declineInvitation(match, player, reason),
  };
}
