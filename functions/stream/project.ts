/**
 * From the log to everything that is derived from it: lists, invitations, open turns, the lobby, deadlines, results, ratings, and each
 * player's feed. Safe to repeat, to run late and twice at once: it goes by the log as it stands, not by the notice, and how
 * far it has come is noted last.
 */
import type { AnyGame } from '../../domain/game.ts';
import type { Catalogue } from '../../domain/games.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import { seeFork } from '../../domain/match/fork-life.ts';
import { noticesOf, type Step } from '../../domain/match/notices.ts';
import type { MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import { ratedResult } from '../../domain/rating/result.ts';
import { listing } from '../play/listing.ts';
import { stepsAfter } from '../play/steps.ts';
import type { Dues } from '../store/due.ts';
import { modelsExpire } from '../store/expiry.ts';
import type { Feeds } from '../store/feeds.ts';
import type { Invitations } from '../store/invitations.ts';
import type { Lists } from '../store/lists.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Ratings } from '../store/ratings.ts';
import type { Results } from '../store/results.ts';
import type { Traces } from '../store/traces.ts';
import type { Turns } from '../store/turns.ts';
import { mayHaveClosed } from './may-have-closed.ts';
import { projectDue } from './project-due.ts';
import { projectInvitations } from './project-invitations.ts';
import { projectLobby, projectPlayers } from './project-lists.ts';
import { projectResults } from './project-results.ts';
import { projectTurns } from './project-turns.ts';
import { settleRatings } from './rate.ts';

export interface Projection {
  readonly log: MatchLog;
  readonly lists: Lists;
  readonly turns: Turns;
  readonly invitations: Invitations;
  readonly dues: Dues;
  readonly results: Results;
  readonly feeds: Feeds;
  readonly ratings: Ratings;
  readonly traces: Pick<Traces, 'put'>;
  readonly games: Catalogue;
  /** Makes the match that this one's players agreed on. Nothing, where read models are made anew. */
  rematch?(before: MatchState): Promise<void>;
  /** What else follows from a match's start, once it is in the lists. Nothing, where read models are made anew. */
  begun?(match: MatchId): Promise<void>;
  /**
   * Of these players some may have closed their account: they are taken out of the match, once it is in their lists.
   * Nothing, where read models are made anew.
   */
  partClosed?(match: MatchId, players: readonly PlayerId[]): Promise<void>;
}

/** Brings everything derived from a match up to its log; `from` is the commit that it is known up to. */
export async function projectMatch(to: Projection, match: MatchId, from?: number): Promise<void> {
  let done = from ?? (await to.lists.progress(match));
  for (;;) {
    const steps = await stepsAfter(to.log, to.games, match, done);
    const last = steps.at(-1);
    if (last === undefined) return;
    // A fork is in its player's list of forks alone, and nobody is told of it.
    if (last.after.fork === null) await projectSteps(to, steps, last.after);
    else {
      await projectFork(to, last.after);
      if (done === 0) await to.traces.put(last.after.creator, 'fork', match);
    }
    done = last.after.head.seq;
    await to.lists.setProgress(match, done, modelsExpire(seeFork(last.after)));
  }
}

export async function projectFork(to: Pick<Projection, 'lists' | 'games'>, fork: MatchState): Promise<void> {
  await to.lists.put(`forks#${fork.creator}`, listing(gameOf(fork, to.games), fork));
}

/** `now` is the match after the last of the steps. */
async function projectSteps(to: Projection, steps: readonly Step[], now: MatchState): Promise<void> {
  const game = gameOf(now, to.games);
  const listed = listing(game, now);
  if (now.visibility === 'public') await to.lists.put('public', listed);
  await projectLobby(to.lists, steps, listed);
  await projectPlayers(to.lists, steps, listed);
  await projectInvitations(to.invitations, steps, listed);
  await Promise.all([
    projectTurns(to.turns, game, steps),
    projectDue(to.dues, game, steps),
    projectResults(to.results, steps),
  ]);
  if (steps.some(({ commit }) => commit.events.some(({ type }) => type === 'rematch.agreed'))) {
    await to.rematch?.(now);
  }
  // Last of all: who is told of something finds it in every list.
  for (const step of steps) await tell(to.feeds, game, step);
  const perhapsClosed = mayHaveClosed(game, steps);
  if (perhapsClosed.size > 0) await to.partClosed?.(now.id, [...perhapsClosed]);
  const begins = steps.some(({ commit }) => commit.events.some(({ type }) => type === 'match.started'));
  if (begins && now.status === 'active') await to.begun?.(now.id);
  if (steps.some(({ commit }) => commit.events.some(({ type }) => type === 'match.finished'))) await rate(to, now);
}

/** After feeds have been told: what is wrong with the ratings of others keeps nobody from hearing of this match. */
async function rate(to: Projection, match: MatchState): Promise<void> {
  const result = ratedResult(match);
  if (result === null) return;
  await to.ratings.enter(result);
  for (const error of (await settleRatings(to, result.game)).values()) throw error;
}

async function tell(feeds: Feeds, game: AnyGame, step: Step): Promise<void> {
  const { id: match } = step.after;
  const { seq, at } = step.commit;
  const notices = [...noticesOf(game, step)];
  await Promise.all(notices.map(([player, told]) => feeds.append(player, { match, seq }, at, told)));
}
