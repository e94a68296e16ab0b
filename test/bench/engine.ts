/** How fast the engines are, on the moves of the committed games: `engine.ts GAME`, or all of them. */
import { abiegnusFigures } from './abiegnus.ts';
import { aquaignisFigures } from './aquaignis.ts';
import { astromagieFigures } from './astromagie.ts';
import { printed } from './figure.ts';

const ENGINES = { aquaignis: aquaignisFigures, abiegnus: abiegnusFigures, astromagie: astromagieFigures };

const wanted = process.argv[2];
for (const [game, figures] of Object.entries(ENGINES)) {
  if (wanted !== undefined && wanted !== game) continue;
  for (const figure of figures()) console.log(`  ${printed(figure)}`);
}
