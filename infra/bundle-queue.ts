/**
 * Puts the client of the queue into a bundle by itself: `node --import tsx infra/bundle-queue.ts FOLDER`. The API
 * hardly ever sends anything, and would have to load it at every cold start.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { ESBUILD } from './bundling.ts';
import { ROOT } from './root.ts';

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('which folder?');
await build({
  ...ESBUILD,
  mainFields: [...ESBUILD.mainFields],
  entryPoints: [`${ROOT}/functions/webhooks/sqs-queue.ts`],
  outfile: join(folder, 'sqs-queue.mjs'),
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
});
