/** Takes the command out of a commit and gives it to the match once more. */
import type { AnyGame } from '../game.ts';
import { catalogueOf } from '../games.ts';
import { createMatch } from './create.ts';
import { evolveMatch, type MatchCommit, startMatch } from './evolve.ts';
import { passTimeLimit, resign } from './leaving.ts';
import type { MakeMoves } from './moves.ts';
import { playOptions } from './personal.ts';
import type { Decision } from './problems.ts';
import type { ReadCommit } from './schema.ts';
import { joinMatch, leaveMatch } from './seating.ts';
import type { MatchEvent, MatchId, MatchState, PlayerId } from './types.ts';

export type Again =
  | { readonly ok: true; readonly events: readonly MatchEvent[] }
  | { readonly ok: false; readonly index: number; readonly message: string };

export interface Bench {
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
  switch (first.type) {
    case 'seat.joined':
      return answer(joinMatch(game, before, first));
    case 'seat.left':
      return answer(leaveMatch(before, first.player));
    case 'match.cancelled':
      return answer(leaveMatch(before, before.creator));
    case 'move.made': {
      const moves = commit.events.flatMap((event) => (event.type === 'move.made' ? [event.move] : []));
      return bySeat(before, first.seat, (player) => bench.move(game, before, { player, ply: before.ply, moves }));
    }
    case 'seat.resigned':
      return bySeat(before, first.seat, (player) => resign(game, before, player));
    case 'time.passed':
      return timeIsUp(game, before, commit.at)
        ? answer(passTimeLimit(game, before))
        : { ok: false, index: 0, message: 'The time limit had not passed yet.' };
    case 'match.created':
    case 'match.started':
    case 'match.finished':
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

function createAgain({ game, match, seed }: Bench, commit: ReadCommit): Again {
  const [created, joined] = commit.events;
  if (created?.type !== 'match.created' || joined?.type !== 'seat.joined') {
    return { ok: false, index: 0, message: 'A log begins with match.created and its creator’s seat.joined.' };
  }
  const { options, seats, visibility, creator, invited } = created;
  const { seat, entropy } = joined;
  const secrets = { seed, saltKey: '' };
  const settings = { match, options, seats, visibility, invited, entropy, secrets };
  return answer(createMatch(game, { ...settings, player: creator, seat }));
}

function bySeat(match: MatchState, seat: number, decide: (player: PlayerId) => Decision<MatchEvent>): Again {
  const player = match.seats[seat - 1]?.player ?? null;
  return player === null ? { ok: false, index: 0, message: `Nobody sits at seat ${seat}.` } : answer(decide(player));
}

function answer(decision: Decision<MatchEvent>): Again {
  if (decision.ok) return decision;
  const { detail, rule, index = 0 } = decision.problem;
  return { ok: false, index, message: rule === undefined ? detail : `${detail} (${rule})` };
}

function timeIsUp(game: AnyGame, match: MatchState, at: string): boolean {
  const limit = game.timeLimit?.after(playOptions(game, match.options)) ?? 0;
  return match.startedAt === null || Date.parse(at) >= Date.parse(match.startedAt) + limit;
}
