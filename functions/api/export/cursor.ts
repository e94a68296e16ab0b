/** Where a player's data go on: opaque to clients. */
import { invalid } from '../problems.ts';
import { SECTION_NAMES, type SectionName } from './sections.ts';

export interface ExportPlace {
  readonly section: SectionName;
  /** `''`: from its first entry. */
  readonly after: string;
}

/** What places are made of: ids, numbers, times and names of games. */
const AFTER = /^[A-Za-z0-9 _.:#-]{0,100}$/;

export function exportCursorOf({ section, after }: ExportPlace): string {
  return Buffer.from(`${section}|${after}`, 'utf8').toString('base64url');
}

/** @throws ApiProblem */
export function readExportCursor(cursor: string): ExportPlace {
  const [name = '', after = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split('|');
  const section = SECTION_NAMES.find((each) => each === name);
  if (section !== undefined && more.length === 0 && AFTER.test(after)) return { section, after };
  throw invalid('query', '/cursor', 'Not a cursor of this file.');
}
