/** The page for client authors: its commands and what it shows of their answers, its client, and its tables. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { createApp } from '../../functions/api/app.ts';
import { countRequests } from '../../functions/api/limits/limits.ts';
import { describeApi } from '../../functions/api/openapi.ts';
import { CODES } from '../../functions/api/problem-codes.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type MatchBody, newPlayer, nobody } from '../support/clients.ts';
import { hasShell, notPrinted, type Page, readPage, runCommands } from '../support/page.ts';
import { FailingRelay } from './failing-relay.ts';

let api: TestApi;
let page: Page;
let folder: string;
let script: string;
beforeAll(async () => {
  api = await startApi(undefined, { limits: countRequests() });
  page = await readPage('docs/clients.md');
  folder = await mkdtemp(join(tmpdir(), 'plypost-clients-'));
  script = join(folder, 'from-the-page.mjs');
  await writeFile(script, page.blocks('js').join(''));
});
afterAll(async () => {
  await api.end();
  await rm(folder, { recursive: true });
});

test.skipIf(!hasShell)('its commands print what it shows (need bash, curl, sed and grep)', async () => {
  await mkdir(join(folder, 'docs'));
  await copyFile(new URL('../../docs/clients.md', import.meta.url), join(folder, 'docs/clients.md'));
  const ran = await runCommands(page, api.url, folder);
  expect(page.shown.length).toBeGreaterThan(20);
  expect(notPrinted(page, ran)).toEqual([]);
  expect(await readFile(join(folder, 'client.mjs'), 'utf8')).toBe(page.blocks('js').join(''));
  const record = await readFile(join(folder, 'match.json'), 'utf8');
  expect(verifyRecord(record, games)).toMatchObject({ verdict: 'ok', fault: null });
});

describe('its client', () => {
  const run = promisify(execFile);

  function start(url: string, token: string | null, signal?: AbortSignal) {
    const env = { PATH: process.env.PATH, PLYPOST_URL: url, PLYPOST_TOKEN: token ?? '' };
    return run(process.execPath, [script, 'astromagie'], { env, timeout: 120_000, signal, killSignal: 'SIGKILL' });
  }

  test('plays a whole match, though it is killed, and every request that does something fails at first', async () => {
    const relay = await FailingRelay.to(api.url);
    try {
      const [cyd, dora] = [await newPlayer(api.send, 'Cyd'), await newPlayer(api.send, 'Dora')];
      const end = new AbortController();
      const killed = start(relay.url, cyd.token, end.signal);
      await until(async () => relay.posts.some(({ heard }) => heard !== null) && (await lobby()).length > 0);
      end.abort();
      await expect(killed).rejects.toThrow();
      const ends = await Promise.all([cyd, dora].map(({ token }) => start(relay.url, token)));
      expect(ends[0]?.stdout).toBe(ends[1]?.stdout);
      const [, match = ''] = /^(m_\w+), after \d+ moves: ./.exec(ends[0]?.stdout ?? '') ?? [];
      const { text } = await cyd.call('GET', `/v1/matches/${match}/record`);
      expect(verifyRecord(text, games)).toMatchObject({ verdict: 'ok', fault: null });
      const mine = await cyd.call('GET', '/v1/matches?mine=true');
      expect(mine.body.matches).toMatchObject([{ id: match, status: 'finished' }]);
      // Each was sent until it was heard of, and what got lost was said again word for word.
      expect(relay.posts.length).toBeGreaterThan(20);
      for (const { request, lost, heard } of relay.posts) {
        expect(heard?.status, request).toBeLessThan(300);
        if (lost !== null) expect(heard, request).toEqual(lost);
      }
      const { body } = await cyd.call<MatchBody>('GET', `/v1/matches/${match}`);
      expect(relay.posts.filter(({ request }) => request.includes('/moves '))).toHaveLength(body.ply);
    } finally {
      await relay.stop();
    }
  });

  test('gives up on what will not get better', async () => {
    await expect(start(api.url, 'wrong')).rejects.toThrow(/unauthenticated/);
  });

  async function lobby(): Promise<unknown[]> {
    const { body } = await nobody(api.send).call('GET', '/v1/matches?status=open&game=astromagie');
    return Array.isArray(body.matches) ? body.matches : [];
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(50);
  }
});

function section(title: string): string {
  const [, text = ''] = page.text.split(`\n## ${title}\n`);
  return text.split('\n## ')[0] ?? '';
}

test('it tells for every problem what to do', () => {
  const rows = section('When it is refused').match(/^\|.*\|$/gm) ?? [];
  const named = rows
    .slice(2)
    .flatMap((row) => Array.from((row.split('|')[2] ?? '').matchAll(/`([a-z_]+)`/g), ([, code]) => code));
  expect(named.sort()).toEqual([...CODES].sort());
});

test('it names every request that takes an Idempotency-Key', () => {
  const { paths } = describeApi(createApp(api.deps));
  const keyed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const row =
    section('What may be sent again')
      .split('\n')
      .find((line) => line.startsWith('| With')) ?? '';
  const named = Array.from(row.matchAll(/`(POST [^`]+)`/g), ([, operation]) => operation);
  expect(named.sort()).toEqual(keyed.sort());
});
