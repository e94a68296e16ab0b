/**
 * What a commit tells each seat of the match: thin facts by which a client decides whether to look. Every kind of
 * notice about a match is made here, out of what the one redaction shows that seat.
 */
import { durationText } from '../duration.ts';
import type { AnyGame, Outcome } from '../game.ts';
import type { ShownEvent } from '../log/seal.ts';
import type { Seat } from '../seat.ts';
import { SEATS } from '../seat.ts';
import type { Warning } from './clock/warnings.ts';
import type { MatchCommit } from './evolve.ts';
import { waitingInvitations } from './invitations.ts';
import type { OfferKind, OfferTerms } from './offers/kinds.ts';
import { seatOf, toMove } from './play.ts';
import { seeCommit } from './sight.ts';
import type { DeclineReason, MatchId, MatchState, PlayerId } from './types.ts';

/** `seat` is the reader's own; `seq` and `ply` are those of the match after the commit. */
interface About {
  readonly match: MatchId;
  readonly game: string;
  readonly seq: number;
  readonly ply: number;
  readonly seat: Seat;
}

type Fact =
  | { readonly type: 'seat.joined'; readonly by: Seat; readonly player: PlayerId }
  | { readonly type: 'seat.left'; readonly by: Seat; readonly player: PlayerId }
  | { readonly type: 'match.cancelled' }
  | { readonly type: 'match.started' }
  /** `planned`: nobody sent them, a plan did. */
  | { readonly type: 'move.made'; readonly by: Seat; readonly moves: readonly string[]; readonly planned?: true }
  | { readonly type: 'seat.resigned'; readonly by: Seat }
  | { readonly type: 'seat.timed-out'; readonly by: Seat }
  | { readonly type: 'vacation.granted'; readonly by: Seat; readonly from: string; readonly to: string }
  | { readonly type: 'vacation.cut'; readonly by: Seat; readonly from: string; readonly to: string }
  | { readonly type: 'time.passed' }
  /** `offer` is its id, as in its path. */
  | ({
      readonly type: 'offer.made';
      readonly by: Seat;
      readonly offer: string;
      readonly kind: OfferKind;
    } & Omit<OfferTerms, 'entropy'>)
  | { readonly type: 'offer.accepted'; readonly by: Seat; readonly offer: string }
  | { readonly type: 'offer.declined'; readonly by: Seat; readonly offer: string }
  | { readonly type: 'offer.withdrawn'; readonly by: Seat; readonly offer: string }
  | { readonly type: 'moves.taken-back'; readonly toPly: number }
  | { readonly type: 'match.paused'; readonly from: string; readonly to: string }
  | { readonly type: 'match.resumed' }
  | { readonly type: 'match.finished'; readonly outcome: Pick<Outcome, 'kind' | 'winners' | 'reason'> }
  | { readonly type: 'rematch.agreed'; readonly rematch: MatchId }
  | { readonly type: 'invitation.declined'; readonly player: PlayerId; readonly reason: DeclineReason }
  /** The reader is to move, and was not in the turn before. One a turn, however many moves it takes. */
  | { readonly type: 'turn.started'; readonly turn: number }
  /** `left` before the deadline, which is told when it happens; of no commit. */
  | { readonly type: 'clock.warning'; readonly turn: number; readonly deadline: string; readonly left: string };

/** What somebody is told who has no seat. */
type GuestFact =
  | { readonly type: 'invitation.received'; readonly by: PlayerId }
  | { readonly type: 'invitation.over'; readonly why: 'declined' | 'withdrawn' | 'started' | 'cancelled' };

export type MatchNotice = (About & Fact) | (Omit<About, 'seat'> & GuestFact);

/** What the seat that is to move is told when its time gets short. `match` is as it stands then. */
export function warningNotice(
  match: MatchState,
  { run, deadline, left }: Pick<Warning, 'run' | 'deadline' | 'left'>,
): MatchNotice {
  return {
    type: 'clock.warning',
    ...{ match: match.id, game: match.game, seq: match.head.seq, ply: match.ply, seat: run.seat, turn: run.turn },
    deadline: new Date(deadline).toISOString(),
    left: durationText(left),
  };
}

/** One step of a match: a commit, and the match before (null for the first) and after it. */
export interface Step {
  readonly before: MatchState | null;
  readonly commit: MatchCommit;
  readonly after: MatchState;
}

/**
 * What the step tells, by player: everybody who had a seat before it or has one after it, and who is invited, or was, and
 * has no seat. A fork tells nobody.
 */
