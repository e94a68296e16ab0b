/** Matches of Aquaignis made by the domain alone: every commit and every state, as a log would have them. */
import { createHash } from 'node:crypto';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import type { AnyGame } from '../../domain/game.ts';
import { games } from '../../domain/games.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { type CreateMatch, createMatch } from '../../domain/match/create.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { ID_ALPHABET } from '../../domain/match/ids.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { joinMatch } from '../../domain/match/seating.ts';
import type { MatchEvent, MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Bot } from './bots.ts';
import type { Random } from './random.ts';
import { UNTIMED } from './untimed.ts';

const game = games.newest('aquaignis');
if (game === undefined) throw new Error('no Aquaignis');
export const AQUAIGNIS: AnyGame = game;

export const ADA: PlayerId = 'p_aaaaaaaaaaaaaaaa';
export const BOB: PlayerId = 'p_bbbbbbbbbbbbbbbb';
export const CYD: PlayerId = 'p_cccccccccccccccc';

const START = Date.parse('2030-01-01T00:00:00.000Z');

export interface Story {
  readonly id: MatchId;
  readonly saltKey: string;
  /** `states[n]` is the match after `commits[n]`. */
  readonly states: readonly MatchState[];
  readonly commits: readonly MatchCommit[];
}

export function now(story: Story): MatchState {
  const state = story.states.at(-1);
  if (state === undefined) throw new RangeError('a story has a beginning');
  return state;
}

export function idFrom(random: Random): MatchId {
  return `m_${Array.from({ length: 16 }, () => ID_ALPHABET[random.below(32)]).join('')}`;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export function creation(id: MatchId, more: Partial<CreateMatch> = {}): CreateMatch {
  return {
    match: id,
    player: ADA,
    options: {},
    seat: 1,
    seats: null,
    visibility: 'unlisted',
    invited: [],
    entropy: '',
    secrets: { seed: digest(`seed ${id}`), saltKey: digest(`salt ${id}`) },
    rated: false,
    time: UNTIMED,
    ...more,
  };
}

function events(decision: Decision<MatchEvent>): readonly MatchEvent[] {
  if (!decision.ok) throw new Error(`${decision.problem.code}: ${decision.problem.detail}`);
  return decision.events;
}

export function created(id: MatchId, more: Partial<CreateMatch> = {}): Story {
  const command = creation(id, more);
  const { saltKey } = command.secrets;
  const first = firstCommit(id, saltKey, events(createMatch(AQUAIGNIS, command)), new Date(START));
  return { id, saltKey, states: [startMatch(id, saltKey, first, games)], commits: [first] };
}

/** The story gone on by what a command decided, a second later. */
export function goneOn(story: Story, decide: (match: MatchState) => Decision<MatchEvent>): Story {
  const before = now(story);
  const commit = followingCommit(before, events(decide(before)), new Date(START + story.commits.length * 1000));
  const after = evolveMatch(before, commit, games);
  return { ...story, states: [...story.states, after], commits: [...story.commits, commit] };
}

export function begun(id: MatchId, more: Partial<CreateMatch> = {}): Story {
  return goneOn(created(id, more), (match) => joinMatch(AQUAIGNIS, match, { player: BOB, seat: null, entropy: '' }));
}

/** Plays up to `commits` more commits, some of them batches of two. */
export function played(story: Story, bot: Bot, random: Random, commits: number): Story {
  const states = [...story.states];
  const log = [...story.commits];
  for (let n = 0; n < commits; n += 1) {
    const before = states.at(-1) ?? now(story);
    if (before.status !== 'active') break;
    const moves = movesOf(before, bot, random);
    const seat = AQUAIGNIS.toMove(before.play)[0];
    const decision = makeMoves(AQUAIGNIS, before, { player: seat === 2 ? BOB : ADA, ply: before.ply, moves });
    const commit = followingCommit(before, events(decision), new Date(START + log.length * 1000));
    log.push(commit);
    states.push(evolveMatch(before, commit, games));
  }
  return { ...story, states, commits: log };
}

function movesOf(match: MatchState, bot: Bot, random: Random): string[] {
  let play = playOf(match);
  const { turn } = play;
  const moves: string[] = [];
  const most = random.below(3) === 0 ? 2 : 1;
  while (moves.length < most && play.phase.type === 'playing' && play.turn === turn) {
    const text = bot(play, random);
    const move = aquaignis.parseMove(text);
    const [seat] = aquaignis.toMove(play);
    const verdict = move === null || seat === undefined ? null : aquaignis.decide(play, seat, move);
    if (verdict?.ok !== true) throw new Error(`${text} is not legal`);
    play = verdict.events.reduce(aquaignis.evolve, play);
    moves.push(text);
  }
  return moves;
}

/** The game's own state in a match of Aquaignis. */
export function playOf(match: MatchState): State {
  return match.play as State;
}
