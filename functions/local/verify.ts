/**
 * `npm run verify -- FILE…`: checks records offline; `-` reads one from standard input.
 * Ends with 0 if all hold, 1 at a fault, 2 if a file cannot be judged: not there, no record, unknown rules.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Catalogue, games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import type { Fault, Report } from '../../domain/match/verify-report.ts';

const USAGE = 'Usage: npm run verify -- FILE… (a record, full or compact; "-" is standard input)';

const STANDARD_INPUT = 0;
const EXIT = { ok: 0, fault: 1, unusable: 2 } as const;
const PROVED = { yes: 'proved', partly: 'partly', no: 'not yet' } as const;

export function main(files: readonly string[], say: (line: string) => void, catalogue: Catalogue = games): number {
  if (files.length === 0) {
    say(USAGE);
    return EXIT.unusable;
  }
  const exits = files.map((file) => {
    const text = textOf(file);
    if ('problem' in text) {
      say(`${file}: ${text.problem}`);
      return EXIT.unusable;
    }
    const report = verifyRecord(text.content, catalogue);
    for (const line of linesOf(file, report)) say(printable(line));
    return EXIT[report.verdict];
  });
  return Math.max(...exits);
}

function linesOf(file: string, { verdict, fault, subject, validCommits, findings }: Report): string[] {
  const of = subject === null ? '' : ` ${subject.match}, ${subject.game} (rules ${subject.rules})`;
  const told = findings.map(({ about, proved, text }) => `  ${about.padEnd(8)}${PROVED[proved].padEnd(9)}${text}`);
  if (fault === null) return [`${file}: OK.${of}`, ...told];
  const heading = verdict === 'fault' ? 'FAULT' : 'CANNOT BE JUDGED';
  const valid = verdict === 'fault' && subject !== null ? [`  Commits before it that hold: ${validCommits}.`] : [];
  return [`${file}: ${heading}.${of}`, `  ${placeOf(fault)}${fault.message}`, ...valid, ...told];
}

function placeOf({ commit, field }: Fault): string {
  const places = [...(commit === null ? [] : [`commit ${commit}`]), ...(field === '' ? [] : [field])];
  return places.length === 0 ? '' : `${places.join(', ')}: `;
}

/** Nothing from a file may steer the terminal that it is told on. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, '�');
}

/** The file's text, byte for byte: what is not UTF-8 would be read as something else than it is. */
function textOf(file: string): { readonly content: string } | { readonly problem: string } {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file === '-' ? STANDARD_INPUT : file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { problem: code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code}).` };
  }
  try {
    return { content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: 'CANNOT BE JUDGED. This is no UTF-8 text.' };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2), console.log);
}
