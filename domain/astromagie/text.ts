/** The table as plain text, at most 60 columns wide, with the hands that the view shows. */
import { pairText } from './position.ts';
import type { AstromagieView, RowView } from './view.ts';

const WIDTH = 60;

export function boardText(view: AstromagieView): string {
  const shown = view.hands.flatMap((hand, i) => (hand === null ? [] : [{ seat: i + 1, hand }]));
  const lines = [
    `Astromagie, ${dealText(view)}, turn ${view.turn}: ${stateText(view)}`,
    ...limits(view),
    '',
    ...view.scores.map((score, i) => seatLine(view, i + 1, score)),
    '',
    ...(view.row === null ? ['No row is on the table.'] : rowLines(view.row)),
    '',
    `Pile: ${view.pileSize}`,
    ...wrapped('Discards: ', view.discards),
    ...view.scoredRows.flatMap(({ seat, points, places, pairs }) =>
      wrapped(`Seat ${seat} scored ${points}: `, [...places.filter((card) => card !== null), ...pairs.map(pairText)]),
    ),
    ...shown.flatMap(({ seat, hand }) => ['', ...wrapped(`Hand of seat ${seat}: `, hand)]),
  ];
  return `${lines.join('\n')}\n`;
}

function dealText({ deal, deals }: AstromagieView): string {
  return deals === null ? `deal ${deal}` : `deal ${deal} of ${deals}`;
}

function stateText({ toMove, ending }: AstromagieView): string {
  if (toMove !== null) return `seat ${toMove} to move`;
  return ending === null ? 'before the draw' : 'ended';
}

function limits({ targetScore, timePassed }: AstromagieView): string[] {
  return [
    ...(targetScore === null ? [] : [`The match ends at ${targetScore} points.`]),
    ...(timePassed ? ['The time limit has passed.'] : []),
  ];
}

function seatLine({ toMove, handSizes, left }: AstromagieView, seat: number, score: number): string {
  const mark = toMove === seat ? '>' : ' ';
  const held = handSizes[seat - 1] ?? 0;
  const cards = left.some((each) => each === seat) ? 'has left' : `${held} card${held === 1 ? '' : 's'}`;
  return `${mark} seat ${seat}  ${String(score).padStart(3)} points  ${cards}`;
}

function rowLines({ places, pairs, addedBy, points }: RowView): string[] {
  const worth = `${points} point${points === 1 ? '' : 's'}`;
  const cells = places.map((card, i) => `${i + 1} ${card ?? '-'}`).join('   ');
  return [
    `Row, worth ${worth}, last added to by seat ${addedBy}:`,
    `  ${cells}`,
    ...wrapped('  5+6 ', pairs.map(pairText)),
  ];
}

/** Words after a heading, on as many lines as they need. */
function wrapped(heading: string, words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = heading + (words[0] ?? '-');
  for (const word of words.slice(1)) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line += ` ${word}`;
  }
  return [...lines, line];
}
