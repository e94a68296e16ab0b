import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { play, started, stateOf } from './given.ts';

const view = (position: string) => aquaignis.view(stateOf(position), 'onlooker', false);
const text = (position: string) => aquaignis.text(view(position));

const MIDDLE = 'A4@0,a3@0,i1@5,I2@6/-/-/a4@2/i3@2/-/- a 2 1-3 a13,i27+ 11';

describe('the view', () => {
  it('has all that a client needs to draw the board', () => {
    const { flows, ...rest } = view(MIDDLE);
    expect(rest).toEqual({
      turn: 11,
      toMove: 1,
      actionsLeft: 2,
      breakthroughs: [1, 3],
      links: [
        { seat: 1, flows: [1, 3], lastTurn: 11, lastsBeyondThisTurn: false },
        { seat: 2, flows: [2, 7], lastTurn: 12, lastsBeyondThisTurn: true },
      ],
      quietTurns: 0,
      occurrences: 1,
      ending: null,
    });
    expect(flows).toHaveLength(7);
    expect(flows[0]).toEqual({
      flow: 1,
      aqua: { piece: { charge: 3, slot: 0 }, barrier: { durability: 4, slot: 0 } },
      ignis: { piece: { charge: 1, slot: 5 }, barrier: { durability: 2, slot: 6 } },
    });
    expect(flows[6]).toEqual({ flow: 7, aqua: { piece: null, barrier: null }, ignis: { piece: null, barrier: null } });
  });

  it('fits its schema, strictly', () => {
    const { schemas } = aquaignis;
    expect(schemas.view.parse(view(MIDDLE))).toEqual(view(MIDDLE));
    expect(schemas.view.safeParse({ ...view(MIDDLE), more: 1 }).success).toBe(false);
    expect(schemas.options.safeParse({}).success).toBe(true);
    expect(schemas.options.safeParse({ more: 1 }).success).toBe(false);
    expect(schemas.move.safeParse('jump 3 4').success).toBe(true);
    expect(schemas.move.safeParse('j34').success).toBe(false);
    for (const schema of [schemas.view, schemas.options, schemas.move]) {
      expect(() => z.toJSONSchema(schema)).not.toThrow();
    }
  });
});

