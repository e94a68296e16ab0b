/** The match as its log tells it: folds commits, judges nothing. */

import type { AnyGame } from '../game.ts';
import type { Catalogue } from '../games.ts';
import type { Commit } from '../log/commit.ts';
import type { Seat } from '../seat.ts';
import { firstSeats } from '../seat.ts';
import { passTime } from './clock/pass-time.ts';
import { settingMs } from './clock/settings.ts';
import { emptySeat } from './create.ts';
import { foldInvitation } from './invitations.ts';
import { foldOffer, lapse, lapseAll } from './offers/fold.ts';
import { NO_OFFERS } from './offers/kinds.ts';
import { playOptions } from './personal.ts';
import { fold } from './play.ts';
import type { MatchEvent, MatchId, MatchState, PlayerId, SeatState } from './types.ts';

export type MatchCommit = Commit<MatchEvent>;

/** A log that cannot be folded: another game's version, or events out of order. */
class LogError extends Error {
  override readonly name = 'LogError';
}

/** The first commit of a match; `saltKey` is kept beside it, outside the hash. */
export function startMatch(id: MatchId, saltKey: string, first: MatchCommit, games: Catalogue): MatchState {
  const created = first.events[0];
  if (created?.type !== 'match.created') throw new LogError('a log begins with match.created');
  const state: MatchState = {
    id,
    game: created.game,
    rules: created.rules,
    options: created.options,
    visibility: created.visibility,
    creator: created.creator,
    invited: created.invited.map((player) => ({ player, since: first.seq, at: first.at })),
    declined: [],
    links: [],
    rated: created.rated ?? false,
    commitment: created.commitment,
    secrets: { seed: created.seed.value, saltKey },
    clock: created.clock ?? { kind: 'none' },
    vacation: created.vacation ?? false,
    startBy: startBy(first.at, created.startWithin),
    status: 'open',
    seats: firstSeats(created.seats).map(emptySeat),
    departed: {},
    play: null,
    ply: 0,
    drawn: 0,
    outcome: null,
    createdAt: first.at,
    startedAt: null,
    finishedAt: null,
    timePassed: false,
    time: null,
    offers: NO_OFFERS,
    rematch: null,
    rematchOf: created.rematchOf ?? null,
    fork: created.fork ?? null,
    moved: [],
    head: { seq: 0, hash: '' },
    at: first.at,
  };
  return evolveMatch(state, { ...first, events: first.events.slice(1) }, games);
}

export function gameOf(match: { readonly game: string; readonly rules: string }, games: Catalogue): AnyGame {
  const game = games.find(match.game, match.rules);
  if (game === undefined) throw new LogError(`the catalogue has no ${match.game} with rules ${match.rules}`);
  return game;
}

export function evolveMatch(match: MatchState, commit: MatchCommit, games: Catalogue): MatchState {
  if (commit.seq !== match.head.seq + 1) {
    throw new LogError(`commit ${commit.seq} does not follow commit ${match.head.seq}`);
  }
  const game = gameOf(match, games);
  const next = draftOf(match);
  for (const event of commit.events) apply(game, next, event, commit);
  if (next.clock.kind !== 'none') next.time = passTime(game, match, next, commit)?.time ?? null;
  next.ply = commit.ply;
  next.head = { seq: commit.seq, hash: commit.hash };
  next.at = commit.at;
  return next;
}

function startBy(createdAt: string, within: string | undefined): string | null {
  return within === undefined ? null : new Date(Date.parse(createdAt) + settingMs(within)).toISOString();
}

/** The state that is being made of another; nobody else has it yet. */
type Draft = { -readonly [Field in keyof MatchState]: MatchState[Field] };

/** Field by field: to spread an object of this width takes several times as long, and every move loads a few. */
function draftOf(match: MatchState): Draft {
  return {
    id: match.id,
    game: match.game,
    rules: match.rules,
    options: match.options,
    visibility: match.visibility,
    creator: match.creator,
    invited: match.invited,
    declined: match.declined,
    links: match.links,
    rated: match.rated,
    commitment: match.commitment,
    secrets: match.secrets,
    clock: match.clock,
    vacation: match.vacation,
    startBy: match.startBy,
    status: match.status,
    seats: match.seats,
    departed: match.departed,
    play: match.play,
    ply: match.ply,
    drawn: match.drawn,
    outcome: match.outcome,
    createdAt: match.createdAt,
    startedAt: match.startedAt,
    finishedAt: match.finishedAt,
    timePassed: match.timePassed,
    time: match.time,
    offers: match.offers,
    rematch: match.rematch,
    rematchOf: match.rematchOf,
    fork: match.fork,
    moved: match.moved,
    head: match.head,
    at: match.at,
  };
}

