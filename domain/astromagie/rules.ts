/** The rules as players read them. */
export const rulesText = `# Astromagie

Two to five players lay cards to one row in the middle. Whoever added last, when nobody else adds any more, scores the
row. Each rule has an id, which refused moves name. A ruling marked † is this site's own, where the game's source is
silent or can be read in two ways.

## The deck

- **AS-1** 72 cards: 24 zodiac signs, 12 elements, 24 planets, 12 aspects. A zodiac card bears two small symbols, its
  element and its ruling planet; an element card its element; a planet card its planet, and a number; an aspect card a
  value.
- **AS-2** † The source does not list the cards. This deck is a reconstruction that meets every count and example of the
  source. Copies of a card are the same card.

| sign (2 cards each) | code | element | ruler | its planet card (2 each) |
|---|---|---|---|---|
| Aries | ari | fire | mars | mars1 |
| Taurus | tau | earth | venus | venus2 |
| Gemini | gem | air | mercury | mercury3 |
| Cancer | can | water | moon | moon1 |
| Leo | leo | fire | sun | sun2 |
| Virgo | vir | earth | mercury | mercury3 |
| Libra | lib | air | venus | venus1 |
| Scorpio | sco | water | pluto | pluto2 |
| Sagittarius | sag | fire | jupiter | jupiter3 |
| Capricorn | cap | earth | saturn | saturn1 |
| Aquarius | aqu | air | uranus | uranus2 |
| Pisces | pis | water | neptune | neptune3 |

A planet's number follows its sign: cardinal 1, fixed 2, mutable 3; eight cards of each number. So there are four of \`mercury3\`, two each of \`venus1\` and \`venus2\`. Elements, 3 each: \`fire\`, \`earth\`, \`air\`, \`water\`.
Aspects, 2 each, by value: \`conjunction\` 1, \`sextile\` 2, \`square\` 3, \`trine\` 4, \`quincunx\` 5, \`opposition\` 6.

## Play

- **AS-10** 2 to 5 play. The deck is shuffled; † of the shuffled order the first seat gets cards 1 to 6, the next seat cards
  7 to 12, and so on; the rest is the pile, drawn from in that order. † Seat 1 begins; seats follow in order.
- **AS-11** In your turn you either play 1, 2 or 3 cards to the row and then draw up to 6 in hand; or you discard one card
  face up and draw one. Drawing stops when the pile is empty, which is not made anew within a deal. While you hold a
  card you must do one of the two.
- **AS-12** † A player with an empty hand is skipped. That counts as not adding, and is no move and no turn.
- **AS-13** Within a turn: the cards move; you draw; empty hands are skipped; a row scores; ends are looked for; the next turn
  begins.
- **AS-14** A move is judged as a whole: the row as it stands after the turn. Of several rules broken the lowest is named. A
  card that you do not hold, or a wrong number of cards, is AS-11.

## The row

- **AS-20** Six positions: 1 zodiac, 2 element, 3 zodiac, 4 planet, 5 aspect, 6 planet. 1 to 4 hold one card each. 5 and 6 hold
  pairs, laid over one another; the last laid is the top pair.
- **AS-21** A row is opened by a zodiac at 3, with more cards in the same turn if you like. With no row on the table, who
  opens none discards; † that is free also to one who holds a zodiac, the last scorer included.
- **AS-22** No gaps: 2 needs 3; 1 needs 2; 4 needs 3; 5 and 6 need 4.
- **AS-23** 5 and 6 are played only together, one aspect and one planet in the same turn; so at most one pair a turn.
- **AS-24** The planet of a pair is not the planet at 4, whatever the numbers. † Pairs may repeat planets among themselves.
- **AS-25** A pair on a pair: the aspect's value is the same as the top pair's or higher, and the planet's number is the same as
  the top pair's. † You may lay it on anybody's pair, your own too.

## Scoring

- **AS-30** When all the others in turn have not added to the row since your last addition, you score it, at once after the last
  of them declined. The row is put away face up, and you have the next turn, with no row on the table; if you hold no
  cards, the next player who does. † When all the others are skipped you score right after your addition, and may have
  several turns running.
- **AS-31** P is how many of the planet symbols on positions 1, 3 and 4 are the same, if at least two are, else 0; E likewise for
  the element symbols on 1, 2 and 3. The points are P + E, or 1 if that is 0, times the number of the planet at 4; † times
  1 with none there. So a lone zodiac is 1 point, and (3 + 3) × 3 = 18 is the most. Pairs add nothing.

## The end

- **AS-40** With a \`targetScore\` (1 to 500) the match ends at once when somebody reaches it.
- **AS-41** With a \`timeLimit\` (10 minutes to 90 days from the start) the match ends when it passes, if no row is on the table;
  else as soon as the row has been scored. Till then cards may be added to it.
- **AS-42** A deal ends when no player can make a score: the pile is empty, no row is on the table, and nobody
  who still plays holds a zodiac. A row that is on the table when all hands are empty has been scored by then.
- **AS-43** The highest score wins; † players equal at the top share the win.
- **AS-44** † \`deals\` is how many deals a match has, 1 to 20, or none (only with a \`targetScore\` or a \`timeLimit\`). Without it: none
  if there is a \`targetScore\`, else 1. A new deal shuffles all 72 cards; scores and turn numbers go on, discards and pile start
  anew; the seat after the one that began the last deal begins. When the last deal ends, so does the match.
- **AS-45** † Of several ends at once the reason told is the first of *target*, *time*, *exhausted*.
- **AS-46** † A seat that resigns or runs out of time in a match of three or more plays no further part. Its hand is set aside
  unseen: its size shows as 0, and it does not count for AS-42. The seat is skipped, draws nothing, is dealt nothing in later deals, and cannot win; its score stays shown. Was it to
  move, the turn goes on to the next; was it the last to have added to the row, it still scores it if nobody adds. A deal
  that it would begin is begun by the next seat that plays. With one seat left, that one wins at once. With two seats a
  resignation or timeout loses.
- **AS-47** † Where the time limit and a seat's own deadline fall due together, the earlier is applied first; at the same
  instant the time limit.

## What is hidden

- **AS-50** Your hand is yours alone, and so is all that tells of it: which cards you drew, the list of your legal moves, why a
  move of yours was refused. The order of the pile is nobody's. Everybody sees the row, the discards in order, rows already
  scored, hand sizes, the size of the pile and the scores. After the match the record opens everything. A preview of a
  move stops before the draw.

## Writing moves

\`play gem@3 air@2 mercury3@4\` lays cards at positions, in any order; \`discard trine\` discards. Upper or lower case is the
same, and so are more blanks between words. The full names of the signs (\`gemini\`) may be written too; a planet always
needs its number.
`;
