/** Nobody is told what they may not know: every text that leaves a match is searched for every secret. */
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { saltsOf } from '../../domain/log/seal.ts';
import { followingCommit } from '../../domain/match/commit.ts';
import { evolveMatch } from '../../domain/match/evolve.ts';
import { legalMovesFor } from '../../domain/match/legal.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import { seeCommit, seeMatch, seeText } from '../../domain/match/sight.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Viewer } from '../../domain/sealed.ts';
import { hiddenDice, hiddenDiceOnly } from './index.ts';
import type { Card, State } from './state.ts';
import { MATCH, SALT_KEY, SEED, Table } from './table.ts';

const VIEWERS: readonly Viewer[] = [1, 2, 3, 'onlooker'];

/** All that leaves a match for one viewer. */
function seenBy(table: Table, viewer: Viewer): string {
  const { state, commits } = table;
  return JSON.stringify([
    seeMatch(hiddenDice, state, viewer),
    seeText(hiddenDice, state, viewer),
    commits.map((commit) => seeCommit(state, commit, viewer)),
    legalMovesFor(hiddenDice, state, viewer),
    table.full(viewer),
    table.compact(viewer),
  ]);
}

/** Reads the hands of the match itself, at every step: `known` by viewer are those a viewer may have seen. */
class Knowledge {
  private readonly own = new Map<Viewer, Set<Card>>(VIEWERS.map((viewer) => [viewer, new Set()]));
  private readonly open = new Set<Card>();
  private readonly all = new Set<Card>();

  learn(match: MatchState): void {
    // The state of a match is unknown data to all but its game.
    const play = match.play as State;
    for (const [i, hand] of play.hands.entries()) {
      for (const card of hand) this.own.get(VIEWERS[i] ?? 'onlooker')?.add(card);
    }
    for (const card of [...play.hands.flat(), ...play.pile]) this.all.add(card);
  }

  played(card: string): void {
    for (const each of this.all) if (each === card) this.open.add(each);
  }

  secretsFrom(viewer: Viewer): Card[] {
    return [...this.all].filter((card) => !this.own.get(viewer)?.has(card) && !this.open.has(card));
  }
}

/** Salts of seals that this viewer was not shown. */
function foreignSalts(table: Table, viewer: Viewer): string[] {
  return table.commits.flatMap((commit) => {
    const salts = saltsOf(SALT_KEY, MATCH, commit.seq);
    const audiences = JSON.stringify(commit.events).match(/"sealedFor":(\d|"nobody")/g) ?? [];
    return audiences.flatMap((audience, n) => (audience === `"sealedFor":${viewer}` ? [] : [salts(n)]));
  });
}

describe('during play', () => {
  const table = new Table(hiddenDice, { seats: 3, options: { rounds: 5 } }).fill();
  const knowledge = new Knowledge();
  knowledge.learn(table.state);
  const moves = ['take', 'play', 'take', 'pass', 'play', 'take'];

  test.each([...moves.entries()])('step %i, %s: nothing is told too early', (_n, kind) => {
    const move = table.legal.find((each) => each.startsWith(kind)) ?? 'pass';
    table.move(move);
    knowledge.learn(table.state);
    if (move.startsWith('play')) knowledge.played(move.slice(5));
    for (const viewer of VIEWERS) {
      const text = seenBy(table, viewer);
      const secrets = [...knowledge.secretsFrom(viewer), ...foreignSalts(table, viewer), SEED, SALT_KEY, 'sealedFor'];
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });

  test('each sees the own cards and there is something to hide', () => {
    for (const viewer of VIEWERS) expect(knowledge.secretsFrom(viewer).length).toBeGreaterThan(8);
    const play = table.state.play as State;
    for (const card of play.hands[1] ?? []) expect(seenBy(table, 2)).toContain(card);
  });

  test('legal moves are for the seat to move alone', () => {
    for (const viewer of VIEWERS) {
      const moves = legalMovesFor(hiddenDice, table.state, viewer);
      if (viewer === table.mover) expect(moves?.map(({ text }) => text)).toEqual(table.legal);
      else expect(moves).toBeNull();
    }
  });

  test('a resignation sets the hand aside unseen', () => {
    const hand = (table.state.play as State).hands[2] ?? [];
    expect(hand.length).toBeGreaterThan(0);
    table.resign(3);
    knowledge.learn(table.state);
    for (const viewer of [1, 2, 'onlooker'] as const) {
      const text = seenBy(table, viewer);
      expect(hand.filter((card) => text.includes(card))).toEqual([]);
    }
  });

  test('in the end all opens, to everybody, back to the first commit', () => {
    table.resign(2);
    for (const viewer of VIEWERS) {
      const text = seenBy(table, viewer);
      expect(text).toContain(SEED);
      expect(text).not.toContain(SALT_KEY);
      expect(text).not.toContain('"digest"');
      for (const secret of knowledge.secretsFrom('onlooker')) expect(text).toContain(secret);
    }
    expect(table.full('onlooker')).toBe(table.full(1));
    expect(table.compact('onlooker')).toBe(table.compact(2));
  });
});

describe('the state', () => {
  test('is the same when read back from its JSON, at every step', () => {
    const table = new Table(hiddenDice, { seats: 4, options: { minutes: 10 } }).fill();
    for (let n = 0; table.state.status === 'active'; n += 1) {
      const back: MatchState = JSON.parse(JSON.stringify(table.state));
      expect(back).toEqual(table.state);
      const command = { player: table.state.creator, ply: table.state.ply, moves: ['pass'] };
      if (table.mover === 1) {
        const decisions = [back, table.state].map((state) => makeMoves(hiddenDice, state, command));
        expect(decisions[0]).toEqual(decisions[1]);
      }
      table.move(table.legal[n % table.legal.length] ?? '');
    }
  });

  test('is folded from the commits alone, also from commits read back from JSON', () => {
    const table = new Table(hiddenDice, { seats: 3 }).fill();
    for (const move of ['take', 'pass', 'take', 'pass']) table.move(move);
    table.resign(2);
    const replayed = table.replay();
    expect(replayed).toEqual(table.state);
    const commit = followingCommit(replayed, [], new Date(table.now));
    expect(() => evolveMatch(table.state, { ...commit, seq: 99 }, hiddenDiceOnly)).toThrow('does not follow');
    expect(canonicalJson(replayed)).toBe(canonicalJson(table.state));
  });
});
