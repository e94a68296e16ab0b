/** The API's static files, from where they lie in a checkout. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { type Documents, documentsFrom } from '../api/documents.ts';

export function localDocuments(): Documents {
  const { resolve } = createRequire(import.meta.url);
  const files = documentsFrom((name) => resolve(`swagger-ui-dist/${name}`));
  let description: Promise<string> | undefined;
  return {
    read(name) {
      if (name !== 'openapi.json') return files.read(name);
      description ??= readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8').then((text) =>
        JSON.stringify(parse(text)),
      );
      return description;
    },
  };
}
