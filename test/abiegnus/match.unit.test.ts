/** Abiegnus in a match: seats, batches, the die, resignation, the record. */
import { describe, expect, it, test } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { FACES, type State } from '../../domain/abiegnus/types.ts';
import { chanceFrom } from '../../domain/chance.ts';
import { catalogueOf } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { evolveMatch, startMatch } from '../../domain/match/evolve.ts';
import { legalMovesFor } from '../../domain/match/legal.ts';
import { makeMoves, rehearseMoves } from '../../domain/match/moves.ts';
import { seeCommit, seeMatch } from '../../domain/match/sight.ts';
import type { MatchState } from '../../domain/match/types.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { itemBytes, toItem } from '../../functions/store/commit-item.ts';
import { MATCH, player, SEED, type Setting, Table } from '../hidden-dice/table.ts';
import { randomFrom } from '../support/random.ts';

const SOLITAIRE: Setting = { options: { mode: 'solitaire' } };
const DIVINATION: Setting = { options: { mode: 'divination', ptah: 'water-earth', question: 'Will it rain?' } };
const SETTINGS: readonly (readonly [string, Setting])[] = [
  ['two players', {}],
  ['solitaire', SOLITAIRE],
  ['divination', DIVINATION],
];
const catalogue = catalogueOf([abiegnus]);

const tableOf = (setting: Setting) => new Table(abiegnus, setting).fill();

function playOn(table: Table, moves: number, seed = 1): Table {
  const random = randomFrom(seed);
  for (let n = 0; n < moves && table.state.status === 'active'; n += 1) table.move(random.pick(table.legal));
  return table;
}

/** Every roll in the log, in order. */
function rollsIn(table: Table): string[] {
  return table.commits.flatMap(({ events }) =>
    events.flatMap((event) =>
      'effects' in event ? event.effects.flatMap((each) => ('roll' in each ? [String(each.roll)] : [])) : [],
    ),
  );
}

/** What the die of this match shows, one after the other. */
function dieOf(table: Table, count: number): string[] {
  const entropies = table.state.seats.map(({ entropy }) => entropy);
  const chance = chanceFrom({ seed: SEED, match: MATCH, entropies }, 0);
  return Array.from({ length: count }, () => FACES[chance.uniform(6)] ?? '');
}

const ask = (table: Table, ...moves: string[]) => ({ player: player(table.mover), ply: table.state.ply, moves });

/** A table where the move to come ends the turn, and that move. */
function atTurnEnd(): { table: Table; move: string } {
  const table = tableOf({});
  for (;;) {
    const move = table.legal.find((text) => rehearseMoves(abiegnus, table.state, ask(table, text)).stoppedBeforeDraw);
    if (move !== undefined) return { table, move };
    table.move(table.legal[0] ?? '');
  }
}

describe('seats', () => {
  it('a match of one seat starts as it is made, with its first roll in the same commit', () => {
    for (const setting of [SOLITAIRE, DIVINATION]) {
      const table = new Table(abiegnus, setting);
      expect(table.state).toMatchObject({ status: 'active', ply: 0 });
      expect(table.state.seats).toHaveLength(1);
      expect(table.commits).toHaveLength(1);
      expect(rollsIn(table).length).toBeGreaterThan(0);
    }
  });

  it('a match of two starts with the second seat', () => {
    const table = new Table(abiegnus);
    expect(table.state.status).toBe('open');
    expect(rollsIn(table)).toEqual([]);
    table.join(2);
    expect(table.state.status).toBe('active');
    expect(rollsIn(table).length).toBeGreaterThan(0);
  });

  it('no second seat alone', () => {
    expect(() => new Table(abiegnus, { ...SOLITAIRE, seats: 2 })).toThrow(/invalid: .*here by 1/);
    expect(() => new Table(abiegnus, { seats: 1 })).toThrow(/invalid: .*here by 2/);
  });
});

