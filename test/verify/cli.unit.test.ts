/** `npm run verify`: what it prints, and how it ends. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { main } from '../../functions/local/verify.ts';
import { hiddenDice } from '../hidden-dice/index.ts';
import { catalogue, changed, played } from './records.ts';

let folder = '';
const sound = played(aquaignis, 4).full(1);

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function run(...files: readonly string[]): { exit: number; text: string } {
  const lines: string[] = [];
  const exit = main(files, (line) => lines.push(line), catalogue);
  return { exit, text: lines.join('\n') };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('ends with', () => {
  test('0 where all records hold', () => {
    const { exit, text } = run(put('a.json', sound), put('b.json', played(hiddenDice, 3).compact('onlooker')));
    expect(exit).toBe(0);
    expect(text).toContain('a.json: OK. m_0123456789abcdef, aquaignis (rules 1)');
    expect(text).toContain('chain   proved   6 commits');
    expect(text).toContain('chance  not yet');
  });

  test('1 at a fault, and says which commit and field', () => {
    const text = changed(sound, ({ commits }) => commits.splice(3, 1));
    const { exit, text: said } = run(put('sound.json', sound), put('fault.json', text));
    expect(exit).toBe(1);
    expect(said).toContain('fault.json: FAULT.');
    expect(said).toContain('commit 4, seq: Commit 4 is missing');
    expect(said).toContain('Commits before it that hold: 3.');
  });

  test.each<[string, string | Uint8Array]>([
    ['no JSON', 'hello'],
    ['nothing in it', ''],
    ['another format', '{"format":"chess"}'],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
    ['a mark at its beginning', `\ufeff${sound}`],
  ])('2 for %s', (_what, content) => {
    const { exit, text } = run(put('odd.json', content));
    expect(exit).toBe(2);
    expect(text).toContain('odd.json: CANNOT BE JUDGED.');
  });

  test('2 for a file that is not there, a folder, no file', () => {
    expect(run(join(folder, 'none.json'))).toMatchObject({ exit: 2, text: expect.stringContaining('no such file') });
    expect(run(folder)).toMatchObject({ exit: 2, text: expect.stringContaining('cannot be read') });
    expect(run()).toMatchObject({ exit: 2, text: expect.stringContaining('Usage') });
  });

  test('nothing in a record steers the terminal', () => {
    const path = put(
      'odd.json',
      changed(sound, (record) => Object.assign(record, { rules: '\u001b[2J' })),
    );
    expect(run(path)).toMatchObject({ exit: 1, text: expect.not.stringContaining('\u001b') });
  });

  test('2 for rules that are not in its catalogue', () => {
    const path = put('dice.json', played(hiddenDice, 3).full(1));
    const lines: string[] = [];
    expect(main([path], (line) => lines.push(line))).toBe(2);
    expect(lines.join('\n')).toMatch(/no hidden-dice with rules 1 here[\s\S]*chain {3}proved/);
  });
});

describe('the command', () => {
  function command(input: string, ...files: readonly string[]) {
    const args = ['--import', 'tsx', 'functions/local/verify.ts', ...files];
    return spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  }

  test('reads standard input', () => {
    const { status, stdout, stderr } = command(sound, '-');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('-: OK.');
  });

  test('ends with 1 and without a stack trace', () => {
    const { status, stdout, stderr } = command(sound.replace('spawn', 'Spawn'), '-');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain('-: FAULT.');
  });

  test('ends with 2 where there is nothing to read', () => {
    expect(command('', '-', '/nowhere').status).toBe(2);
  });
});
