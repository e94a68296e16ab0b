/** The README's commands, run as a newcomer would: in one shell, one after the other, against a new server. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readyText } from '../../functions/local/ready.ts';
import { startApi, type TestApi } from '../support/api.ts';

const run = promisify(execFile);

const hasShell = ['bash', 'curl', 'sed'].every((command) => spawnSync(command, ['--version']).error === undefined);

describe.skipIf(!hasShell)('the README (needs bash, curl and sed)', () => {
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
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block ?? '');
    expect(blocks.length).toBeGreaterThan(4);
    const script = blocks
      .join('')
      .replace('URL=http://localhost:8787', `URL=${api.url}`)
      .replaceAll(/^curl -s/gm, "curl -s -w '\\n%{http_code}\\n'");
    const output = await shell(script);
    const statuses = output.split('\n').filter((line) => /^\d{3}$/.test(line));
    expect(statuses.length).toBe(15);
    expect(statuses.filter((status) => status !== '200')).toEqual(['201', '201']);
    expect(output).toContain('"reason":"resignation"');
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