describe('the die', () => {
  test.each(SETTINGS)(
    '%s: the rolls are the match’s numbers in order, one a turn, none after the end',
    (_mode, setting) => {
      const table = playOn(tableOf(setting), 2000);
      expect(table.state.status).toBe('finished');
      const rolls = rollsIn(table);
      expect(rolls).toEqual(dieOf(table, rolls.length));
      expect(rolls).toHaveLength((table.state.play as State).turn);
    },
  );

  it('is rolled in the commit that begins the turn, and its player sees it before moving', () => {
    const { table, move } = atTurnEnd();
    const before = rollsIn(table).length;
    table.move(move);
    expect(rollsIn(table).length).toBeGreaterThan(before);
    expect(seeMatch(abiegnus, table.state, 'onlooker').position).toContain(` ${rollsIn(table).at(-1)} - 0 `);
  });

  it('is not rolled again for the same move judged again, a lost race or a restart', () => {
    const { table, move } = atTurnEnd();
    const command = ask(table, move);
    const first = makeMoves(abiegnus, table.state, command);
    for (let again = 0; again < 5; again += 1) expect(makeMoves(abiegnus, table.state, command)).toEqual(first);
    // Loaded again from its log, and judged there.
    expect(makeMoves(abiegnus, table.replay(), command)).toEqual(first);
    table.move(move);
    expect(table.replay()).toEqual(table.state);
    expect(table.commits.at(-1)?.events).toEqual(first.ok ? first.events : []);
    // Whoever lost the race is judged at the ply that won, and draws nothing.
    expect(makeMoves(abiegnus, table.state, command)).toMatchObject({ ok: false, problem: { code: 'stale_ply' } });
  });

  it('is not rolled again after a dry run, a refused move, or a look at the legal moves', () => {
    const { table, move } = atTurnEnd();
    const untouched = tableOf({});
    while (untouched.state.ply < table.state.ply) untouched.move(untouched.legal[0] ?? '');
    for (const moves of [[move], ['end', 'end'], ['a1-a1'], ['nonsense'], [move, move]]) {
      rehearseMoves(abiegnus, table.state, ask(table, ...moves));
      if (moves[0] !== move || moves.length > 1) {
        expect(makeMoves(abiegnus, table.state, ask(table, ...moves)).ok).toBe(false);
      }
    }
    legalMovesFor(abiegnus, table.state, 1);
    table.move(move);
    untouched.move(move);
    expect(rollsIn(table)).toEqual(rollsIn(untouched));
  });

  it('is told by no dry run, legal move or explanation ahead of its commit', () => {
    const { table, move } = atTurnEnd();
    const { decision, stoppedBeforeDraw } = rehearseMoves(abiegnus, table.state, ask(table, move));
    expect(stoppedBeforeDraw).toBe(true);
    expect(JSON.stringify([decision, legalMovesFor(abiegnus, table.state, 1)])).not.toMatch(/roll|drawn|passed/);
  });
});

describe('moves', () => {
  it('a whole turn is one batch and one commit', () => {
    const one = tableOf({});
    const batch = tableOf({});
    const texts: string[] = [];
    const { mover } = one;
    const turn = () => (one.state.play as State).turn;
    for (const began = turn(); turn() === began && one.state.status === 'active' && one.mover === mover; ) {
      const text = one.legal.find((each) => !rehearseMoves(abiegnus, one.state, ask(one, each)).stoppedBeforeDraw);
      texts.push(texts.length < 3 && text !== undefined ? text : (one.legal.at(-1) ?? ''));
      one.move(texts.at(-1) ?? '');
    }
    expect(texts.length).toBeGreaterThan(1);
    batch.move(...texts);
    expect(batch.commits).toHaveLength(3);
    expect(batch.state.play).toEqual(one.state.play);
    expect(batch.state.drawn).toBe(one.state.drawn);
  });

  it('AB-10: a batch goes on past the end of its turn with nothing, even alone', () => {
    for (const setting of [{}, SOLITAIRE]) {
      const table = tableOf(setting);
      const [step = ''] = table.legal.filter(
        (text) => !rehearseMoves(abiegnus, table.state, ask(table, text)).stoppedBeforeDraw,
      );
      const command = ask(table, step, 'end', step);
      const refused = { ok: false, problem: { code: 'illegal_move', index: 2, rule: 'AB-10' } };
      expect(makeMoves(abiegnus, table.state, command)).toMatchObject(refused);
      expect(rehearseMoves(abiegnus, table.state, command).decision).toMatchObject(refused);
    }
  });

  it('legal moves tell what erupts, what is captured and where everything lands', () => {
    const { table, move } = atTurnEnd();
    const told = legalMovesFor(abiegnus, table.state, 'onlooker')?.find(({ text }) => text === move);
    expect(told?.effects.map(({ type }) => type)).toEqual(['stepped', 'erupted', 'turn-ended']);
    expect(told?.effects[1]).toMatchObject({
      landings: expect.arrayContaining([
        { pyramid: expect.any(String), to: expect.any(String), captured: expect.any(Boolean) },
      ]),
    });
    expect(told?.explanation).toMatch(/^The \w+ cap steps from .*erupts.*; the turn ends\.$/);
  });
});

