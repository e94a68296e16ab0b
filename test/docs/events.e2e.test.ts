/** The page on events, run as its reader would: its commands in one shell, its function against the same server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTICE_TYPES } from '../../functions/api/schemas/feed.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { newMatch, newPlayer } from '../support/clients.ts';
import { hasShell, type Page, readPage, runCommands } from '../support/page.ts';

let api: TestApi;
let page: Page;
beforeAll(async () => {
  api = await startApi();
  page = await readPage('docs/events.md');
});
afterAll(() => api.end());

describe.skipIf(!hasShell)('its commands (need bash, curl, sed and grep)', () => {
  test('all give a good answer', async () => {
    const { stdout, statuses } = await runCommands(page, api.url, process.cwd());
    expect(statuses).toEqual(Array(10).fill('200'));
    expect(stdout).toContain('"type":"turn.started"');
    expect(stdout).toMatch(/^retry: \d+\nid: 0\n\nid: \d+\nevent: seat.joined\ndata: \{/m);
    expect(stdout).toMatch(/^id: 3\nevent: commit\ndata: \{/m);
    // What is read after the last id begins right after it.
    const [, last, next] = /^retry: \d+\nid: ([1-9]\d*)\n\nid: (\d+)\n/m.exec(stdout) ?? [];
    expect(Number(next)).toBe(Number(last) + 1);
  });
});

test('its function reads a feed, and goes on from what it returns', async () => {
  type Entry = { id: string; type: string };
  type Listen = (url: string, token: string, last: string, told: (entry: Entry) => void) => Promise<string>;
  const [source = ''] = page.blocks('js');
  const listen = new Function(`${source}; return listen;`)() as Listen;
  const [ada, bob] = await Promise.all([newPlayer(api.send, 'Ada'), newPlayer(api.send, 'Bob')]);
  await newMatch(ada, bob);
  await api.background.idle();
  const told: Entry[] = [];
  const hear = (entry: Entry) => void told.push(entry);
  // Left to itself a stream goes on for longer than a test may.
  const soon = (cursor: string) => `${cursor}&wait=1`;
  const last = await listen(api.url, ada.token ?? '', soon('0'), hear);
  expect(told.map(({ type }) => type)).toEqual(['seat.joined', 'seat.joined', 'match.started', 'turn.started']);
  expect(last).toBe(told.at(-1)?.id);
  expect(await listen(api.url, ada.token ?? '', soon(last), hear)).toBe(soon(last));
  expect(told).toHaveLength(4);
  await expect(listen(api.url, 'wrong', last, hear)).rejects.toThrow('unauthenticated');
});

test('it names every type there is', () => {
  const [, table = ''] = /## What is told when\n([\s\S]*?)\n## /.exec(page.text) ?? [];
  const named = Array.from(table.matchAll(/`([a-z-]+\.[a-z-]+)`/g), ([, type]) => type).filter(
    (type) => type !== 'openapi.yaml',
  );
  expect(named.sort()).toEqual([...NOTICE_TYPES].sort());
});
