/** Moves as text: `play gem@3 air@2`, `discard trine`. One canonical form; case, blanks and order are free. */
import { type Deck, textOf } from './cards.ts';
import type { Laid, Move } from './moves.ts';

/** Positions are read beyond 6, so that such a move is refused by its rule (AS-20) and not taken for no move at all. */
const LAID = /^([a-z0-9]+)@(0|[1-9][0-9]{0,14})$/;

/** Null if the text is no move. Any number of cards is read: a wrong number is for AS-11 to refuse. */
export function parseMove(deck: Deck, text: string): Move | null {
  const words = wordsOf(text);
  switch (words[0]) {
    case 'play': {
      const cards = readAll(words, (word) => readLaid(deck, word));
      return cards && { type: 'play', cards: cards.length > 1 ? cards.sort(byPlace) : cards };
    }
    case 'discard': {
      const cards = readAll(words, (word) => deck.names.get(word) ?? null);
      return cards && { type: 'discard', cards: cards.sort() };
    }
    default:
      return null;
  }
}

export function formatMove(move: Move): string {
  return [move.type, ...(move.type === 'play' ? move.cards.map(textOf) : move.cards)].join(' ');
}

function readLaid(deck: Deck, word: string): Laid | null {
  // Nearly every word is a canonical one: a look-up is much faster than the pattern.
  const known = deck.words.get(word);
  if (known !== undefined) return known;
  const [, name = '', at] = LAID.exec(word) ?? [];
  const card = deck.names.get(name);
  return card === undefined ? null : { card, at: Number(at) };
}

/** The words after the first; null if one of them cannot be read. */
function readAll<Item>(words: readonly string[], read: (word: string) => Item | null): Item[] | null {
  const items: Item[] = [];
  for (let i = 1; i < words.length; i += 1) {
    const item = read(words[i] ?? '');
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function byPlace(a: Laid, b: Laid): number {
  return a.at - b.at || (a.card < b.card ? -1 : a.card > b.card ? 1 : 0);
}

function wordsOf(text: string): string[] {
  const words = lowerCase(text).split(' ');
  return words.includes('') ? words.filter((word) => word !== '') : words;
}

/** ASCII letters only: other letters whose lower case is an ASCII one are no spelling of a move. */
function lowerCase(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
}