export function noticesOf(game: AnyGame, step: Step): ReadonlyMap<PlayerId, readonly MatchNotice[]> {
  const { before, commit, after } = step;
  const notices = new Map<PlayerId, readonly MatchNotice[]>();
  if (after.fork !== null) return notices;
  for (const seat of SEATS.slice(0, after.seats.length)) {
    const players = new Set([after.seats[seat - 1]?.player, before?.seats[seat - 1]?.player]);
    const about = { match: after.id, game: after.game, seq: commit.seq, ply: commit.ply, seat };
    for (const player of players) {
      if (player == null) continue;
      const shown = seeCommit(after, commit, seat).events;
      const facts = [...factsOf(commit, shown), ...turnsOf(game, step, seat)];
      if (facts.length > 0)
        notices.set(player, [...(notices.get(player) ?? []), ...facts.map((fact) => ({ ...about, ...fact }))]);
    }
  }
  for (const [player, fact] of guestsOf(step)) {
    const about = { match: after.id, game: after.game, seq: commit.seq, ply: commit.ply };
    notices.set(player, [...(notices.get(player) ?? []), { ...about, ...fact }]);
  }
  return notices;
}

function guestsOf({ before, commit, after }: Step): ReadonlyMap<PlayerId, GuestFact> {
  const facts = new Map<PlayerId, GuestFact>();
  const waiting = waitingInvitations(after);
  for (const { player, since } of waiting) {
    if (since === commit.seq) facts.set(player, { type: 'invitation.received', by: after.creator });
  }
  for (const { player } of waitingInvitations(before)) {
    if (seatOf(after, player) !== undefined || waiting.some((each) => each.player === player)) continue;
    facts.set(player, { type: 'invitation.over', why: whyOver(after, player) });
  }
  return facts;
}

function whyOver(match: MatchState, player: PlayerId) {
  if (match.status !== 'open') return match.status === 'cancelled' ? 'cancelled' : 'started';
  return match.declined.some((each) => each.player === player) ? 'declined' : 'withdrawn';
}

/** `shown` are the same events, as the reader may see them: whatever is not the match's own frame is taken from there. */
function factsOf({ seq, events }: MatchCommit, shown: readonly ShownEvent[]): readonly Fact[] {
  const facts: Fact[] = [];
  for (const event of events) {
    switch (event.type) {
      case 'match.created':
      case 'match.forked':
      case 'player.invited':
      case 'invitation.withdrawn':
      case 'link.made':
      case 'link.revoked':
        break;
      case 'invitation.declined':
        facts.push({ type: event.type, player: event.player, reason: event.reason });
        break;
      case 'seat.joined':
      case 'seat.left':
        facts.push({ type: event.type, by: event.seat, player: event.player });
        break;
      case 'match.cancelled':
      case 'match.started':
      case 'time.passed':
        facts.push({ type: event.type });
        break;
      case 'seat.resigned':
      case 'seat.timed-out':
        facts.push({ type: event.type, by: event.seat });
        break;
      case 'vacation.granted':
      case 'vacation.cut':
        facts.push({ type: event.type, by: event.seat, from: event.from, to: event.to });
        break;
      case 'offer.made': {
        const { type, seat: by, entropy: _, commitment: __, ...offered } = event;
        facts.push({ type, by, offer: String(seq), ...offered });
        break;
      }
      case 'offer.accepted':
      case 'offer.declined':
      case 'offer.withdrawn':
        facts.push({ type: event.type, by: event.seat, offer: String(event.offer) });
        break;
      case 'moves.taken-back':
        facts.push({ type: event.type, toPly: event.toPly });
        break;
      case 'match.paused':
        facts.push({ type: event.type, from: event.from, to: event.to });
        break;
      case 'match.resumed':
        facts.push({ type: event.type });
        break;
      case 'move.made': {
        // The moves of one commit are one message.
        if (facts.some(({ type }) => type === 'move.made')) break;
        const planned = event.by === 'plan' ? ({ planned: true } as const) : {};
        facts.push({ type: 'move.made', by: event.seat, moves: movesIn(shown), ...planned });
        break;
      }
      case 'rematch.agreed':
        facts.push({ type: event.type, rematch: event.rematch });
        break;
      case 'match.finished': {
        const { kind, winners, reason } = event.outcome;
        facts.push({ type: event.type, outcome: { kind, winners, reason } });
        break;
      }
    }
  }
  return facts;
}

function movesIn(shown: readonly ShownEvent[]): readonly string[] {
  return shown.flatMap(({ type, move }) => (type === 'move.made' && typeof move === 'string' ? [move] : []));
}

function turnsOf(game: AnyGame, { before, after }: Step, seat: Seat): readonly Fact[] {
  if (!toMove(game, after).includes(seat)) return [];
  const turn = game.turn(after.play);
  const goesOn = before !== null && toMove(game, before).includes(seat) && game.turn(before.play) === turn;
  return goesOn ? [] : [{ type: 'turn.started', turn }];
}