describe('the end', () => {
  it('resigning between two: the other wins, at the score as it stands', () => {
    const table = playOn(tableOf({}), 30);
    table.resign(1);
    expect(table.state.outcome).toMatchObject({ kind: 'win', winners: [2], reason: 'resignation' });
    expect(table.legal).toEqual([]);
  });

  it('resigning alone: ended or unanswered, with nobody to win', () => {
    const solitaire = playOn(tableOf(SOLITAIRE), 3);
    solitaire.resign(1);
    expect(solitaire.state.outcome).toMatchObject({ kind: 'ended', winners: [], reason: 'resignation' });
    const divination = playOn(tableOf(DIVINATION), 3);
    divination.resign(1);
    expect(divination.state.outcome).toMatchObject({
      kind: 'unanswered',
      winners: [],
      detail: { verdict: 'unanswered' },
    });
    expect(seeMatch(abiegnus, divination.state, 1).view).toMatchObject({
      reading: { verdict: 'unanswered' },
      ending: 'halted',
    });
  });

  it('AB-49: the reading is in the view, in the outcome and so in the record', () => {
    const table = playOn(tableOf(DIVINATION), 2000);
    const { reading } = abiegnus.view(table.state.play as State, 1, true);
    expect(table.state.outcome?.detail).toMatchObject({ reading: json(reading) });
    expect(JSON.parse(table.full('onlooker')).outcome.detail.reading).toEqual(json(reading));
  });
});

describe('the question', () => {
  const table = tableOf(DIVINATION);

  it('AB-46: is told to whoever asked, and to nobody else; play never sees it', () => {
    const told = (viewer: 1 | 'onlooker') =>
      canonicalJson([
        seeMatch(abiegnus, table.state, viewer),
        table.commits.map((each) => seeCommit(table.state, each, viewer)),
      ]);
    expect(told(1)).toContain('Will it rain?');
    expect(told('onlooker')).not.toContain('Will it rain?');
    expect(JSON.stringify(table.state.play)).not.toContain('Will it rain?');
  });

  it('AB-46: the Ptah stands where it was said to', () => {
    expect(table.state.options).toMatchObject({ mode: 'divination', ptah: 'c3' });
    expect((table.state.play as State).board[10]?.[0]).toBe('P1');
  });
});

describe('records', () => {
  test.each(SETTINGS)('%s: verify, in both forms, running and ended, for every viewer', (_mode, setting) => {
    for (const moves of [0, 7, 2000]) {
      const table = playOn(tableOf(setting), moves, 7);
      for (const text of [table.full(1), table.full('onlooker'), table.compact(1), table.compact('onlooker')]) {
        expect(verifyRecord(text, catalogue)).toMatchObject({ verdict: 'ok', fault: null });
      }
    }
  });

  test.each(SETTINGS)('%s: verify after a resignation', (_mode, setting) => {
    const table = playOn(tableOf(setting), 3, 7);
    table.resign(1);
    expect(verifyRecord(table.full('onlooker'), catalogue)).toMatchObject({ verdict: 'ok' });
  });

  test('another roll than the die’s is found', () => {
    const text = playOn(tableOf({}), 2000, 7).full(1);
    const other = text.replace(/"roll":"[SAWEF]"/, '"roll":"*"');
    expect(verifyRecord(other, catalogue).verdict).toBe('fault');
  });

  test.each(SETTINGS)('%s: a replay of the stored commits is the live match', (_mode, setting) => {
    const table = playOn(tableOf(setting), 120, 3);
    expect(table.replay()).toEqual(table.state);
  });
});

describe('in the store', () => {
  it('each commit costs at most 3 write units, with a snapshot and after the longest question too', () => {
    const random = randomFrom(5);
    const rare = Array.from({ length: 280 }, () => String.fromCodePoint(0x2_0000 + random.below(40_000))).join('');
    for (const options of [{}, { mode: 'divination', ptah: 'e4', question: rare }]) {
      const table = tableOf({ options });
      // Whole turns as batches, as long as can be.
      while (table.state.status === 'active') table.move(...longTurn(table));
      let state: MatchState | null = null;
      for (const commit of table.commits) {
        state =
          state === null
            ? startMatch(MATCH, table.state.secrets.saltKey, commit, catalogue)
            : evolveMatch(state, commit, catalogue);
        const item = toItem(state, commit, true);
        expect(item).toHaveProperty('snapshot');
        expect(itemBytes(item)).toBeLessThanOrEqual(3 * 1024);
      }
    }
  });
});

/** Steps that cause nothing, as many as there can be, and whatever then ends the turn. */
function longTurn(table: Table): string[] {
  const texts: string[] = [];
  let play = table.state.play as State;
  for (const { turn } = play; play.turn === turn && play.phase.type === 'moving'; ) {
    const moves = abiegnus.legalMoves(play, table.mover === 2 ? 2 : 1);
    const verdicts = moves.map((move) => ({ move, verdict: abiegnus.decide(play, table.mover === 2 ? 2 : 1, move) }));
    const idle = verdicts.filter(({ verdict }) => verdict.ok && verdict.events.every(({ type }) => type === 'stepped'));
    const chosen = idle[(texts.length * 7) % Math.max(1, idle.length)] ?? verdicts[0];
    if (chosen === undefined || !chosen.verdict.ok) throw new Error('a legal move was refused');
    texts.push(abiegnus.formatMove(chosen.move));
    play = chosen.verdict.events.reduce(abiegnus.evolve, play);
  }
  return texts;
}

function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
