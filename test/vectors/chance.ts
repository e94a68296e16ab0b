/** Checks a case of `chance.json`: the commitment, the first block, the die, shuffles and rejected numbers. */
import { type ChanceSource, chanceBlock, chanceFrom, commitmentOf } from '../../domain/chance.ts';
import { compare, entryOf, isNumber, isText, isTexts, listOf, type Replayer, textOf } from './kit.ts';

const FACES = ['S', 'A', 'W', 'E', 'F', '*'];

const SIGNS = ['ari', 'tau', 'gem', 'can', 'leo', 'vir', 'lib', 'sco', 'sag', 'cap', 'aqu', 'pis'];
const ELEMENTS = ['fire', 'earth', 'air', 'water'];
const PLANET_OF_SIGN = ['mars1', 'venus2', 'mercury3', 'moon1', 'sun2', 'mercury3'].concat([
  'venus1',
  'pluto2',
  'jupiter3',
  'saturn1',
  'uranus2',
  'neptune3',
]);
const ASPECTS = ['conjunction', 'sextile', 'square', 'trine', 'quincunx', 'opposition'];

const times = (count: number, codes: readonly string[]) => codes.flatMap((code) => Array<string>(count).fill(code));

/** Astromagie's 72 cards in the order of their table. */
const DECK = [...times(2, SIGNS), ...times(3, ELEMENTS), ...times(2, PLANET_OF_SIGN), ...times(2, ASPECTS)];

const LARGE = 3_000_000_000;

export const checkChance: Replayer = (entry) => {
  const source: ChanceSource = {
    seed: textOf(entry, 'seed'),
    match: textOf(entry, 'match'),
    entropies: listOf(entry, 'entropies', isText),
  };
  const rolls = listOf(entry, 'rolls', isText);
  const decks = listOf(entry, 'decks', isTexts);
  const large = entryOf(entry, `uniform${LARGE}`);
  const values = listOf(large, 'values', isNumber);

  const die = chanceFrom(source, 0);
  const cards = chanceFrom(source, 0);
  const shuffled = decks.map(() => ({ deck: cards.shuffle(DECK), used: cards.used }));
  const numbers = chanceFrom(source, 0);
  const drawn = values.map(() => numbers.uniform(LARGE));
  return (
    compare('commitment', textOf(entry, 'commitment'), commitmentOf(source.seed)) ??
    compare('first block', textOf(entry, 'firstBlock'), chanceBlock(source, 0).toString('hex')) ??
    compare(
      'rolls',
      rolls,
      rolls.map(() => FACES[die.uniform(FACES.length)]),
    ) ??
    compare(
      'decks',
      decks,
      shuffled.map(({ deck }) => deck),
    ) ??
    compare(
      'numbers used after decks',
      entry.numbersUsedAfterDecks,
      shuffled.map(({ used }) => used),
    ) ??
    compare(`uniform(${LARGE})`, values, drawn) ??
    compare(`numbers used by uniform(${LARGE})`, large.numbersUsed, numbers.used)
  );
};
