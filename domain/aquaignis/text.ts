/** The board as plain text, at most 60 columns wide: sides are told apart by letters, Barriers by brackets. */
import { BREAKTHROUGHS_TO_WIN } from './board.ts';
import { QUIET_TURNS, REPETITIONS } from './draws.ts';
import type { AquaignisView, FlowView, StandView } from './view.ts';

const NAMES = { 1: 'Aqua', 2: 'Ignis' } as const;
const LABEL = 8;
const COLUMN = 7;

export function boardText(view: AquaignisView): string {
  const [aqua, ignis] = view.breakthroughs;
  const rows = [6, 5, 4, 3, 2, 1, 0].map((slot) => {
    const label = slot === 6 ? '6 Ignis' : slot === 0 ? '0 Aqua' : String(slot);
    return row(
      label,
      view.flows.map((flow) => cellText(flow, slot)),
    );
  });
  const lines = [
    `Aquaignis, turn ${view.turn}: ${stateText(view)}`,
    `Breakthroughs: Aqua ${aqua}, Ignis ${ignis} (${BREAKTHROUGHS_TO_WIN} win)`,
    ...view.links.map(
      ({ seat, flows, lastTurn }) =>
        `${NAMES[seat]}'s link: flows ${flows.join(' and ')}, to the end of turn ${lastTurn}`,
    ),
    '',
    row(
      'flow',
      view.flows.map(({ flow }) => String(flow)),
    ),
    ...rows,
    '',
    'a2 a piece of Aqua, charge 2 (goes up); i2 of Ignis (down)',
    '[a3] [i3] a Barrier, durability 3; a4 i4 a Crown',
    `Draws: quiet turns ${view.quietTurns} of ${QUIET_TURNS}, same position ${view.occurrences} of ${REPETITIONS}`,
  ];
  return `${lines.join('\n')}\n`;
}

function stateText(view: AquaignisView): string {
  if (view.toMove !== null) {
    const actions = view.actionsLeft === 1 ? '1 action' : `${view.actionsLeft} actions`;
    return `${NAMES[view.toMove]} (seat ${view.toMove}) has ${actions}`;
  }
  switch (view.ending) {
    case 'breakthroughs':
      return `${view.breakthroughs[0] === BREAKTHROUGHS_TO_WIN ? 'Aqua' : 'Ignis'} has won`;
    case 'repetition':
      return 'a draw by repetition';
    case 'quiet':
      return 'a draw, too long quiet';
    case 'length':
      return 'a draw by length';
    default:
      return 'ended';
  }
}

function row(label: string, cells: readonly string[]): string {
  return (label.padEnd(LABEL) + cells.map((cell) => cell.padEnd(COLUMN)).join('')).trimEnd();
}

function cellText(flow: FlowView, slot: number): string {
  return standText('a', flow.aqua, slot) + standText('i', flow.ignis, slot) || '.';
}

function standText(letter: string, { piece, barrier }: StandView, slot: number): string {
  const ofBarrier = barrier?.slot === slot ? `[${letter}${barrier.durability}]` : '';
  const ofPiece = piece?.slot === slot ? `${letter}${piece.charge}` : '';
  return ofBarrier + ofPiece;
}
