/** Replays a whole file of vectors through the engine of each line's game. */
import { readFileSync } from 'node:fs';
import { replayAbiegnus } from './abiegnus.ts';
import { replayAquaignis } from './aquaignis.ts';
import { replayAstromagie } from './astromagie.ts';
import { checkChance } from './chance.ts';
import { isEntry, type Replayer, Unreadable } from './kit.ts';

/** One line a game. */
const REPLAYERS: ReadonlyMap<string, Replayer> = new Map([
  ['abiegnus', replayAbiegnus],
  ['aquaignis', replayAquaignis],
  ['astromagie', replayAstromagie],
]);

/** `text` is one line for people. */
export type Report =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'different'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string };

export function replayFile(path: string): Report {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { kind: 'unreadable', text: `${path}: cannot be read (${error instanceof Error ? error.message : error})` };
  }
  return replayText(path, text);
}

/** `*.json` is a list of chance's known answers; anything else holds one game a line. */
export function replayText(path: string, text: string): Report {
  return path.endsWith('.json') ? replayChance(path, text) : replayLines(path, text);
}

function replayLines(path: string, text: string): Report {
  const lines = text.replace(/\n$/, '').split('\n');
  const games = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const place = `${path} line ${index + 1}`;
    const entry = parse(line);
    if (!isEntry(entry)) return unreadable(place, 'no JSON object; the file may be cut short');
    const game = String(entry.game);
    const replayer = REPLAYERS.get(game);
    if (replayer === undefined) return unreadable(place, `no replayer for game "${game}"`);
    const failure = run(`${place}, ${game}`, replayer, entry);
    if (failure !== null) return failure;
    games.set(game, (games.get(game) ?? 0) + 1);
  }
  const counts = [...games].map(([game, count]) => `${count} of ${game}`).join(', ');
  return { kind: 'same', text: `${path}: ${counts}, all the same` };
}

function replayChance(path: string, text: string): Report {
  const cases = parse(text);
  if (!Array.isArray(cases) || cases.length === 0) return unreadable(path, 'no JSON list of known answers');
  for (const [index, entry] of cases.entries()) {
    const place = `${path} entry ${index + 1}`;
    if (!isEntry(entry)) return unreadable(place, 'no object');
    const failure = run(`${place}, chance`, checkChance, entry);
    if (failure !== null) return failure;
  }
  return { kind: 'same', text: `${path}: ${cases.length} seeds, all the same` };
}

/** Null if all is the same. */
function run(place: string, replayer: Replayer, entry: Parameters<Replayer>[0]): Report | null {
  try {
    const difference = replayer(entry);
    if (difference === null) return null;
    const { where, expected, got } = difference;
    return {
      kind: 'different',
      text: `${place}, ${where}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    };
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(place, error.message);
    throw error;
  }
}

function unreadable(place: string, why: string): Report {
  return { kind: 'unreadable', text: `${place}: ${why}` };
}

/** Undefined if the text is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
