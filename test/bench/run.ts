/** `npm run bench`: every figure beside its floor, measured in the same run. A slow or busy machine moves both. */
import { coldStartFigures } from './cold-start.ts';
import { engineFigures } from './engine.ts';
import { type Figure, printed } from './figure.ts';
import { httpFigures } from './http.ts';
import { storageFigures } from './storage.ts';

const PARTS: readonly (readonly [string, (tell: (text: string) => void) => Figure[] | Promise<Figure[]>])[] = [
  ['What a match takes', storageFigures],
  ['The engine, on one core', engineFigures],
  ['A move over HTTP', httpFigures],
  ['Cold start', coldStartFigures],
];

for (const [title, measure] of PARTS) {
  console.log(`\n${title}`);
  for (const figure of await measure((text) => console.log(`  … ${text}`))) console.log(`  ${printed(figure)}`);
}
