/** What all replayers of vectors share: how a difference is told, and how data of unknown form is read. */

/** Where an engine and the vectors part. `where` names the move and the field. */
export interface Difference {
  readonly where: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** One whole game or case: null if the engine reproduces it. May throw `Unreadable`. */
export type Replayer = (entry: Entry) => Difference | null;

/** The data is not in the form of the vectors, so that nothing can be said of the engine. */
export class Unreadable extends Error {}

export type Entry = Readonly<Record<string, unknown>>;

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf<Item>(entry: Entry, field: string, isItem: (value: unknown) => value is Item): readonly Item[] {
  const value = entry[field];
  if (!Array.isArray(value) || !value.every(isItem))
    throw new Unreadable(`field "${field}" is not the list it should be`);
  return value;
}

export function textOf(entry: Entry, field: string): string {
  const value = entry[field];
  if (typeof value !== 'string') throw new Unreadable(`field "${field}" is no text`);
  return value;
}

export function entryOf(entry: Entry, field: string): Entry {
  const value = entry[field];
  if (!isEntry(value)) throw new Unreadable(`field "${field}" is no object`);
  return value;
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number';
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Compared as JSON texts: the values are plain data, whose fields come in one order. */
export function compare(where: string, expected: unknown, got: unknown): Difference | null {
  return JSON.stringify(expected) === JSON.stringify(got) ? null : { where, expected, got };
}

export function checkLength(field: string, list: readonly unknown[], length: number): void {
  if (list.length !== length) throw new Unreadable(`field "${field}" has ${list.length} items, not ${length}`);
}
