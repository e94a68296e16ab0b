/** The rules as players read them. */
import { MEANINGS } from './tables.ts';

export const rulesText = `# Abiegnus

A mountain of pyramids, laid out as the Tablet of Union. Small pyramids on top are caps; when one steps aside, what was
under it erupts. Play it for two, alone as a solitaire, or to ask a question. Each rule has an id, which refused moves
name. A ruling marked † is this site's own, where the game's source is silent or can be read in two ways.

## The board

- **AB-1** Five files, a to e, stand for spirit, air, water, earth and fire; four ranks, 1 (at the top) to 4, for air, water,
  earth and fire. The letters of the squares, rank by rank: EXARP, HCOMA, NANTA, BITOM.
- **AB-2** On each square a large of the file's element covers a medium of the rank's element, which covers a small of the
  file's element. On file a a small of the rank's element lies on top of that. 64 pyramids in all. † The source puts the
  mediums of fire on a fifth rank; as there are four, they are on the fourth.
- **AB-3** Any small pyramid on top of its square is a cap. A small that is covered is none until it is uncovered.

## A turn

- **AB-10** A turn begins with a roll: spirit, air, water, earth, fire or wild, each as likely. It is made for you, and you
  always see it before you move.
- **AB-11** A cap steps to one of the eight squares around it. It may not step onto a cap of another element; onto one of its
  own it may, and captures it (AB-20).
- **AB-12** Only caps of the rolled element step. On wild you choose with your first step. † In the rest of that turn only
  caps of the element you chose may step.
- **AB-13** If no cap of the rolled element can step anywhere, your turn is passed for you and the next one begins with a roll of
  its own. If one can, you must make at least one step, even a bad one. (Some cap can always step, so wild is never passed.)
- **AB-14** After a step without eruption and without capture your turn goes on: step again with any cap of that element.
  † Or end the turn, once you have made a step; before, you may not. There are no power plays.
- **AB-15** † A turn has 20 steps at most. If the 20th does nothing either, the turn is over.

## Capture by a cap

- **AB-20** A cap that steps onto a cap of its own element captures that cap and ends the turn. † Nothing erupts then, whatever
  the cap has uncovered.

## Eruption

A cap steps from a square S to a square T next to it.

- **AB-30** The pyramid that is now on top of S flies over the cap and lands just beyond T, in the same line; the one below it a square
  further, and so on. It stops when S is empty, when the next landing would be off the board, or when a cap is on top there. What has
  not flown stays on S.
- **AB-31** If not even the first can land, or if nothing was under the cap, there is no eruption (AB-14).
- **AB-32** A large or medium that lands on a top pyramid of its own size, of any element, is captured by whoever has the turn; the
  one that lay there stays. Any other landing puts it on top.
- **AB-33** A small is never captured by landing. It lies on top, so it is a cap.
- **AB-34** An eruption is carried out whole, and everything it captures counts, also what comes after the capture that decides. It ends
  the turn, captures or not. If it leaves a small on top of S, that is a cap now.

## Two players

- **AB-40** † Seat 1 begins. The game is over as soon as all four larges of spirit have been captured.
- **AB-41** Each pyramid you have captured, large or small, is worth 1, or 2 if the other player has captured none of its element. More
  points win; as many are a draw.
- **AB-42** † The game also ends, with the score as it stands,
  a. when one single large is left on the board and it is of spirit, since then nothing can capture it; or
  b. after 40 turns in a row without a capture, passed turns included (what lies under a cap always flies two squares, so on a thin
  board two of a size may never meet).
  Ends are looked for after each turn, passed ones too, before the next roll: first the one of the mode (AB-40, AB-43, AB-44,
  AB-47), then a, which is for two players alone, then b.

## Solitaire

- **AB-43** You play alone, for mediums. You lose if you capture a large that is not of spirit, or the fourth large of spirit. Within an
  eruption captures come one after the other, and the first that decides gives the verdict; the mediums of all of it are told.
- **AB-44** † You win with the 19th medium. The source asks for all twenty, but a medium is only captured where another one lies, and that one
  stays: the last has none left to land on, so twenty cannot be captured.
- **AB-45** † After 40 turns in a row without a capture (AB-42 b) it ends, neither won nor lost; the mediums captured are told.

## Divination

- **AB-46** You play alone and ask a question, which you may write down; only you see it. Say which subject it is about: a white piece, the
  Ptah, takes the place of the small at the bottom of that subject's square. The files give x, the ranks y: \`air-fire\` is b4. File a is not
  for the Ptah. It is no cap, but it counts as a pyramid on its square.
- **AB-47** The game ends when the Ptah is exposed: an eruption has taken place and the Ptah is on top of its square, left behind or thrown
  there. In an eruption it flies like a small.
- **AB-48** The answer is favourable if fewer than three pyramids of spirit, of any size, have been captured by then, this eruption
  included; otherwise unfavourable. The fewer the better. † If 40 turns in a row bring no capture (AB-42 b), there is no answer.
- **AB-49** The reading grows as you play:
  a. a row of the captures, one entry for a turn with captures, in the order taken, and a gap for each passed turn;
  b. the letter of each square that an eruption has cleared of every pyramid, with its meaning;
  c. for an entry of exactly one large and one medium, neither of spirit, the subject of the large's element (x) and the medium's (y).

| x | y: air | y: water | y: earth | y: fire |
|---|---|---|---|---|
| air | philosophy, communication, news | social solidarity and group transformation | leadership, business, publishing | new ideas, sudden disputes, passions |
| water | intuition, mental health | suffering, sacrifice | temporary appetites, ignorance, illusion | individual transformation, initiation |
| earth | physical health, agriculture, labor | borrowing, loss, medicine | real estate and property, machinery | physical force, authority, energy |
| fire | true religion, wisdom, comprehension | visions and dreams, procreation, creativity | motivation, global transformation | beginnings, inspiration, victory |

Each letter stands for a figure of geomancy:

${Object.entries(MEANINGS)
  .map(([letter, { text }]) => `- ${letter}: ${text}`)
  .join('\n')}

## Colours

- **AB-50** Two palettes, which change what you see and nothing else. \`new-aeon\`: spirit black, air yellow, water blue, earth green, fire
  red, the Ptah white; the die's atom is wild. \`golden-dawn\`: spirit white, air yellow, water blue, earth black, fire red, the Ptah clear;
  the die's atom is spirit and its green is wild.

## Writing moves

One step is one move: \`a1-b2\`. \`end\` ends the turn. A whole turn can be sent as several moves together. Upper or lower case is the same,
blanks do not matter, and the dash may be any kind of dash, a minus sign or \`>\`.
`;
