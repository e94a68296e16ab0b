/** While several matches move at once, readers are cut off again and again: in the end each has been told all, once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTICE_TYPES } from '../../functions/api/schemas/feed.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { Mirror, playOn } from '../support/aquaignis.ts';
import { endless } from '../support/bots.ts';
import { readLog, type SentCommit } from '../support/chain.ts';
import { type Client, newMatch, newPlayer } from '../support/clients.ts';
import { randomFrom } from '../support/random.ts';
import { eventsOf, openStream, textsOf } from '../support/streams.ts';

const PLIES = 20;

const random = randomFrom();
let api: TestApi;
let hero: Client;
let rivals: readonly Client[];
let matches: readonly string[];
/** Set when nothing more will happen: the id of the newest entry, and the number of the last commit. */
let end: { readonly entry: string; readonly commit: string } | null = null;

beforeAll(async () => {
  api = await startApi();
  const players = await Promise.all(['Hero', 'Ann', 'Ben', 'Cyd'].map((name) => newPlayer(api.send, name)));
  [hero, ...rivals] = players as [Client, ...Client[]];
  const made = [...rivals, ...rivals.slice(0, 1)].map((rival) => newMatch(hero, rival));
  matches = (await Promise.all(made)).map(({ id }) => id);
});
afterAll(() => api.end());

interface Entry {
  readonly id: string;
  readonly match: string;
  readonly seq: number;
}

/** All matches at once, each move as soon as the one before it is taken. */
async function playAll(): Promise<void> {
  await Promise.all(
    matches.map(async (id, n) => {
      const rival = rivals[n % rivals.length];
      if (rival === undefined) throw new Error('no rival');
      await playOn(id, new Mirror(), [hero, rival], endless(30), randomFrom(random.seed + n), PLIES);
      // The first one goes on: with its end what was hidden in its log would open, and it would not read the same.
      if (n > 0) await rival.call('POST', `/v1/matches/${id}/resign`);
    }),
  );
  await api.background.idle();
  const { next } = (await hero.call('GET', '/v1/me/events?after=latest')).body;
  const log = await readLog(hero, matches[0] ?? '');
  end = { entry: String(next), commit: String(log.at(-1)?.seq) };
}

/** How much is read before the connection is cut, and for how long at most. */
function fate(gone: AbortController): { readonly most: number } {
  setTimeout(() => gone.abort(), random.below(2) === 0 ? random.below(150) : 2000);
  return { most: random.below(8) };
}

/** Reads until the end is told, over as many connections as it takes; `last` is where it stands. */
async function overAndOver(
  one: (last: string | undefined, gone: AbortController, took: (id: string) => void) => Promise<void>,
  isEnd: (last: string) => boolean,
): Promise<number> {
  let last: string | undefined;
  let connections = 0;
  while (last === undefined || !isEnd(last)) {
    const gone = new AbortController();
    connections += 1;
    try {
      await one(last, gone, (id) => {
        last = id;
      });
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
    gone.abort();
    if (connections % 10 === 0) await sleep(5);
  }
  return connections;
}

async function readEvents(path: string, isEnd: (last: string) => boolean): Promise<string[]> {
  const told: string[] = [];
  const connections = await overAndOver(async (lastEventId, gone, took) => {
    const { most } = fate(gone);
    let count = 0;
    for await (const { id = '', data } of eventsOf(
      await openStream(api.url, hero, path, { lastEventId, signal: gone.signal }),
    )) {
      told.push(data);
      took(id);
      count += 1;
      if (count > most || isEnd(id)) break;
    }
  }, isEnd);
  // A connection tells eight at most, so the shortest of these logs takes three of them.
  expect(connections).toBeGreaterThan(2);
  return told;
}

async function readLines(path: string, idOf: (item: Entry) => string, isEnd: (last: string) => boolean) {
  const told: string[] = [];
  await overAndOver(async (last, gone, took) => {
    const { most } = fate(gone);
    const query = last === undefined ? '' : `?after=${last}`;
    const asked = { accept: 'application/x-ndjson', signal: gone.signal };
    let count = 0;
    let rest = '';
    for await (const text of textsOf(await openStream(api.url, hero, path + query, asked))) {
      const lines = (rest + text).split('\n');
      // What has no end of its line yet is not told yet.
      rest = lines.pop() ?? '';
      for (const line of lines.filter((each) => each !== '')) {
        const id = idOf(JSON.parse(line));
        told.push(line);
        took(id);
        count += 1;
        if (count > most || isEnd(id)) return;
      }
    }
  }, isEnd);
  return told;
}

/** As a browser does it, where every answer is sent whole. */
async function readAsBrowser(playing: Promise<void>): Promise<string[]> {
  const send = api.appWith({ streamMs: null });
  const told: string[] = [];
  let last = '';
  const source = new EventSource(`${api.url}/v1/me/events`, {
    fetch: async (url, init) => {
      const headers = { ...init.headers, Authorization: `Bearer ${hero.token}` };
      return send(String(url).replace(api.url, ''), { headers });
    },
  });
  for (const type of NOTICE_TYPES) {
    source.addEventListener(type, ({ data, lastEventId }) => {
      told.push(data);
      last = lastEventId;
    });
  }
  await playing;
  while (last !== end?.entry) await sleep(20);
  source.close();
  return told;
}

/** Looks each entry up in its match's log the moment it is told. */
async function findStored(isEnd: (last: string) => boolean): Promise<number> {
  let found = 0;
  await overAndOver(async (lastEventId, gone, took) => {
    setTimeout(() => gone.abort(), 5000);
    for await (const { id = '', data } of eventsOf(
      await openStream(api.url, hero, '/v1/me/events', { lastEventId, signal: gone.signal }),
    )) {
      const { match, seq } = JSON.parse(data) as Entry;
      const path = `/v1/matches/${match}/events?after=${seq - 1}&limit=1`;
      const { commits } = (await hero.call<{ commits: SentCommit[] }>('GET', path)).body;
      expect(commits.map((commit) => commit.seq)).toEqual([seq]);
      found += 1;
      took(id);
      if (isEnd(id)) break;
    }
  }, isEnd);
  return found;
}

test(`nothing is lost, nothing comes twice, and nothing before it is stored (seed ${random.seed})`, async () => {
  const [match = ''] = matches;
  const log = `/v1/matches/${match}/events`;
  const lastEntry = (id: string) => id === end?.entry;
  const lastCommit = (id: string) => id === end?.commit;
  const playing = playAll();
  const [, events, lines, browser, commits, commitLines, stored] = await Promise.all([
    playing,
    readEvents('/v1/me/events', lastEntry),
    readLines('/v1/me/events', ({ id }) => id, lastEntry),
    readAsBrowser(playing),
    readEvents(log, lastCommit),
    readLines(log, ({ seq }) => String(seq), lastCommit),
    findStored(lastEntry),
  ]);

  const whole: Entry[] = [];
  for (let next = '0', more = true; more; ) {
    const page = await hero.call<{ entries: Entry[]; next: string; more: boolean }>(
      'GET',
      `/v1/me/events?after=${next}`,
    );
    whole.push(...page.body.entries);
    ({ next, more } = page.body);
  }
  const expected = whole.map((entry) => JSON.stringify(entry));
  expect(expected.length).toBeGreaterThan(matches.length * PLIES);
  expect(events).toEqual(expected);
  expect(lines).toEqual(expected);
  expect(browser).toEqual(expected);
  expect(stored).toBe(expected.length);

  const kept = (await readLog(hero, match)).map((commit) => JSON.stringify(commit));
  expect(commits).toEqual(kept);
  expect(commitLines).toEqual(kept);
});
