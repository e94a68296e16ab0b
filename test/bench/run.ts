/** `npm run bench`: every figure beside its floor, measured in the same run. A slow or busy machine moves both. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { games } from '../../domain/games.ts';
import { coldStartFigures } from './cold-start.ts';
import { type Figure, printed } from './figure.ts';
import { httpFigures } from './http.ts';
import { storageFigures } from './storage.ts';
import { streamFigures } from './stream.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

async function part(title: string, measure: (tell: (text: string) => void) => Figure[] | Promise<Figure[]>) {
  console.log(`\n${title}`);
  for (const figure of await measure((text) => console.log(`  … ${text}`))) console.log(`  ${printed(figure)}`);
}

await part('What a match takes', storageFigures);
for (const { id, name } of games.current) {
  console.log(`\nThe engine of ${name}, on one core`);
  // Each in a process of its own: what one game has taught the compiler must not slow the next.
  const script = fileURLToPath(new URL('engine.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script, id], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
await part('From the log to whoever waits', streamFigures);
await part('A move over HTTP', httpFigures);
await part('Cold start', coldStartFigures);
