/** Takes the command out of a commit and gives it to the match once more. */
import type { AnyGame } from '../game.ts';
import { catalogueOf } from '../games.ts';
import { isLate, nextDue } from './clock/due.ts';
import { expire } from './clock/expire.ts';
import { couldChange, isVacation } from './clock/vacation.ts';
import { createMatch } from './create.ts';
import { evolveMatch, type MatchCommit, startMatch } from './evolve.ts';
import { createFork } from './fork.ts';
import { declineInvitation, invitePlayer, withdrawInvitation } from './invitations.ts';
import { resign } from './leaving.ts';
import { joinByLink, makeLink, revokeLink } from './links.ts';
import type { MakeMoves } from './moves.ts';
import { type AnswerKind, answerOffer } from './offers/answer.ts';
import { makeOffer } from './offers/make.ts';
import type { Decision } from './problems.ts';
import { createSeated } from './rematch.ts';
import type { ReadCommit, ReadEvent } from './schema.ts';
import { joinMatch, leaveMatch } from './seating.ts';
import type { MatchEvent, MatchId, MatchState, PlayerId } from './types.ts';

export type Again =
  | { readonly ok: true; readonly events: readonly MatchEvent[] }
  | { readonly ok: false; readonly index: number; readonly message: string };

export interface Bench {
  /** The game's states by ply, as far as has been judged; kept where moves can be taken back. */
  readonly past: Map<number, unknown>;
  readonly game: AnyGame;
  readonly match: MatchId;
  /** The seed; where it is still hidden, some other. */
  readonly seed: string;
  readonly seedIsOpen: boolean;
  /** Judges the moves: with chance, or up to the first draw. */
  readonly move: (game: AnyGame, match: MatchState, command: MakeMoves) => Decision<MatchEvent>;
}

/** The events by which the match answers a commit's command; `before` null: there is no match yet. */
export function decideAgain(bench: Bench, before: MatchState | null, commit: ReadCommit): Again {
  const first = commit.events[0];
  if (before === null) return createAgain(bench, commit);
  if (first === undefined) return { ok: false, index: 0, message: 'It is empty.' };
  const { game } = bench;
  if (isTooLate(game, before, commit, first)) {
    return { ok: false, index: 0, message: 'Time had run out by then.' };
  }
  switch (first.type) {
    case 'seat.joined':
      return answer(
        first.link === undefined ? joinMatch(game, before, first) : joinByLink(game, before, first, first.link),
      );
    case 'player.invited':
      return answer(invitePlayer(before, before.creator, first.player));
    case 'invitation.declined':
      return answer(declineInvitation(before, first.player, first.reason));
    case 'invitation.withdrawn':
      return answer(withdrawInvitation(before, before.creator, first.player));
    case 'link.made':
      return answer(makeLink(before, before.creator, first.digest));
    case 'link.revoked':
      return answer(revokeLink(before, before.creator, first.link));
    case 'seat.left':
      return answer(leaveMatch(before, first.player));
    case 'match.cancelled':
      return first.reason === undefined
        ? answer(leaveMatch(before, before.creator))
        : answer(expire(game, before, new Date(commit.at)));
    case 'move.made': {
      const moves = commit.events.flatMap((event) => (event.type === 'move.made' ? [event.move] : []));
      const by = first.by === undefined ? {} : { by: first.by };
      return bySeat(before, first.seat, (player) =>
        bench.move(game, before, { player, ply: before.ply, moves, ...by }),
      );
    }
    case 'seat.resigned':
      return bySeat(before, first.seat, (player) => resign(game, before, player));
    case 'offer.made':
      return bySeat(before, first.seat, (player) => {
        const { kind, type: _, seat: __, commitment = '', ...terms } = first;
        return makeOffer(
          game,
          before,
          { player, kind, terms, ply: null },
          { at: new Date(commit.at), commitment: () => commitment },
        );
      });
    case 'offer.accepted':
      return answerAgain(bench, before, first, 'accept', commit);
    case 'offer.declined':
      return answerAgain(bench, before, first, 'decline', commit);
    case 'offer.withdrawn':
      return answerAgain(bench, before, first, 'withdraw', commit);
    case 'seat.timed-out':
    case 'time.passed':
      return answer(expire(game, before, new Date(commit.at)));
    case 'vacation.granted':
    case 'vacation.cut':
      return vacationAgain(before, commit);
    case 'match.created':
    case 'match.started':
    case 'match.forked':
    case 'moves.taken-back':
    case 'match.paused':
    case 'match.resumed':
    case 'match.finished':
    case 'rematch.agreed':
      return { ok: false, index: 0, message: `No command brings ${first.type} about here.` };
  }
}

/** The match after the commit, if these were its events. */
export function after(
  { game, match }: Bench,
  before: MatchState | null,
  { seq, at, prev, hash, ply }: ReadCommit,
  events: readonly MatchEvent[],
): MatchState {
  const games = catalogueOf([game]);
  const commit: MatchCommit = { seq, at, prev, hash, plyBefore: before?.ply ?? 0, ply, events };
  return before === null ? startMatch(match, '', commit, games) : evolveMatch(before, commit, games);
}

