/** How fast the engine of Aquaignis is, on the moves of the committed games. */
import { fileURLToPath } from 'node:url';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import { chanceFrom } from '../../domain/chance.ts';
import { engineFiguresOf, readVectors, type Script, textsIn } from './engine-kit.ts';
import { type Figure, printed } from './figure.ts';

/** The game draws none. */
const NO_CHANCE = chanceFrom({ seed: '', match: '', entropies: [] }, 0);

export function aquaignisFigures(): Figure[] {
  const start = aquaignis.setup({}, [1, 2]);
  const scripts = readVectors('aquaignis.jsonl').map(
    (entry): Script<State> => ({ start, moves: textsIn(entry.moves), chance: () => NO_CHANCE }),
  );
  const targets = { withLegal: 500_000, validated: 1_000_000, evolve: 3_000_000, fromTexts: 50, fromJson: 120 };
  return engineFiguresOf(aquaignis, scripts, copyOf, targets);
}

function copyOf({ turn, phase, aqua, ignis, eventful, quietStarts }: State): State {
  return { turn, phase, aqua, ignis, eventful, quietStarts };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const figure of aquaignisFigures()) console.log(printed(figure));
}
