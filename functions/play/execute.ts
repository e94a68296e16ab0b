/**
 * Commands on a match: load, judge, store; and where another commit came first, again from the start.
 *
 * A command that was carried out before gets its first answer again, so every one of them can be sent twice.
 */
import type { AnyGame } from '../../domain/game.ts';
import type { Catalogue } from '../../domain/games.ts';
import { GRACE_MS, isLate, nextDue } from '../../domain/match/clock/due.ts';
import { followingCommit } from '../../domain/match/commit.ts';
import { evolveMatch, gameOf } from '../../domain/match/evolve.ts';
import { type Decision, type MatchProblem, type MatchProblemCode, refuse } from '../../domain/match/problems.ts';
import type { MatchEvent, MatchState } from '../../domain/match/types.ts';
import type { LoadedMatch, MatchLog } from '../store/match-log.ts';
import type { Vacations } from '../store/vacations.ts';
import { applyTimeout } from './timeouts.ts';

/** Where matches are read. */
export interface Records {
  readonly log: MatchLog;
  readonly games: Catalogue;
}

export interface Play extends Records {
  readonly vacations: Pick<Vacations, 'spans'>;
  now(): Date;
}

/** `state` is the match right after the command, also where that was long ago. */
export type Answer = { readonly ok: true; readonly state: MatchState } | Refused;

interface Refused {
  readonly ok: false;
  readonly problem: MatchProblem;
}

export interface Command {
  /** The match right after this very command, if it has been carried out before. */
  earlier(loaded: LoadedMatch): Promise<MatchState | null>;
  decide(game: AnyGame, match: MatchState): Decision<MatchEvent>;
}

/** Each lost race means that another command went through, so this bound is met only under absurd contention. */
const TRIES_MOST = 100;

export class ContentionError extends Error {
  override readonly name = 'ContentionError';
}

/** @throws ContentionError if the match would not stand still long enough. */
export async function execute(play: Play, before: LoadedMatch, command: Command, receivedAt: Date): Promise<Answer> {
  let loaded = before;
  for (let attempt = 0; attempt < TRIES_MOST; attempt += 1) {
    if (await applyTimeout(play, loaded, play.now())) {
      loaded = await loadAgain(play, loaded);
      continue;
    }
    const earlier = await command.earlier(loaded);
    if (earlier !== null) return { ok: true, state: earlier };
    const game = gameOf(loaded.state, play.games);
    const late = tooLate(play, game, loaded.state, receivedAt);
    const decision = unlessLate(command.decide(game, loaded.state), late);
    if (!decision.ok) return decision;
    const commit = followingCommit(loaded.state, decision.events, receivedAt);
    const next = evolveMatch(loaded.state, commit, play.games);
    if (await play.log.append(next, commit, loaded.sinceSnapshot)) return { ok: true, state: next };
    loaded = await loadAgain(play, loaded);
  }
  throw new ContentionError('too many commands on one match at once');
}

async function loadAgain(play: Play, { state }: LoadedMatch): Promise<LoadedMatch> {
  const again = await play.log.load(state.id);
  if (again === null) throw new Error('a match cannot vanish');
  return again;
}

/** These are so whatever the time. */
const AT_ANY_TIME: ReadonlySet<MatchProblemCode> = new Set(['invalid', 'not_seated', 'not_asked', 'not_creator']);

/** What was decided, unless the command came too late: whoever may not give it at all is told that first. */
export function unlessLate(decision: Decision<MatchEvent>, late: Refused | null): Decision<MatchEvent> {
  return late === null || (!decision.ok && AT_ANY_TIME.has(decision.problem.code)) ? decision : late;
}

/** The refusal of what was received when time had run out, although what follows from that is not stored yet. */
export function tooLate(play: Pick<Play, 'now'>, game: AnyGame, match: MatchState, receivedAt: Date): Refused | null {
  const due = nextDue(game, match);
  if (due === null || !isLate(due, receivedAt)) return null;
  const seconds = Math.max(1, Math.ceil((due.at + GRACE_MS - play.now().getTime()) / 1000));
  const detail = `Time ran out at ${new Date(due.at).toISOString()}; what follows from that is settled in a moment.`;
  return refuse('time_up', detail, { retryAfter: seconds });
}
