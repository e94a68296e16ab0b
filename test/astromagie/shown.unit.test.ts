/** Moves and positions as text, and what each viewer is shown. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { astromagie } from '../../domain/astromagie/index.ts';
import { schemas } from '../../domain/astromagie/schema.ts';
import { given } from './given.ts';

const canonical = (text: string) => {
  const move = astromagie.parseMove(text);
  return move === null ? null : astromagie.formatMove(move);
};

describe('moves as text', () => {
  it.each([
    ['play gem@3 air@2 mercury3@4', 'play air@2 gem@3 mercury3@4'],
    ['PLAY Gem@3', 'play gem@3'],
    ['  play   gem@3   air@2 ', 'play air@2 gem@3'],
    ['play gemini@3 SAGITTARIUS@1', 'play sag@1 gem@3'],
    ['discard Pisces', 'discard pis'],
    ['discard trine', 'discard trine'],
    ['discard MERCURY3', 'discard mercury3'],
    ['play trine@5 mars1@6', 'play trine@5 mars1@6'],
    // Read, for a rule to refuse.
    ['play', 'play'],
    ['discard', 'discard'],
    ['discard trine air', 'discard air trine'],
    ['play gem@9 air@0', 'play air@0 gem@9'],
    ['play trine@5 square@5', 'play square@5 trine@5'],
  ])('%j is %s', (text, wanted) => {
    expect(canonical(text)).toBe(wanted);
    expect(canonical(wanted)).toBe(wanted);
  });

  it.each([
    '',
    ' ',
    'gem@3',
    'play gem',
    'play gem@',
    'play @3',
    'play gem@3@4',
    'play gem @3',
    'play gem@03',
    'play gem@-1',
    'play gem@3,air@2',
    'play mercury@4',
    'discard mercury',
    'play mercury4@4',
    'discard gem@3',
    'discards gem',
    'pass',
    'play comet@3',
    'play\tgem@3',
    'play gem@3\n',
    'dıscard gem',
    'play gem@1000000000000000',
    'play constructor@3',
    'discard __proto__',
  ])('%j is no move', (text) => {
    expect(astromagie.parseMove(text)).toBeNull();
  });

  it('canonical texts fit the schema that clients are told', () => {
    for (const text of ['play gem@3', 'play air@2 gem@3 mercury3@4', 'discard trine']) {
      expect(schemas.move.safeParse(text).success).toBe(true);
    }
    for (const text of ['play', 'PLAY gem@3', 'play gem@7', 'discard gem air', 'play a@1 b@2 c@3 d@4']) {
      expect(schemas.move.safeParse(text).success).toBe(false);
    }
  });
});

const middle = given({
  row: 'leo/air/gem/mercury3',
  pairs: 'sextile+mars1 trine+saturn1',
  by: 2,
  toMove: 3,
  hands: ['fire gem ari trine', 'venus2 mercury3 gem', 'opposition conjunction water pis moon1 mars1'],
  pile: 'sun2 tau',
  discards: 'tau square',
  scores: [12, 0, 108],
  turn: 61,
  timePassed: true,
  deal: 2,
  deals: 3,
  targetScore: 200,
});
const PUBLIC = 'leo/air/gem/mercury3 sextile+mars1,trine+saturn1 2 3 2 4,3,6 12,0,108 tau,square 61! 2';

describe('position texts', () => {
  it('AS-50: everybody sees ten fields, and a seat its hand besides, sorted', () => {
    expect(astromagie.formatPosition(middle, 'onlooker', false)).toBe(PUBLIC);
    expect(astromagie.formatPosition(middle, 1, false)).toBe(`${PUBLIC} ari,gem,fire,trine`);
    expect(astromagie.formatPosition(middle, 2, false)).toBe(`${PUBLIC} gem,venus2,mercury3`);
    expect(astromagie.formatPosition(middle, 3, false)).toBe(`${PUBLIC} pis,water,mars1,moon1,conjunction,opposition`);
  });

  it('AS-50: after the match every view has all hands', () => {
    const hands = 'ari,gem,fire,trine|gem,venus2,mercury3|pis,water,mars1,moon1,conjunction,opposition';
    for (const viewer of [1, 2, 3, 'onlooker'] as const) {
      expect(astromagie.formatPosition(middle, viewer, true)).toBe(`${PUBLIC} ${hands}`);
    }
  });

  it('where a dry run stops before the draw, nobody is to move', () => {
    const verdict = astromagie.decide(middle, 3, { type: 'discard', cards: ['water'] });
    const state = (verdict.ok ? verdict.events : []).reduce(astromagie.evolve, middle);
    expect(astromagie.formatPosition(state, 3, false)).toBe(
      'leo/air/gem/mercury3 sextile+mars1,trine+saturn1 2 - 2 4,3,5 12,0,108 tau,square,water 62! 2 pis,mars1,moon1,conjunction,opposition',
    );
    expect(astromagie.text(astromagie.view(state, 3, false))).toContain('turn 62: before the draw');
  });
});

describe('views', () => {
  it('AS-50: the row, the discards, rows already scored, hand sizes, the pile’s size and scores are everybody’s', () => {
    const { hands, ...shared } = astromagie.view(middle, 1, false);
    expect(hands).toEqual([['ari', 'gem', 'fire', 'trine'], null, null]);
    expect(astromagie.view(middle, 'onlooker', false)).toEqual({ ...shared, hands: [null, null, null] });
    expect(shared).toEqual({
      deal: 2,
      deals: 3,
      turn: 61,
      toMove: 3,
      targetScore: 200,
      timePassed: true,
      scores: [12, 0, 108],
      row: {
        places: ['leo', 'air', 'gem', 'mercury3'],
        pairs: [
          { aspect: 'sextile', planet: 'mars1' },
          { aspect: 'trine', planet: 'saturn1' },
        ],
        addedBy: 2,
        points: 12,
      },
      pileSize: 2,
      discards: ['tau', 'square'],
      scoredRows: [],
      handSizes: [4, 3, 6],
      left: [],
      ending: null,
    });
  });

  it('fit their schema, which says no more and no less', () => {
    for (const viewer of [1, 'onlooker'] as const) {
      const view = astromagie.view(middle, viewer, false);
      expect(schemas.view.parse(view)).toEqual(view);
      expect(schemas.view.safeParse({ ...view, seed: '' }).success).toBe(false);
    }
    expect(JSON.stringify(z.toJSONSchema(schemas.view))).not.toContain('prefixItems');
  });

  it('as text', () => {
    expect(astromagie.text(astromagie.view(middle, 1, false))).toBe(`Astromagie, deal 2 of 3, turn 61: seat 3 to move
The match ends at 200 points.
The time limit has passed.

  seat 1   12 points  4 cards
  seat 2    0 points  3 cards
> seat 3  108 points  6 cards

Row, worth 12 points, last added to by seat 2:
  1 leo   2 air   3 gem   4 mercury3
  5+6 sextile+mars1 trine+saturn1

Pile: 2
Discards: tau square

Hand of seat 1: ari gem fire trine
`);
    const ended = astromagie.text(
      astromagie.view({ ...middle, row: null, phase: { type: 'over', reason: 'time' } }, 'onlooker', true),
    );
    expect(ended).toContain('turn 61: ended\n');
    expect(ended).toContain('No row is on the table.\n');
    expect(ended).toContain('Hand of seat 3: pis water mars1 moon1 conjunction opposition\n');
    const gone = astromagie.text(astromagie.view({ ...middle, gone: { seats: [2], cards: [] } }, 'onlooker', false));
    expect(gone).toContain('  seat 2    0 points  has left\n');
    expect(gone).not.toContain('Hand of');
  });
});
