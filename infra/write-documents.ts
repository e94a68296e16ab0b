/** Puts the static documents that the API serves into a folder: `node --import tsx infra/write-documents.ts FOLDER`. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './root.ts';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** The licence goes where the program goes. */
const COPIED = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];

function writeDocuments(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const description: unknown = parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description));
  for (const name of COPIED) copyFileSync(join(SWAGGER_UI, name), join(folder, name));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say which folder to write the documents to.');
writeDocuments(folder);
