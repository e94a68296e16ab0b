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
}

/** @param path from the project's folder */
export async function readPage(path: string): Promise<Page> {
  const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  return {
    text,
    blocks: (language) =>
      [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].flatMap(([, of, block = '']) => (of === language ? block : [])),
  };
}

export interface Ran {
  readonly stdout: string;
  /** Of the commands whose answers are shown, in order. */
  readonly statuses: readonly string[];
}

/** The page's commands in one shell, one after the other, against the server at `url`. */
export async function runCommands(page: Page, url: string, cwd: string): Promise<Ran> {
  const script = page
    .blocks('sh')
    .join('')
    .replace('URL=http://localhost:8787', `URL=${url}`)
    // What goes into a pipe is read by the next command.
    .replaceAll(/^curl -s(?![^\n]*\|)/gm, "curl -s -w '\\n%{http_code}\\n'");
  const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd });
  return { stdout, statuses: stdout.split('\n').filter((line) => /^\d{3}$/.test(line)) };
}
