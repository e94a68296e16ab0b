/** A random day: players who open, join, leave, play, give up and cancel matches of all games, by the domain alone. */
import { createHash } from 'node:crypto';
import type { AnyGame } from '../../domain/game.ts';
import { games } from '../../domain/games.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { createMatch } from '../../domain/match/create.ts';
import { evolveMatch, gameOf, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { declineInvitation, invitationOf, invitePlayer, withdrawInvitation } from '../../domain/match/invitations.ts';
import { passTimeLimit, resign } from '../../domain/match/leaving.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import { sealPersonal } from '../../domain/match/personal.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { joinMatch, leaveMatch } from '../../domain/match/seating.ts';
import {
  DECLINE_REASONS,
  type MatchEvent,
  type MatchState,
  type PlayerId,
  VISIBILITIES,
} from '../../domain/match/types.ts';
import { idFrom, type Story } from './matches.ts';
import type { Random } from './random.ts';
import { UNTIMED } from './untimed.ts';

/** All that a new match may be: games, options, numbers of seats. */
const KINDS: readonly { readonly game: string; readonly options: object; readonly seats: readonly number[] }[] = [
  { game: 'abiegnus', options: {}, seats: [2] },
  { game: 'abiegnus', options: { mode: 'solitaire' }, seats: [1] },
  { game: 'abiegnus', options: { mode: 'divination', ptah: 'c3', question: 'Will it rain?' }, seats: [1] },
  { game: 'aquaignis', options: {}, seats: [2] },
  { game: 'aquaignis', options: {}, seats: [2] },
  { game: 'astromagie', options: { deals: 2 }, seats: [2, 3, 4, 5] },
  { game: 'astromagie', options: { timeLimit: 'P1D' }, seats: [2, 3] },
];

export interface Stored {
  readonly story: Story;
  readonly commit: MatchCommit;
  readonly state: MatchState;
}

export interface Traffic {
  readonly stories: readonly Story[];
  /** One more commit of some match, to be stored. */
  next(): Stored;
}

/** How many matches go on at once. */
const GOING_MOST = 12;

/** `clock` is asked for the time of each commit; `before` is what has been played already. */
export function traffic(
  random: Random,
  players: readonly PlayerId[],
  clock: () => Date,
  before: readonly Story[] = [],
): Traffic {
  const stories = [...before];

  function begin(): Stored | null {
    const creator = random.pick(players);
    const guests = players.filter((player) => player !== creator && random.below(6) === 0);
    const { game: id, options, seats: counts } = random.pick(KINDS);
    const seats = random.pick(counts);
    const game = newest(id);
    const match = idFrom(random);
    const secrets = { seed: digest(`seed ${match}`), saltKey: digest(`salt ${match}`) };
    const decision = createMatch(game, {
      match,
      player: creator,
      options: sealPersonal(game, game.schemas.options.parse(options), 1, '77'.repeat(16)),
      seat: 1,
      seats,
      visibility: random.pick(VISIBILITIES),
      invited: guests,
      entropy: `entropy of ${match}`,
      secrets,
      rated: seats > 1 && random.below(3) > 0,
      time: UNTIMED,
    });
    if (!decision.ok) throw new Error(decision.problem.detail);
    const commit = firstCommit(match, secrets.saltKey, decision.events, clock());
    const state = startMatch(match, secrets.saltKey, commit, games);
    const story = { id: match, saltKey: secrets.saltKey, states: [state], commits: [commit] };
    stories.push(story);
    return { story, commit, state };
  }

  function goOn(index: number): Stored | null {
    const story = stories[index];
    const before = story?.states.at(-1);
    if (story === undefined || before === undefined) return null;
    const decision = decideSomething(before, players, random);
    if (!decision.ok) return null;
    const commit = followingCommit(before, decision.events, clock());
    const state = evolveMatch(before, commit, games);
    const next = { ...story, states: [...story.states, state], commits: [...story.commits, commit] };
    stories[index] = next;
    return { story: next, commit, state };
  }

  function tryOne(): Stored | null {
    const going = stories.flatMap(({ states }, n) => (isGoing(states.at(-1)) ? [n] : []));
    return going.length < GOING_MOST && random.below(4) === 0
      ? begin()
      : going.length === 0
        ? null
        : goOn(random.pick(going));
  }

  return {
    stories,
    next() {
      for (;;) {
        const stored = tryOne();
        if (stored !== null) return stored;
      }
    },
  };
}

function isGoing(match: MatchState | undefined): boolean {
  return match?.status === 'open' || match?.status === 'active';
}

function decideSomething(match: MatchState, players: readonly PlayerId[], random: Random): Decision<MatchEvent> {
  const game = gameOf(match, games);
  const seated = match.seats.flatMap(({ player }) => player ?? []);
  if (match.status === 'open') {
    const player = random.pick(players);
    if (random.below(3) === 0) return inviteOrAnswer(match, player, random);
    return seated.includes(player) && random.below(3) === 0
      ? leaveMatch(match, player)
      : joinMatch(game, match, { player, seat: null, entropy: '' });
  }
  if (random.below(50) === 0) return resign(game, match, random.pick(seated));
  if (random.below(50) === 0) return passTimeLimit(game, match);
  return movesIn(game, match, random);
}

/** Somebody is invited, is so no more, or declines, as the match allows. */
function inviteOrAnswer(match: MatchState, player: PlayerId, random: Random): Decision<MatchEvent> {
  const { creator } = match;
  if (invitationOf(match, player) === undefined) return invitePlayer(match, creator, player);
  return random.below(2) === 0
    ? withdrawInvitation(match, creator, player)
    : declineInvitation(match, player, random.pick(DECLINE_REASONS));
}

/** A legal move, or a batch of some that begins with one. */
function movesIn(game: AnyGame, match: MatchState, random: Random): Decision<MatchEvent> {
  const seat = random.pick(game.toMove(match.play));
  const player = match.seats[seat - 1]?.player;
  if (player == null) throw new Error('nobody sits at the seat to move');
  const texts = game.legalMoves(match.play, seat).map((move) => game.formatMove(move));
  const one = makeMoves(game, match, { player, ply: match.ply, moves: [random.pick(texts)] });
  if (random.below(2) === 0) return one;
  const moves = Array.from({ length: 2 + random.below(2) }, () => random.pick(texts));
  const several = makeMoves(game, match, { player, ply: match.ply, moves });
  return several.ok ? several : one;
}

function newest(id: string): AnyGame {
  const game = games.newest(id);
  if (game === undefined) throw new Error(`no ${id}`);
  return game;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The id of the n-th player of a test. */
export function playerNumber(n: number): PlayerId {
  return `p_${String(n).padStart(16, '0')}`;
}