/** Of a request that was received in time the commit may bear the time of the commit before it, but none in between. */
function isTooLate(game: AnyGame, before: MatchState, { at }: ReadCommit, { type, ...first }: ReadEvent): boolean {
  const bySystem =
    type === 'seat.timed-out' ||
    type === 'time.passed' ||
    isVacation({ type }) ||
    ('reason' in first && type === 'match.cancelled');
  return !bySystem && at > before.at && isLate(nextDue(game, before), new Date(at));
}

function createAgain(bench: Bench, commit: ReadCommit): Again {
  const { game, match, seed } = bench;
  const [created, joined] = commit.events;
  if (created?.type === 'match.created' && created.rematchOf !== undefined) return seatedAgain(bench, commit);
  if (created?.type === 'match.created' && created.fork !== undefined) return forkedAgain(bench, commit);
  if (created?.type !== 'match.created' || joined?.type !== 'seat.joined') {
    return { ok: false, index: 0, message: 'A log begins with match.created and its creator’s seat.joined.' };
  }
  const { options, seats, visibility, creator, invited, rated = false, clock, vacation, startWithin } = created;
  const { seat, entropy } = joined;
  const secrets = { seed, saltKey: '' };
  const time =
    clock === undefined || vacation === undefined || startWithin === undefined
      ? null
      : { clock, vacation, startWithin };
  const settings = { match, options, seats, visibility, invited, rated, entropy, secrets, time };
  return answer(createMatch(game, { ...settings, player: creator, seat }));
}

/** That the players of the match before agreed on it stands in that match's own record. */
function seatedAgain({ game, match, seed }: Bench, { events: [created, ...events] }: ReadCommit): Again {
  const seats = events.flatMap((event) => (event.type === 'seat.joined' ? [event] : []));
  if (created?.type !== 'match.created' || created.rematchOf === undefined || seats.length !== created.seats) {
    return { ok: false, index: 0, message: 'A rematch begins with all its players.' };
  }
  const { options, visibility, creator, invited, rated = false, rematchOf, clock, vacation } = created;
  const time = clock === undefined || vacation === undefined ? {} : { clock, vacation };
  const settings = { match, rematchOf, options, visibility, invited, rated, creator, seats, time };
  return { ok: true, events: createSeated(game, { ...settings, secrets: { seed, saltKey: '' } }) };
}

/** What it begins with is believed: that the match which it names stood so, that match's own record can tell. */
function forkedAgain({ game, match, seed }: Bench, { events }: ReadCommit): Again {
  const [created] = events;
  const forked = events.at(-1);
  if (created?.type !== 'match.created' || created.fork === undefined || forked?.type !== 'match.forked') {
    return { ok: false, index: 0, message: 'A fork begins with the state that it was taken from.' };
  }
  if (game.toMove(forked.restored).length === 0) {
    return { ok: false, index: events.length - 1, message: 'From here nobody could move.' };
  }
  const { fork, options, seats, creator: player } = created;
  const { restored } = forked;
  return {
    ok: true,
    events: createFork(game, { match, fork, options, seats, player, restored, secrets: { seed, saltKey: '' } }),
  };
}

function bySeat(match: MatchState, seat: number, decide: (player: PlayerId) => Decision<MatchEvent>): Again {
  const player = match.seats[seat - 1]?.player ?? null;
  return player === null ? { ok: false, index: 0, message: `Nobody sits at seat ${seat}.` } : answer(decide(player));
}

function answerAgain(
  { game, past }: Bench,
  before: MatchState,
  { offer, seat, entropy }: { readonly offer: number; readonly seat: number; readonly entropy?: string },
  kind: AnswerKind,
  { at, events }: ReadCommit,
): Again {
  const agreed = events.find((event) => event.type === 'rematch.agreed');
  return bySeat(before, seat, (player) =>
    answerOffer(
      game,
      before,
      { player, offer, answer: kind, ...(entropy === undefined ? {} : { entropy }) },
      {
        at: new Date(at),
        pastPlay: (ply) => past.get(ply) ?? null,
        rematch: () => agreed?.rematch ?? before.id,
      },
    ),
  );
}

function answer(decision: Decision<MatchEvent>): Again {
  if (decision.ok) return decision;
  const { detail, rule, index = 0 } = decision.problem;
  return { ok: false, index, message: rule === undefined ? detail : `${detail} (${rule})` };
}

/** Accounts are not in a record: a leave is believed where it could have been granted or taken back. */
function vacationAgain(match: MatchState, { events }: ReadCommit): Again {
  const index = events.findIndex((event) => !isVacation(event) || !couldChange(match, event));
  if (index >= 0) return { ok: false, index, message: 'No leave could change the clocks like this.' };
  return { ok: true, events: events.filter(isVacation) };
}
