/** The row on the table: laying cards to it, and what it is worth. */
import type { Seat } from '../seat.ts';
import { cardOf, type Deck, type Placement } from './cards.ts';
import type { Laid } from './moves.ts';
import type { CardCode, Pair, Places, Row } from './types.ts';

/** The cards at positions 1 to 4, of a row or of one that is only being considered. */
export type PlacesToBe = readonly [CardCode | null, CardCode | null, CardCode | null, CardCode | null];

const NO_PLACES: PlacesToBe = [null, null, null, null];

export function placesOf(row: Row | null): PlacesToBe {
  return row === null ? NO_PLACES : row.places;
}

/** What lies at 1 to 4 once these cards are laid. */
export function placesWith(row: Row | null, cards: readonly Laid[]): PlacesToBe {
  const places = placesOf(row);
  let one = places[0];
  let two = places[1];
  let three = places[2];
  let four = places[3];
  for (const { card, at } of cards) {
    if (at === 1) one = card;
    else if (at === 2) two = card;
    else if (at === 3) three = card;
    else if (at === 4) four = card;
  }
  return [one, two, three, four];
}

/** @throws RangeError where no zodiac lies at 3: no move that is allowed leads there. */
export function rowWith(row: Row | null, cards: readonly Placement[], addedBy: Seat): Row {
  const laid = placesWith(row, cards);
  const start = laid[2];
  if (start === null) throw new RangeError('a row begins with its third position');
  const places: Places = [laid[0], laid[1], start, laid[3]];
  const before = row?.pairs ?? [];
  const pair = pairIn(cards);
  return { places, pairs: pair === null ? before : [...before, pair], addedBy };
}

function pairIn(cards: readonly Placement[]): Pair | null {
  let aspect: CardCode | null = null;
  let planet: CardCode | null = null;
  for (const { card, at } of cards) {
    if (at === 5) aspect = card;
    else if (at === 6) planet = card;
  }
  return aspect === null || planet === null ? null : { aspect, planet };
}

/** What a row with these cards is worth (AS-31); 0 for none. */
export function pointsOf(deck: Deck, places: PlacesToBe): number {
  const one = places[0];
  const two = places[1];
  const three = places[2];
  const four = places[3];
  if (three === null) return 0;
  const left = one === null ? null : cardOf(deck, one);
  const element = two === null ? null : cardOf(deck, two);
  const start = cardOf(deck, three);
  const planet = four === null ? null : cardOf(deck, four);
  const rulers = alike(rulerOn(left), rulerOn(start), planet?.kind === 'planet' ? planet.planet : null);
  const elements = alike(elementOn(left), elementOn(start), elementOn(element));
  return (rulers + elements || 1) * (planet?.kind === 'planet' ? planet.number : 1);
}

type MaybeCard = ReturnType<typeof cardOf> | null;

function rulerOn(card: MaybeCard): string | null {
  return card?.kind === 'zodiac' ? card.ruler : null;
}

function elementOn(card: MaybeCard): string | null {
  return card?.kind === 'zodiac' || card?.kind === 'element' ? card.element : null;
}

/** How many of three symbols are the same, if at least two are. */
function alike(a: string | null, b: string | null, c: string | null): number {
  const ab = a !== null && a === b;
  const bc = b !== null && b === c;
  const ac = a !== null && a === c;
  return ab && bc ? 3 : ab || bc || ac ? 2 : 0;
}