function apply(game: AnyGame, next: Draft, event: MatchEvent, commit: MatchCommit): void {
  switch (event.type) {
    case 'match.created':
      throw new LogError('match.created can only be the first event');
    case 'seat.joined': {
      const { seat, player, entropy, link } = event;
      if (link !== undefined) next.links = next.links.filter((each) => each.link !== link);
      setSeat(next, seat, { player, entropy, status: 'playing', joinedIn: commit.seq, resignedIn: 0 });
      return;
    }
    case 'seat.left':
      next.departed = departing(next.departed, event.player, commit.seq);
      setSeat(next, event.seat, emptySeat());
      return;
    case 'player.invited':
    case 'invitation.declined':
    case 'invitation.withdrawn':
      Object.assign(next, foldInvitation(next, event, commit));
      return;
    case 'link.made':
      next.links = [...next.links, { link: commit.seq, digest: event.digest, at: commit.at }];
      return;
    case 'link.revoked':
      next.links = next.links.filter(({ link }) => link !== event.link);
      return;
    case 'match.cancelled':
      if (event.reason === undefined) next.departed = departing(next.departed, next.creator, commit.seq);
      next.status = 'cancelled';
      next.links = [];
      next.finishedAt = commit.at;
      return;
    case 'match.started':
      next.status = 'active';
      next.links = [];
      next.declined = next.declined.slice(-ONCE_BEGUN_MOST);
      next.departed = lastOf(next.departed, ONCE_BEGUN_MOST);
      next.startedAt = commit.at;
      next.play = game.setup(playOptions(game, next.options), firstSeats(next.seats.length));
      applyEffects(game, next, event);
      return;
    case 'match.forked':
      next.status = 'active';
      next.startedAt = commit.at;
      next.play = event.restored;
      return;
    case 'move.made':
      if (!next.moved.includes(event.seat)) next.moved = [...next.moved, event.seat];
      applyEffects(game, next, event);
      return;
    case 'time.passed':
      next.timePassed = true;
      applyEffects(game, next, event);
      return;
    case 'offer.made':
    case 'offer.accepted':
    case 'offer.declined':
    case 'offer.withdrawn':
      next.offers = foldOffer(next.offers, event, commit, next.seats);
      return;
    case 'moves.taken-back':
      next.play = event.restored;
      return;
    case 'rematch.agreed':
      next.rematch = event.rematch;
      return;
    case 'match.paused':
      // One that was made in an earlier pause was about that one.
      next.offers = lapse(next.offers, 'resume', commit.seq);
      return;
    case 'vacation.granted':
    case 'vacation.cut':
    case 'match.resumed':
      // What they change is the clocks, of the commit as a whole.
      return;
    case 'seat.timed-out': {
      const seat = next.seats[event.seat - 1] ?? emptySeat();
      setSeat(next, event.seat, { ...seat, status: 'timed-out' });
      next.offers = lapseAll(next.offers, commit.seq);
      applyEffects(game, next, event);
      return;
    }
    case 'seat.resigned': {
      const seat = next.seats[event.seat - 1] ?? emptySeat();
      setSeat(next, event.seat, { ...seat, status: 'resigned', resignedIn: commit.seq });
      next.offers = lapseAll(next.offers, commit.seq);
      applyEffects(game, next, event);
      return;
    }
    case 'match.finished':
      // An end that the game did not find itself came from outside it, and the game is told to stop.
      if (game.outcome(next.play) === null) next.play = game.halt(next.play);
      next.offers = lapseAll(next.offers, commit.seq);
      next.status = 'finished';
      next.outcome = event.outcome;
      next.finishedAt = commit.at;
      return;
  }
}

function applyEffects(game: AnyGame, next: Draft, event: Extract<MatchEvent, { readonly effects: unknown }>): void {
  next.play = fold(game, next.play, event.effects);
  next.drawn = event.drawn ?? next.drawn;
}

/** So many are remembered, that the state stays small whoever comes and goes; who left longest ago is forgotten. */
const DEPARTED_MOST = 20;
/** Of them, and of those who declined, once the match has begun: from then on the state has to hold a game as well. */
const ONCE_BEGUN_MOST = 2;

function departing(departed: Draft['departed'], player: PlayerId, seq: number): Draft['departed'] {
  return lastOf({ ...departed, [player]: seq }, DEPARTED_MOST);
}

function lastOf(departed: Draft['departed'], most: number): Draft['departed'] {
  const inOrder = Object.entries(departed).sort(([, a], [, b]) => a - b);
  return Object.fromEntries(inOrder.slice(-most));
}

function setSeat(next: Draft, seat: Seat, changed: SeatState): void {
  next.seats = next.seats.map((each, i) => (i === seat - 1 ? changed : each));
}
