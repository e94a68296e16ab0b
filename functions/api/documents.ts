/** The static files that the API serves: its own description, and what the reference page is made of. */
import { readFile } from 'node:fs/promises';

const DOCUMENTS = ['openapi.json', 'swagger-ui.css', 'swagger-ui-bundle.js'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export interface Documents {
  read(name: DocumentName): Promise<string>;
}

/** Files are read when they are first asked for, so that a start costs nothing. */
export function documentsFrom(locate: (name: DocumentName) => string | URL): Documents {
  const texts = new Map<DocumentName, Promise<string>>();
  return {
    read(name) {
      const known = texts.get(name);
      if (known !== undefined) return known;
      const text = readFile(locate(name), 'utf8');
      texts.set(name, text);
      // A read that failed may do better next time.
      text.catch(() => texts.delete(name));
      return text;
    },
  };
}
