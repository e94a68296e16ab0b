import { describe, expect, it } from 'vitest';
import { DECK } from '../../domain/astromagie/deck/rows.ts';
import { deckSchema, readDeck } from '../../domain/astromagie/deck/schema.ts';
import { astromagie, astromagieWith } from '../../domain/astromagie/index.ts';
import { pointsOf } from '../../domain/astromagie/row.ts';
import { randomFrom } from '../support/random.ts';
import { chanceOf, deck, OPTIONS } from './given.ts';

const countOf = (kind: string) => deck.order.filter((code) => deck.cards.get(code)?.kind === kind).length;

describe('the deck', () => {
  it('AS-1: 72 cards: 24 zodiac signs, 12 elements, 24 planets, 12 aspects', () => {
    expect(deck.order).toHaveLength(72);
    expect(['zodiac', 'element', 'planet', 'aspect'].map(countOf)).toEqual([24, 12, 24, 12]);
  });

  it('AS-2: mercury3 comes 4 times, every other planet card twice; eight cards of each number', () => {
    const planets = deck.order.filter((code) => deck.cards.get(code)?.kind === 'planet');
    const counts = new Map(planets.map((code) => [code, planets.filter((each) => each === code).length]));
    expect(counts.get('mercury3')).toBe(4);
    expect([...counts].filter(([code, count]) => code !== 'mercury3' && count !== 2)).toEqual([]);
    for (const number of ['1', '2', '3']) expect(planets.filter((code) => code.endsWith(number))).toHaveLength(8);
  });

  it('AS-2: each sign has its planet card, whose number follows the sign: cardinal 1, fixed 2, mutable 3', () => {
    const signs = DECK.filter((row) => row.kind === 'zodiac');
    const planets = DECK.filter((row) => row.kind === 'planet');
    expect(signs.map(({ ruler }, i) => `${ruler}${(i % 3) + 1}`)).toEqual(planets.map(({ code }) => code));
    expect(signs.map(({ element }) => element)).toEqual([0, 1, 2].flatMap(() => ['fire', 'earth', 'air', 'water']));
  });

  it('AS-31: no four cards are worth more than 18', () => {
    const of = (kind: string) => [...deck.cards.values()].filter((card) => card.kind === kind).map(({ code }) => code);
    let most = 0;
    for (const one of of('zodiac')) {
      for (const two of of('element')) {
        for (const three of of('zodiac')) {
          for (const four of of('planet')) most = Math.max(most, pointsOf(deck, [one, two, three, four]));
        }
      }
    }
    expect(most).toBe(18);
  });
});

describe('another deck, as an owner of the printed game would put it', () => {
  /** Other codes, symbols, numbers and values; 24 signs that all differ. */
  const rows = [
    ...Array.from({ length: 24 }, (_, i) => ({
      kind: 'zodiac',
      code: `z${i + 1}`,
      name: `Sign${'abcdefghijklmnopqrstuvwx'[i]}`,
      element: ['wood', 'metal'][i % 2],
      ruler: ['vulcan', 'lilith', 'ceres'][i % 3],
      copies: 1,
    })),
    { kind: 'element', code: 'wood', element: 'wood', copies: 7 },
    { kind: 'element', code: 'metal', element: 'metal', copies: 5 },
    { kind: 'planet', code: 'vulcan4', planet: 'vulcan', number: 4, copies: 8 },
    { kind: 'planet', code: 'lilith5', planet: 'lilith', number: 5, copies: 8 },
    { kind: 'planet', code: 'ceres4', planet: 'ceres', number: 4, copies: 8 },
    { kind: 'aspect', code: 'semisquare', value: 9, copies: 12 },
  ];
  const game = astromagieWith(readDeck(rows));

  it('AS-2: is played to the end, and nothing of the other deck is left', () => {
    const random = randomFrom(7);
    const chance = chanceOf(random);
    let state = game.setup(OPTIONS, [1, 2, 3]);
    let best = 0;
    for (;;) {
      while (game.awaitsDraw(state)) state = game.draw(state, chance).reduce(game.evolve, state);
      const [seat] = game.toMove(state);
      if (seat === undefined) break;
      const moves = game.legalMoves(state, seat);
      const plays = moves.filter(({ type }) => type === 'play');
      const move = random.pick(plays.length > 0 ? plays : moves);
      expect(game.parseMove(game.formatMove(move))).not.toBeNull();
      const verdict = game.decide(state, seat, move);
      if (!verdict.ok) throw new Error(verdict.refusal.message);
      state = verdict.events.reduce(game.evolve, state);
      best = Math.max(best, ...state.tally.rows.map(({ points }) => points));
    }
    expect(game.outcome(state)?.reason).toBe('exhausted');
    expect(best).toBeGreaterThan(9);
    expect(JSON.stringify(state)).not.toMatch(/gem|mercury|trine/);
    expect(game.formatPosition(state, 'onlooker', true)).toMatch(/vulcan4|lilith5|ceres4/);
  });

  it('has moves of its own', () => {
    expect(game.parseMove('play SIGNA@3 Wood@2 vulcan4@4')).toEqual({
      type: 'play',
      cards: [
        { card: 'wood', at: 2 },
        { card: 'z1', at: 3 },
        { card: 'vulcan4', at: 4 },
      ],
    });
    expect(game.parseMove('play gem@3')).toBeNull();
    expect(astromagie.parseMove('play z1@3')).toBeNull();
  });
});

describe('what is no deck is refused', () => {
  const changed = (change: (rows: Record<string, unknown>[]) => void) => {
    const rows = DECK.map((row) => ({ ...row }));
    change(rows);
    return deckSchema.safeParse(rows);
  };
  const messages = (change: (rows: Record<string, unknown>[]) => void) =>
    changed(change).error?.issues.map(({ message }) => message) ?? [];

  it('the deck itself is one', () => {
    expect(changed(() => {}).success).toBe(true);
  });

  it.each<[string, (rows: Record<string, unknown>[]) => void, string]>([
    [
      'a copy too many',
      (rows) => Object.assign(rows[0] ?? {}, { copies: 3 }),
      'AS-1: 24 cards are of kind zodiac, not 25.',
    ],
    ['a kind missing', (rows) => rows.splice(12, 4), 'AS-1: 12 cards are of kind element, not 0.'],
    ['two cards of one code', (rows) => Object.assign(rows[1] ?? {}, { code: 'ari' }), 'Another card is called ari.'],
    [
      'a sign named as a card',
      (rows) => Object.assign(rows[1] ?? {}, { name: 'Trine' }),
      'Another card is called trine.',
    ],
    [
      'an element no card has',
      (rows) => Object.assign(rows[0] ?? {}, { element: 'ether' }),
      'No element card has the symbol ether.',
    ],
    [
      'a ruler no card has',
      (rows) => Object.assign(rows[0] ?? {}, { ruler: 'ceres' }),
      'No planet card has the symbol ceres.',
    ],
  ])('%s', (_title, change, message) => {
    expect(messages(change)).toContain(message);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a code with a blank', { code: 'a b' }],
    ['a code in capitals', { code: 'ARI' }],
    ['a code that a position could not hold', { code: 'a,b' }],
    ['no copies', { copies: 0 }],
    ['a field too many', { value: 1 }],
    ['an unknown kind', { kind: 'comet' }],
  ])('%s', (_title, fields) => {
    expect(changed((rows) => Object.assign(rows[0] ?? {}, fields)).success).toBe(false);
  });
});
