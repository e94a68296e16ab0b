/**
 * Takes a player whose account is closed out of a match, as of when it was closed: a seat in an open match is left, one
 * in a running match resigned, an invitation declined, since nobody is to wait for days for somebody who will not come back. After the end the
 * player's own offers are withdrawn, so that no rematch begins without them.
 */
import { invitationOf } from '../../domain/match/invitations.ts';
import { isOver, seatOf } from '../../domain/match/play.ts';
import type { MatchProblemCode } from '../../domain/match/problems.ts';
import type { MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import { answering, leaving, resigning } from './commands.ts';
import { type Command, execute, type Play } from './execute.ts';
import { declining } from './invitations.ts';

/** What somebody else did first. With `time_up` what follows is settled in a moment, and then this is asked for again. */
const NO_MATTER: ReadonlySet<MatchProblemCode> = new Set([
  'match_over',
  'match_started',
  'match_not_started',
  'not_seated',
  'not_asked',
  'offer_over',
  'time_up',
]);

/** So often a match may change its status under way. */
const ROUNDS_MOST = 10;

/** Safe to repeat and to race; nothing where the player has nothing to leave. */
export async function part(play: Play, match: MatchId, player: PlayerId, closedAt: Date): Promise<void> {
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    const loaded = await play.log.load(match);
    const command = loaded === null ? null : nextCommand(play, loaded.state, player, closedAt);
    if (loaded === null || command === null) return;
    const answer = await execute(play, loaded, command, closedAt);
    if (answer.ok) continue;
    if (!NO_MATTER.has(answer.problem.code)) throw new Error(`${match} cannot be left: ${answer.problem.code}`);
    if (answer.problem.code === 'time_up') return;
  }
}

function nextCommand(play: Play, match: MatchState, player: PlayerId, at: Date): Command | null {
  const seat = seatOf(match, player);
  if (match.fork !== null) return null;
  if (seat === undefined) {
    const isInvited = match.status === 'open' && invitationOf(match, player) !== undefined;
    return isInvited ? declining(player, 'unspecified') : null;
  }
  if (match.status === 'open') return leaving(play, player);
  if (match.status === 'active') {
    return match.seats[seat - 1]?.status === 'playing' ? resigning(play, player) : null;
  }
  const own = isOver(match) ? match.offers.live.find(({ by }) => by === seat) : undefined;
  return own === undefined ? null : answering(play, { player, offer: own.offer, answer: 'withdraw' }, at);
}
