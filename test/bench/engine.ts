/** How fast the engines are, on the moves of the committed games. */
import { fileURLToPath } from 'node:url';
import { abiegnusFigures } from './abiegnus.ts';
import { aquaignisFigures } from './aquaignis.ts';
import { astromagieFigures } from './astromagie.ts';
import { type Figure, printed } from './figure.ts';

/** One game a line. */
export function engineFigures(): Figure[] {
  return [aquaignisFigures, abiegnusFigures, astromagieFigures].flatMap((measure) => measure());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const figure of engineFigures()) console.log(printed(figure));
}