describe('the board as text', () => {
  it('shows pieces, Barriers, links, scores and whose turn it is', () => {
    expect(text(MIDDLE)).toMatchInlineSnapshot(`
      "Aquaignis, turn 11: Aqua (seat 1) has 2 actions
      Breakthroughs: Aqua 1, Ignis 3 (4 win)
      Aqua's link: flows 1 and 3, to the end of turn 11
      Ignis's link: flows 2 and 7, to the end of turn 12

      flow    1      2      3      4      5      6      7
      6 Ignis [i2]   .      .      .      .      .      .
      5       i1     .      .      .      .      .      .
      4       .      .      .      .      .      .      .
      3       .      .      .      .      .      .      .
      2       .      .      .      a4     i3     .      .
      1       .      .      .      .      .      .      .
      0 Aqua  [a4]a3 .      .      .      .      .      .

      a2 a piece of Aqua, charge 2 (goes up); i2 of Ignis (down)
      [a3] [i3] a Barrier, durability 3; a4 i4 a Crown
      Draws: quiet turns 0 of 60, same position 1 of 3
      "
    `);
  });

  it('tells how a game ended', () => {
    const dash = '-/-/-/-/-/-/-';
    expect(text(`${dash} - 0 1-4 - 20`)).toContain('turn 20: Ignis has won');
    const waits = ['s7', 's7', 's1', 's1'];
    const drawn = play(stateOf('a1@0/-/-/-/-/-/i1@6 i 2 0-0 - 6'), ...waits, ...waits);
    expect(aquaignis.text(aquaignis.view(drawn, 1, true))).toContain('turn 10: a draw by repetition');
    expect(aquaignis.text(aquaignis.view(aquaignis.halt(started()), 1, true))).toContain('turn 1: ended');
  });

  it('is at most 60 columns wide, whatever stands on the board', () => {
    const full = 'A4@0,a3@0,I4@6,i3@6/a4@1,i4@6/a1@1,i1@6/a1@1,i1@6/a1@1,i1@6/a1@1,i1@6/a1@1,i1@6';
    for (const line of text(`${full} i 2 3-3 a27+,i57 1000`).split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('explanations', () => {
  const explain = (position: string, move: string) => {
    const state = stateOf(position);
    const parsed = aquaignis.parseMove(move);
    if (parsed === null) throw new Error(move);
    return aquaignis.explain(state, aquaignis.toMove(state)[0] ?? 1, parsed);
  };
  const later = '/-/-/-/-/-/- a 2 0-0 - 5';

  it.each([
    [
      `a2@5${later}`,
      'spawn 1',
      'Aqua puts a piece of charge 1 on slot 0 of flow 1, giving up the piece of charge 2 on slot 5.',
    ],
    [`a3@5${later}`, 'charge 1', "Aqua's piece in flow 1 gains 1, to charge 4, a Crown."],
    [`A3@5${later}`, 'charge barrier', "Aqua's Barrier in flow 1 gains 1, to durability 4."],
    [`a3@5${later}`, 'barrier 1', "Aqua's piece in flow 1 becomes a Barrier of durability 3 on slot 5."],
    [`a3@6${later}`, 'advance 1', "Aqua's piece leaves flow 1: breakthrough 1."],
    ['i1@0/-/-/-/-/-/- i 2 0-3 - 6', 'advance 1', "Ignis's piece leaves flow 1: breakthrough 4; Ignis wins."],
    [`a4@5${later}`, 'surge 1', 'A surge needs charge 3 exactly; your piece in flow 1 has charge 4.'],
  ])('%s, %s', (position, move, sentence) => {
    expect(explain(position, move)).toBe(sentence);
  });

  it('tells a whole surge', () => {
    expect(explain('a3@0,I2@2/a1@3/-/-/-/-/a3@1 a 1 0-0 - 5', 'surge 1')).toMatchInlineSnapshot(
      `"Aqua's piece in flow 1 moves to slot 1; Aqua's piece in flow 1 meets Ignis's Barrier on slot 2 and is left with 3; the Barrier is destroyed; Aqua's piece in flow 1 moves to slot 2; the surger is left with charge 1; the pulse raises the piece in flow 2 to charge 2; flows 2 and 7 are linked to the end of turn 7; turn 6 is Ignis's."`,
    );
  });

  it('tells jumps, twins, passes and draws', () => {
    const besieged = 'i1@0/i1@0/i1@0/i1@0/i1@0/i1@0/I1@0';
    expect(explain('a2@2/i1@2/-/-/-/-/- a 2 0-0 - 5', 'jump 1 2')).toMatchInlineSnapshot(
      `"Aqua's piece jumps from flow 1 at the one on slot 2 of flow 2 and lands there with charge 1; the target is destroyed."`,
    );
    expect(explain('-/a1@2/-/a1@2/-/-/- a 2 0-0 a24 5', 'charge 2')).toMatchInlineSnapshot(
      `"Aqua's piece in flow 2 gains 1, to charge 2; the linked piece in flow 4 gains 1 too, to charge 2."`,
    );
    expect(explain(`${besieged},a1@3,i3@4 a 2 0-0 - 5`, 'advance 7')).toMatchInlineSnapshot(
      `"Aqua's piece in flow 7 meets Ignis's piece on slot 4 and is destroyed; the piece is left with 3; Aqua can do nothing more in turn 5, which passes; turn 6 is Ignis's."`,
    );
    expect(explain('a1@0/-/-/-/-/-/i1@6 i 1 0-0 - 1000', 'spawn 7')).toMatchInlineSnapshot(
      `"Ignis puts a piece of charge 1 on slot 6 of flow 7, giving up the piece of charge 1 on slot 6; turn 1001 is Aqua's; the game is drawn (length)."`,
    );
  });
});
