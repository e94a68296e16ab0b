/**
 * The deck, one row a card, in the order of its table: shuffles begin with it, and hands are sorted by it.
 *
 * † The source lists no cards. These are a reconstruction (AS-2). Whoever owns the printed game replaces the rows by
 * its cards; nothing else knows one of them. A row may come twice: then there are so many more copies of its card.
 */
export const DECK = [
  { kind: 'zodiac', code: 'ari', name: 'Aries', element: 'fire', ruler: 'mars', copies: 2 },
  { kind: 'zodiac', code: 'tau', name: 'Taurus', element: 'earth', ruler: 'venus', copies: 2 },
  { kind: 'zodiac', code: 'gem', name: 'Gemini', element: 'air', ruler: 'mercury', copies: 2 },
  { kind: 'zodiac', code: 'can', name: 'Cancer', element: 'water', ruler: 'moon', copies: 2 },
  { kind: 'zodiac', code: 'leo', name: 'Leo', element: 'fire', ruler: 'sun', copies: 2 },
  { kind: 'zodiac', code: 'vir', name: 'Virgo', element: 'earth', ruler: 'mercury', copies: 2 },
  { kind: 'zodiac', code: 'lib', name: 'Libra', element: 'air', ruler: 'venus', copies: 2 },
  { kind: 'zodiac', code: 'sco', name: 'Scorpio', element: 'water', ruler: 'pluto', copies: 2 },
  { kind: 'zodiac', code: 'sag', name: 'Sagittarius', element: 'fire', ruler: 'jupiter', copies: 2 },
  { kind: 'zodiac', code: 'cap', name: 'Capricorn', element: 'earth', ruler: 'saturn', copies: 2 },
  { kind: 'zodiac', code: 'aqu', name: 'Aquarius', element: 'air', ruler: 'uranus', copies: 2 },
  { kind: 'zodiac', code: 'pis', name: 'Pisces', element: 'water', ruler: 'neptune', copies: 2 },
  { kind: 'element', code: 'fire', element: 'fire', copies: 3 },
  { kind: 'element', code: 'earth', element: 'earth', copies: 3 },
  { kind: 'element', code: 'air', element: 'air', copies: 3 },
  { kind: 'element', code: 'water', element: 'water', copies: 3 },
  { kind: 'planet', code: 'mars1', planet: 'mars', number: 1, copies: 2 },
  { kind: 'planet', code: 'venus2', planet: 'venus', number: 2, copies: 2 },
  { kind: 'planet', code: 'mercury3', planet: 'mercury', number: 3, copies: 2 },
  { kind: 'planet', code: 'moon1', planet: 'moon', number: 1, copies: 2 },
  { kind: 'planet', code: 'sun2', planet: 'sun', number: 2, copies: 2 },
  { kind: 'planet', code: 'mercury3', planet: 'mercury', number: 3, copies: 2 },
  { kind: 'planet', code: 'venus1', planet: 'venus', number: 1, copies: 2 },
  { kind: 'planet', code: 'pluto2', planet: 'pluto', number: 2, copies: 2 },
  { kind: 'planet', code: 'jupiter3', planet: 'jupiter', number: 3, copies: 2 },
  { kind: 'planet', code: 'saturn1', planet: 'saturn', number: 1, copies: 2 },
  { kind: 'planet', code: 'uranus2', planet: 'uranus', number: 2, copies: 2 },
  { kind: 'planet', code: 'neptune3', planet: 'neptune', number: 3, copies: 2 },
  { kind: 'aspect', code: 'conjunction', value: 1, copies: 2 },
  { kind: 'aspect', code: 'sextile', value: 2, copies: 2 },
  { kind: 'aspect', code: 'square', value: 3, copies: 2 },
  { kind: 'aspect', code: 'trine', value: 4, copies: 2 },
  { kind: 'aspect', code: 'quincunx', value: 5, copies: 2 },
  { kind: 'aspect', code: 'opposition', value: 6, copies: 2 },
] as const;
