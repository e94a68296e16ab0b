/** A page of the documentation, read for what it has its reader run. */
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const hasShell = ['bash', 'curl', 'sed', 'grep'].every(
  (name) => spawnSync(name, ['--version']).error === undefined,
);

export interface Page {
  readonly text: string;
  /** Its fenced blocks in a language, in order. */
  blocks(language: string): string[];
  /** What its `text` blocks say that commands print: line by line, each with the number of the `sh` block before it. */
  readonly shown: readonly Shown[];
}

export interface Shown {
  readonly block: number;
  /** `…` stands for what differs or is left out. */
  readonly line: string;
}

/** @param path from the project's folder */
export async function readPage(path: string): Promise<Page> {
  const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const all = Array.from(text.matchAll(/^```(\w+)\n(.*?)^```/gms), ([, language, block = '']) => ({ language, block }));
  const shown = all.flatMap(({ language, block }, place) => {
    if (language !== 'text') return [];
    const before = all.slice(0, place).filter((each) => each.language === 'sh').length;
    return block
      .trimEnd()
      .split('\n')
      .map((line) => ({ block: before - 1, line }));
  });
  return {
    text,
    shown,
    blocks: (language) => all.flatMap((each) => (each.language === language ? each.block : [])),
  };
}

export interface Ran {
  readonly stdout: string;
  /** The same, block by block. */
  readonly outputs: readonly string[];
  /** Of the commands whose answers are shown, in order. */
  readonly statuses: readonly string[];
}

/** Between the outputs of two blocks. */
const SEPARATOR = '\x1e';

/** The page's commands in one shell, one after the other, against the server at `url`. */
export async function runCommands(page: Page, url: string, cwd: string): Promise<Ran> {
  const script = page
    .blocks('sh')
    .join(`printf '${SEPARATOR}'\n`)
    .replace('URL=http://localhost:8787', `URL=${url}`)
    // What goes into a pipe is read by the next command.
    .replaceAll(/^curl -s(?![^\n]*\|)/gm, "curl -s -w '\\n%{http_code}\\n'");
  const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd, timeout: 120_000 });
  const outputs = stdout.replaceAll('\r\n', '\n').split(SEPARATOR);
  const whole = outputs.join('');
  return { stdout: whole, outputs, statuses: whole.split('\n').filter((line) => /^\d{3}$/.test(line)) };
}

/** Those lines that the page shows and its commands did not print: in its block, after the line that is shown before. */
export function notPrinted({ shown }: Page, { outputs }: Ran): string[] {
  const left = outputs.map((output) => output.split('\n'));
  return shown.flatMap(({ block, line }) => {
    const lines = left[block] ?? [];
    const place = lines.findIndex((printed) => patternOf(line).test(printed));
    if (place < 0) return line;
    lines.splice(0, place + 1);
    return [];
  });
}

function patternOf(line: string): RegExp {
  const pieces = line.split('…').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`);
}
