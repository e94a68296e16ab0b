/** The pages on time, offers, invitations, plans and forks: their commands, run in one shell each as their reader would. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { hasShell, readPage, runCommands } from '../support/page.ts';

describe.skipIf(!hasShell)('the commands (need bash, curl, sed and grep)', () => {
  let api: TestApi;
  let folder: string;
  beforeAll(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'plypost-docs-'));
  });
  afterAll(async () => {
    await api.end();
    await rm(folder, { recursive: true });
  });

  test('of the page on time', async () => {
    const { stdout, statuses } = await runCommands(await readPage('docs/time.md'), api.url, folder);
    expect(statuses).toEqual(Array(6).fill('200'));
    const reasons = [...stdout.matchAll(/"reason":"([a-z-]+)"/g)].map(([, reason]) => reason);
    expect(reasons).toEqual(['start', 'start', 'turn', 'increment', 'cap']);
    expect(stdout).toMatch(/"state":"away","until":"\d/);
    const days = [...stdout.matchAll(/"vacation":\{"from":"([\d-]+)","to":"([\d-]+)"/g)];
    expect(days).toHaveLength(2);
    const [[, from = '', to = ''] = []] = days;
    // The last day is part of it.
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
    const after = new Date(Date.parse(to) + 86_400_000).toISOString();
    expect(stdout).toContain(`"ends":"${after}"`);
    expect(stdout).toMatch(/"vacation":null,"days":\[/);
  });

  test('of the page on offers', async () => {
    const page = await readPage('docs/offers.md');
    const { stdout, statuses } = await runCommands(page, api.url, folder);
    expect(statuses).toEqual(['200', '201', '200', '200', '201', '200', '200', '200', '201', '200']);
    const [, shown = ''] = /`(\[\{"offer":.*\}\])`/.exec(page.text) ?? [];
    expect(stdout).toContain(`"offers":${shown}`);
    expect(stdout).toMatch(/"state":"paused","until":"\d/);
    expect(stdout).toMatch(/"offers":\[\{"offer":"\d+","kind":"takeback","by":1,"toPly":0,"accepted":\[\]\}\]/);
    expect(stdout).toMatch(/"reason":"pause"/);
    expect(stdout).toMatch(/"rematch":"m_\w+"/);
  });

  test('of the page on plans', async () => {
    const { stdout, statuses } = await runCommands(await readPage('docs/plans.md'), api.url, folder);
    expect(statuses).toEqual([...Array(7).fill('200'), '204', '200']);
    expect(stdout).toContain('"left":{"step":1,"reason":"left_tree"}');
    expect(stdout).toMatch(/"seat":1,"ply":4,"move":"charge 4","by":"plan"/);
    expect(stdout).toMatch(/"plan":\{"ply":5,"branches":\[\{"when":\["advance 4","spawn 5"\]/);
    expect(stdout).toMatch(/\{"plan":null\}\n200\s*$/);
  });

  test('of the page on invitations', async () => {
    const { stdout, statuses } = await runCommands(await readPage('docs/invitations.md'), api.url, folder);
    expect(statuses).toEqual(['200', '200', '204', '200', '200', '201', '200']);
    expect(stdout).toMatch(/"type":"invitation\.received"/);
    expect(stdout).toMatch(/\{"invitations":\[\{"match":\{"id":"m_\w+".*"by":\{"id":"p_\w+","name":"Ada"\}/);
    expect(stdout).toMatch(/\{"match":\{.*"status":"open".*"by":\{"id":"p_\w+","name":"Ada"\}\}/);
    expect(stdout).toMatch(/"status":"active","seats":\[\{"seat":1,.*"name":"Ada"\}.*"name":"Cyd"\}/);
    const [made, listed] = [...stdout.matchAll(/"id":"(m_\w+)"[^\n]*"time":"P1D"/g)].map(([, id]) => id);
    expect(listed).toBe(made);
  });

  test('of the page on forks', async () => {
    const { stdout, statuses } = await runCommands(await readPage('docs/forks.md'), api.url, folder);
    expect(statuses).toEqual(Array(5).fill('200'));
    const forks = [...stdout.matchAll(/"fork":\{"match":"m_\w+","ply":1,"until":"[^"]+"\}/g)];
    expect(forks).toHaveLength(2);
    expect(stdout).toMatch(/"ply":3,.*"fork":\{/);
  });
});
