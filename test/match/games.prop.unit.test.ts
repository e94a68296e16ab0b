/** Whole random matches: batches, dry runs, replay, and how a match stood at an earlier ply. */
import { describe, expect, test } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { games } from '../../domain/games.ts';
import { followingCommit } from '../../domain/match/commit.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { canonicalMoves, makeMoves, rehearseMoves } from '../../domain/match/moves.ts';
import { seeMatch } from '../../domain/match/sight.ts';
import type { MatchState } from '../../domain/match/types.ts';
import { stateAtPly } from '../../functions/play/history.ts';
import type { MatchLog } from '../../functions/store/match-log.ts';
import { anyMove, type Bot, endless, hasty } from '../support/bots.ts';
import { ADA, AQUAIGNIS, BOB, begun, idFrom, played, playOf, type Story } from '../support/matches.ts';
import { type Random, randomFrom } from '../support/random.ts';

const MATCHES = 60;
const random = randomFrom();
const bots: readonly Bot[] = [anyMove, hasty, endless(20)];

function story(n: number, source: Random = random): Story {
  return played(begun(idFrom(source), { entropy: `number ${n}` }), bots[n % bots.length] ?? anyMove, source, 60);
}

const stories = Array.from({ length: MATCHES }, (_, n) => story(n));
const each = test.each(stories.map((told, n) => [n, told] as const));
console.log(`seed ${random.seed}`);

const playerOf = (match: MatchState) => (AQUAIGNIS.toMove(match.play)[0] === 2 ? BOB : ADA);

describe('match', () => {
  each(
    '%d: replayed from its commits is the match as it was played, after every one',
    (_n, { id, saltKey, states, commits }) => {
      // As they would come from the store: nothing but JSON.
      const log = JSON.parse(JSON.stringify(commits)) as MatchCommit[];
      let state: MatchState | null = null;
      for (const [n, commit] of log.entries()) {
        state = state === null ? startMatch(id, saltKey, commit, games) : evolveMatch(state, commit, games);
        expect(state).toEqual(states[n]);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }
      expect(() => evolveMatch(states[0] as MatchState, log[5] as MatchCommit, games)).toThrow('does not follow');
    },
  );

  each('%d: times and plies never go down', (_n, { commits }) => {
    for (const [n, commit] of commits.entries()) {
      const before = commits[n - 1];
      if (before === undefined) continue;
      expect(commit.at >= before.at).toBe(true);
      expect(commit.ply).toBeGreaterThanOrEqual(before.ply);
      expect(commit.plyBefore).toBe(before.ply);
    }
  });

  each('%d: a dry run changes nothing, and tells what the move itself then tells', (_n, { states, commits }) => {
    for (const [n, commit] of commits.entries()) {
      const before = states[n - 1];
      const after = states[n];
      if (before?.status !== 'active' || after === undefined) continue;
      const moves = commit.events.flatMap((event) => (event.type === 'move.made' ? [event.move] : []));
      const kept = structuredClone(before);
      const { decision, stoppedBeforeDraw } = rehearseMoves(AQUAIGNIS, before, {
        player: playerOf(before),
        ply: before.ply,
        moves,
      });
      expect(before).toEqual(kept);
      expect(stoppedBeforeDraw).toBe(false);
      if (!decision.ok) throw new Error(decision.problem.detail);
      const imagined = evolveMatch(before, followingCommit(before, decision.events, new Date(commit.at)), games);
      const { head: _one, ...shown } = seeMatch(AQUAIGNIS, imagined, 1, false);
      const { head: _two, ...real } = seeMatch(AQUAIGNIS, after, 1, false);
      expect(shown).toEqual(real);
    }
  });

  each('%d: a batch is what its moves are one by one, and all or none', (_n, { states }) => {
    for (const state of states) {
      if (state.status !== 'active') continue;
      const player = playerOf(state);
      const first = anyMove(playOf(state), random);
      const one = makeMoves(AQUAIGNIS, state, { player, ply: state.ply, moves: [first] });
      if (!one.ok) throw new Error(one.problem.detail);
      const between = evolveMatch(state, followingCommit(state, one.events, new Date(state.at)), games);
      const goesOn = between.status === 'active' && AQUAIGNIS.turn(between.play) === AQUAIGNIS.turn(state.play);
      const second = between.status === 'active' ? anyMove(playOf(between), random) : 'spawn 1';
      const both = makeMoves(AQUAIGNIS, state, { player, ply: state.ply, moves: [first, second] });
      if (goesOn) {
        const two = makeMoves(AQUAIGNIS, between, { player, ply: between.ply, moves: [second] });
        expect(both.ok && two.ok && both.events).toEqual(two.ok ? [...one.events, ...two.events] : null);
      } else {
        const rule = between.status === 'active' ? 'AQ-7' : expect.any(String);
        expect(both).toMatchObject({ ok: false, problem: { code: 'illegal_move', index: 1, rule } });
      }
      const spoiled = makeMoves(AQUAIGNIS, state, { player, ply: state.ply, moves: [first, 'jump 9 9'] });
      expect(spoiled).toMatchObject({ ok: false, problem: { index: 1 } });
    }
  });

  each('%d: as it stood at any ply, also one inside a batch', async (_n, { states, commits }) => {
    const last = states.at(-1) as MatchState;
    const log = inMemory({ states, commits });
    let play = aquaignis.setup({}, [1, 2]);
    const positions = [aquaignis.formatPosition(play, 'onlooker', false)];
    for (const { events } of commits) {
      for (const event of events) {
        if (event.type !== 'move.made') continue;
        play = (event.effects as readonly Parameters<typeof aquaignis.evolve>[1][]).reduce(aquaignis.evolve, play);
        positions.push(aquaignis.formatPosition(play, 'onlooker', false));
      }
    }
    for (let ply = 0; ply <= last.ply; ply += 1) {
      const then = await stateAtPly({ log, games }, last, ply);
      if (then === null) throw new Error(`nothing at ply ${ply}`);
      const seen = seeMatch(AQUAIGNIS, then, 'onlooker');
      expect(seen.position).toBe(positions[ply]);
      expect(seen.ply).toBe(ply);
      // The outcome, whose turn it was and how it stood are of that time.
      if (ply < last.ply)
        expect({ outcome: seen.outcome, status: seen.status }).toEqual({ outcome: null, status: 'active' });
      const whole = states.findLast((state) => state.ply === ply);
      if (whole !== undefined) expect(then).toEqual(whole);
    }
    expect(await stateAtPly({ log, games }, last, last.ply + 1)).toBeNull();
  });
});

test('texts are compared as their canonical forms', () => {
  expect(canonicalMoves(AQUAIGNIS, ['S3', 'advance  3', 'CB', 'j12'])).toEqual([
    'spawn 3',
    'advance 3',
    'charge barrier',
    'jump 1 2',
  ]);
  expect(canonicalMoves(AQUAIGNIS, ['S3', 'castle'])).toBeNull();
});

/** As much of a log as reading an earlier ply takes. */
function inMemory({ states, commits }: Pick<Story, 'states' | 'commits'>): MatchLog {
  const none = (): never => {
    throw new Error('not needed here');
  };
  return {
    load: none,
    append: none,
    read: none,
    loadAt: async (_match, seq) => {
      const state = states[seq - 1];
      return state === undefined ? null : { state, recent: [], sinceSnapshot: 0 };
    },
    commitPast: async (_state, ply) => commits.find((commit) => commit.ply > ply) ?? null,
  };
}
