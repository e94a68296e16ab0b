/** How fast the engine of Abiegnus is, on the moves of the committed games. */
import { fileURLToPath } from 'node:url';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import type { State } from '../../domain/abiegnus/types.ts';
import { firstSeats } from '../../domain/seat.ts';
import { optionsOf, rolling } from '../vectors/abiegnus.ts';
import { entryOf } from '../vectors/kit.ts';
import { engineFiguresOf, readVectors, type Script, textsIn } from './engine-kit.ts';
import { type Figure, printed } from './figure.ts';

export function abiegnusFigures(): Figure[] {
  const scripts = readVectors('abiegnus.jsonl').map((entry): Script<State> => {
    const options = optionsOf(entryOf(entry, 'options'));
    const start = abiegnus.setup(options, firstSeats(abiegnus.seats(options).least));
    const rolls = textsIn(entry.rolls);
    return { start, moves: textsIn(entry.moves), chance: () => rolling(rolls) };
  });
  const targets = { withLegal: 400_000, validated: 400_000, evolve: 1_500_000, fromTexts: 100, fromJson: 100 };
  return engineFiguresOf(abiegnus, scripts, copyOf, targets);
}

function copyOf({ mode, palette, board, turn, phase, quiet, captured, omens }: State): State {
  return { mode, palette, board, turn, phase, quiet, captured, omens };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const figure of abiegnusFigures()) console.log(printed(figure));
}
