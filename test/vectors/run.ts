/**
 * `npm run vectors [-- FILE…]`: replays vectors through the engines; without a file all that are here.
 * Ends with 0 if all is the same, 1 at the first difference, 2 if a file cannot be read as vectors.
 */
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replayFile } from './replay.ts';

export function committedVectors(): string[] {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return readdirSync(folder)
    .filter((name) => /\.jsonl?$/.test(name))
    .sort()
    .map((name) => folder + name);
}

export function main(files: readonly string[], say: (line: string) => void): number {
  const paths = files.length > 0 ? files : committedVectors().map((path) => relative(process.cwd(), path));
  for (const path of paths) {
    const report = replayFile(path);
    say(report.text);
    if (report.kind !== 'same') return report.kind === 'different' ? 1 : 2;
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2), console.log);
}
