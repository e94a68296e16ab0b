/** The README's commands, run as a newcomer would: in one shell, one after the other, against a new server. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { readyText } from '../../functions/local/ready.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { hasShell, readPage, runCommands } from '../support/page.ts';

const run = promisify(execFile);

describe.skipIf(!hasShell)('the README (needs bash, curl, sed and grep)', () => {
  let api: TestApi;
  let folder: string;
  beforeAll(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'plypost-readme-'));
  });
  afterAll(async () => {
    await api.end();
    await rm(folder, { recursive: true });
  });

  async function shell(script: string): Promise<string> {
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd: folder });
    return stdout;
  }

  test('plays a match from its shell blocks alone, and every answer is a good one', async () => {
    const readme = await readPage('README.md');
    expect(readme.blocks('sh').length).toBeGreaterThan(4);
    const { stdout, statuses } = await runCommands(readme, api.url, folder);
    expect(statuses.length).toBe(14);
    expect(statuses.filter((status) => status !== '200')).toEqual(['201', '201']);
    expect(stdout).toContain('"reason":"resignation"');
    expect(stdout).toContain(`\n${games.newest('aquaignis')?.rulesText.trimEnd()}\n`);
    const record = await readFile(join(folder, 'match.json'), 'utf8');
    expect(record).toContain('"move":"charge 4"');
  });

  test('the ready line tells three commands that work', async () => {
    const commands = readyText(api.url, 'in memory')
      .split('\n')
      .filter((line) => line.startsWith('  '));
    expect(commands.length).toBe(3);
    expect(await shell(commands.join('\n'))).toContain('"status":"open"');
  });
});
