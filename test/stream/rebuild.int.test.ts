/** Made again from the logs alone, everything is what the stream had made of them. */
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { games } from '../../domain/games.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import { pack, unpack } from '../../functions/store/packing.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { keys } from '../../functions/store/table.ts';
import { type Projection, projectMatch } from '../../functions/stream/project.ts';
import { type Rebuilt, rebuild } from '../../functions/stream/rebuild.ts';
import { around } from '../support/around.ts';
import { endless } from '../support/bots.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { AQUAIGNIS, begun, idFrom, now as newest, played, type Story } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { playerNumber, type Traffic, traffic } from '../support/traffic.ts';
import { allItems, dropItems, emptyTable, type Item, putItems } from './whole-table.ts';

const DAY_MS = 86_400_000;
const COMMITS = 120;
const PLAYERS = Array.from({ length: 6 }, (_, n) => playerNumber(n + 1));

let database: TestTable;
let derived: Projection;
/** When each test begins: the day has been, and may go on. */
let morning: { readonly stories: readonly Story[]; readonly items: readonly Item[]; readonly clock: number };

let day: Traffic;
let clock = Date.parse('2030-06-01T08:00:00.000Z');

const random = randomFrom();
console.log(`seed ${random.seed}`);
const now = () => new Date(clock);
const tick = () => {
  clock += 1 + random.below(100_000);
  return now();
};

beforeAll(async () => {
  database = await startTable();
  derived = projectionOn(database, games, now);
  day = traffic(random, PLAYERS, tick);
  for (let n = 0; n < COMMITS || !isVaried(); n += 1) await storeOne();
  morning = { stories: day.stories, items: await all(), clock };
});
afterAll(() => database.stop());

beforeEach(async () => {
  await emptyTable(database);
  await putItems(database, morning.items);
  clock = morning.clock;
  day = traffic(random, PLAYERS, tick, morning.stories);
});

/** Whether the day has had something of everything. */
function isVaried(): boolean {
  const ends = day.stories.map(newest);
  const kinds = (of: (match: MatchState) => string) => new Set(ends.map(of)).size;
  return (
    kinds(({ game }) => game) === 3 &&
    kinds(({ status }) => status) === 4 &&
    kinds(({ visibility }) => visibility) === 3 &&
    ends.some(({ departed }) => Object.keys(departed).length > 0)
  );
}

async function storeOne(project = true): Promise<void> {
  const { state, commit } = day.next();
  await derived.log.append(state, commit, (commit.seq - 1) % 10);
  if (project) await projectMatch(derived, state.id);
}

function again(
  on: Pick<TestTable, 'client' | 'table'> = database,
  say: (line: string) => void = () => undefined,
): Promise<Rebuilt> {
  const setAside = dynamoSetAside(on.client, on.table, now);
  const work = { projection: projectionOn(on, games, now), deliver: async () => undefined, setAside };
  return rebuild({ ...on, work, now, say });
}

/** A connection that is cut after so many requests. */
function failingAfter(client: DynamoDBClient, most: number): DynamoDBClient {
  let requests = 0;
  return around(client, async (go) => {
    requests += 1;
    if (requests > most) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
    return go();
  });
}

const all = () => allItems(database);
const put = (item: Item) => putItems(database, [item]);
const drop = async (which: (item: Item) => boolean) => dropItems(database, (await all()).filter(which));

const isLog = ({ sk }: Item) => sk?.S?.startsWith('commit#') === true;
const isFeed = ({ pk }: Item) => pk?.S?.startsWith('feed#') === true;
const isTurn = ({ pk }: Item) => pk?.S?.startsWith('turns#') === true;
const isModel = ({ pk, sk }: Item) => sk?.S === 'progress' || /^(list|turns)#/.test(pk?.S ?? '');

/** Lists, open turns, and how far each match has come, as whoever reads them finds them. */
async function readModels(): Promise<Map<string, unknown>> {
  const models = new Map<string, unknown>();
  for (const item of await all()) {
    if (!isModel(item) || item.gone !== undefined) continue;
    const { pk, sk, match, seq, ...rest } = item;
    models.set(`${pk?.S} ${sk?.S}`, {
      ...rest,
      match: match?.B === undefined ? null : unpack(match.B),
      // A turn stays as it is while it lasts, however many commits that takes.
      seq: isTurn(item) ? null : seq,
    });
  }
  return models;
}

async function feedsWith(numbers: boolean): Promise<Map<PlayerId, unknown>> {
  const feeds = new Map<PlayerId, unknown>();
  for (const player of PLAYERS) {
    const { entries } = await derived.feeds.read(player, 0, 10_000);
    feeds.set(player, numbers ? entries : entries.map(({ id: _, ...entry }) => entry));
  }
  return feeds;
}

/** What the read models should be, by the matches alone: where who is to move, what is open, what is public. */
function expected(): Map<string, unknown> {
  const models = new Map<string, unknown>();
  for (const match of day.stories.map(newest)) {
    const { id, status, visibility, createdAt } = match;
    const lists = [
      ...(visibility === 'public' ? ['public'] : []),
      ...(visibility === 'public' && status === 'open' ? ['lobby'] : []),
      ...match.seats.flatMap(({ player }) => (player === null ? [] : [`player#${player}`])),
    ];
    for (const list of lists) models.set(`list#${list} ${createdAt}#${id}`, { head: match.head, status });
    models.set(`match#${id} progress`, { seq: match.head.seq });
    const play = status === 'active' ? match.play : null;
    const seats = play === null ? [] : gameOf(match, games).toMove(play);
    for (const seat of seats) {
      models.set(`turns#${match.seats[seat - 1]?.player} ${id}`, { seat, turn: gameOf(match, games).turn(play) });
    }
  }
  return models;
}

/** As much of the read models as `expected` tells. */
function outline(models: Map<string, unknown>): Map<string, unknown> {
  return new Map(
    [...models].map(([key, value]): [string, unknown] => {
      const { match, seq, seat, turn } = value as {
        match: { head: unknown; status: unknown } | null;
        seq: AttributeValue | null;
        seat?: AttributeValue;
        turn?: AttributeValue;
      };
      if (match !== null) return [key, { head: match.head, status: match.status }];
      if (seat !== undefined) return [key, { seat: Number(seat.N), turn: Number(turn?.N) }];
      return [key, { seq: Number(seq?.N) }];
    }),
  );
}

const sorted = (models: Map<string, unknown>) => [...models].sort(([a], [b]) => (a < b ? -1 : 1));

describe('a rebuild', () => {
  test('is compared with what the stream made, which is what the matches say', async () => {
    expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
  });

  test('changes nothing where nothing is wrong', async () => {
    const before = [await readModels(), await feedsWith(true)] as const;
    expect(await again()).toMatchObject({ matches: day.stories.length, removed: 0, told: 0, failed: new Map() });
    expect(sorted(await readModels())).toEqual(sorted(before[0]));
    expect(await feedsWith(true)).toEqual(before[1]);
  });

  test('makes lists, turns and progress that are all lost', async () => {
    const before = [await readModels(), await feedsWith(true)] as const;
    await drop(isModel);
    expect((await readModels()).size).toBe(0);
    expect(await again()).toMatchObject({ told: 0, failed: new Map() });
    expect(sorted(await readModels())).toEqual(sorted(before[0]));
    expect(await feedsWith(true)).toEqual(before[1]);
  });

  test('mends what is damaged', async () => {
    const before = [await readModels(), await feedsWith(true)] as const;
    await damage();
    expect(sorted(await readModels())).not.toEqual(sorted(before[0]));
    const { failed, removed } = await again();
    expect(failed).toEqual(new Map());
    expect(removed).toBeGreaterThan(0);
    expect(sorted(await readModels())).toEqual(sorted(before[0]));
    expect(await feedsWith(true)).toEqual(before[1]);
    for (let n = 0; n < 40; n += 1) await storeOne();
    expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
  });

  test('makes feeds that are lost', async () => {
    const before = await feedsWith(false);
    const heads = await Promise.all(PLAYERS.map((player) => derived.feeds.head(player)));
    await drop((item) => isFeed(item) && (random.below(2) === 0 || item.count !== undefined));
    expect([...(await feedsWith(false)).values()].flat()).toEqual([]);
    clock += 60_000;
    const { told, failed } = await again();
    expect(failed).toEqual(new Map());
    expect(told).toBeGreaterThan(COMMITS);
    expect(await feedsWith(false)).toEqual(before);
    // No number means two things.
    for (const [n, player] of PLAYERS.entries()) {
      const [first] = (await derived.feeds.read(player, 0, 1)).entries;
      expect(Number(first?.id)).toBeGreaterThan(heads[n] ?? 0);
    }
  });

  test('adds to feeds what they lack at their end, once, and takes nothing back', async () => {
    const whole = await feedsWith(false);
    const cut = new Map<PlayerId, readonly Item[]>();
    for (const player of PLAYERS) {
      const items = (await all()).filter(({ pk, count }) => pk?.S === `feed#${player}` && count !== undefined);
      items.sort((a, b) => ((a.sk?.S ?? '') < (b.sk?.S ?? '') ? -1 : 1));
      const lost = items.slice(items.length - random.below(20));
      cut.set(player, lost);
      await dropItems(database, lost);
    }
    const kept = await feedsWith(true);
    const { told } = await again();
    expect(told).toBe([...cut.values()].flat().length);
    expect(await feedsWith(false)).toEqual(whole);
    const after = await feedsWith(true);
    for (const [player, entries] of kept) {
      const list = entries as readonly unknown[];
      expect((after.get(player) as readonly unknown[]).slice(0, list.length)).toEqual(list);
    }
    expect(await again()).toMatchObject({ told: 0 });
  });

  test('tells nobody of what is past', async () => {
    await drop((item) => !isLog(item));
    clock += 30 * DAY_MS;
    // Of matches that go on, what is of late is told all the same.
    for (let n = 0; n < 40; n += 1) await storeOne(false);
    const late = day.stories.flatMap(({ commits }) =>
      commits.filter(({ at }) => Date.parse(at) >= clock - 30 * DAY_MS),
    );
    expect((await again()).failed).toEqual(new Map());
    expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
    for (const entries of (await feedsWith(true)).values()) {
      for (const { at } of entries as readonly { at: string }[]) {
        expect(late.some((commit) => commit.at === at)).toBe(true);
      }
    }
  });

  test('broken off anywhere and begun again, comes to the same', async () => {
    const before = [await readModels(), await feedsWith(false)] as const;
    await drop((item) => !isLog(item));
    clock += 60_000;
    let broken = 0;
    for (let most = 3; ; most *= 3) {
      const cut = { ...database, client: failingAfter(database.client, most) };
      const ended = await again(cut).then(
        () => true,
        () => false,
      );
      if (ended) break;
      broken += 1;
    }
    expect(broken).toBeGreaterThan(4);
    expect((await again()).failed).toEqual(new Map());
    expect(sorted(await readModels())).toEqual(sorted(before[0]));
    expect(await feedsWith(false)).toEqual(before[1]);
  });

  test('broken off anywhere, leaves nothing untold that the stream then comes by', async () => {
    for (let most = 20; most < 700; most *= 2) {
      await drop((item) => !isLog(item));
      const cut = { ...database, client: failingAfter(database.client, most) };
      await again(cut).catch(() => undefined);
      for (const { id } of day.stories) await projectMatch(derived, id);
      expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
      for (const player of PLAYERS) await expectWhole(player);
    }
  });

  test('makes a turn that began long before the last of many commits', async () => {
    const story = longStory();
    for (const [n, commit] of story.commits.entries()) {
      await derived.log.append(story.states[n] as MatchState, commit, n % 10);
    }
    await projectMatch(derived, story.id);
    const isOfIt = ({ pk, sk }: Item) => pk?.S !== `match#${story.id}` && sk?.S?.includes(story.id) === true;
    const read = async () => (await all()).filter((item) => isOfIt(item) && item.gone === undefined);
    const made = await read();
    const [turn] = made.filter(isTurn);
    await put({ ...turn, turn: { N: '1' }, since: { S: 'never' }, seq: { N: String(newest(story).head.seq) } });
    expect((await again()).failed).toEqual(new Map());
    const seqless = (items: readonly Item[]) =>
      items.map((item) => (isTurn(item) ? { ...item, seq: { N: '0' } } : item));
    expect(seqless(await read())).toEqual(seqless(made));
  });

  test('while the stream works on the same table, both come to the same', async () => {
    // A match that is said to be told of up to a commit to come would not be told of up to there.
    await damage(false);
    const lag: Promise<void>[] = [];
    const stream = async () => {
      for (let n = 0; n < 80; n += 1) {
        const { state, commit } = day.next();
        await derived.log.append(state, commit, (commit.seq - 1) % 10);
        // The stream is told later, of some twice.
        lag.push(projectMatch(derived, state.id));
        if (random.below(4) === 0) lag.push(projectMatch(derived, state.id));
        if (random.below(4) === 0) await Promise.all(lag.splice(0));
      }
    };
    const [{ failed }] = await Promise.all([again(), stream()]);
    await Promise.all(lag);
    expect(failed).toEqual(new Map());
    expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
    for (const player of PLAYERS) await expectWhole(player);
  });

  test('tells how far it is every two seconds', async () => {
    const lines: string[] = [];
    let requests = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const client = around(database.client, (go) => {
        requests += 1;
        if (requests % 20 === 0) vi.advanceTimersByTime(1000);
        return go();
      });
      await again({ ...database, client }, (line) => lines.push(line));
      expect(lines.length).toBe(Math.floor(requests / 40));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(lines[0]).toMatch(/^Rebuilding: \d+ matches, \d+ entries looked at, 0 taken out$/);
    expect(new Set(lines).size).toBeGreaterThan(1);
  });

  test('goes on past a match whose log is damaged, and has what was set aside done that can be', async () => {
    const setAside = dynamoSetAside(database.client, database.table, now);
    const going = day.stories.filter(({ states }) => (states.at(-1)?.head.seq ?? 0) > 3);
    const [bad, good] = [going[0]?.id ?? 'm_0000000000000000', going[1]?.id ?? 'm_0000000000000000'];
    const key = keys.commit(bad, 2);
    const damaged = (await all()).find(({ pk, sk }) => pk?.S === key.pk.S && sk?.S === key.sk.S) ?? {};
    await put({ ...damaged, events: { B: pack([{ type: 'no such thing' }]).slice(0, 3) } });
    await setAside.put(good, new Error('then'));
    const before = await readModels();
    await drop((item) => isModel(item) && !JSON.stringify(item).includes(bad));
    const { failed } = await again();
    expect([...failed.keys()]).toEqual([bad]);
    expect(await setAside.all()).toEqual([bad]);
    expect(sorted(await readModels())).toEqual(sorted(before));
    await put(damaged);
    expect((await again()).failed).toEqual(new Map());
    expect(await setAside.all()).toEqual([]);
    expect(sorted(await readModels())).toEqual(sorted(before));
  });
});

/** So many commits that they are read in parts, the last of which is one move within a turn. */
function longStory(): Story {
  for (;;) {
    const story = played(begun(idFrom(random)), endless(20), random, 99);
    const turns = story.states.slice(99).map(({ status, play }) => (status === 'active' ? AQUAIGNIS.turn(play) : null));
    if (turns.length === 2 && turns[0] !== null && turns[0] === turns[1]) return story;
  }
}

/** Each commit that concerns the player is in the feed exactly once, those of a match in order. */
async function expectWhole(player: PlayerId): Promise<void> {
  const { entries } = await derived.feeds.read(player, 0, 10_000);
  const told = new Map<string, Set<number>>();
  let newest = new Map<string, number>();
  for (const entry of entries) {
    if (!('match' in entry)) continue;
    expect(entry.seq).toBeGreaterThanOrEqual(newest.get(entry.match) ?? 0);
    newest = newest.set(entry.match, entry.seq);
    told.set(entry.match, (told.get(entry.match) ?? new Set()).add(entry.seq));
  }
  for (const { id, states, commits } of day.stories) {
    const seated = (n: number) => states[n]?.seats.some((seat) => seat.player === player) === true;
    const due = commits.flatMap(({ seq }, n) => (seated(n) || (n > 0 && seated(n - 1)) ? [seq] : []));
    expect([...(told.get(id) ?? [])]).toEqual(due);
  }
  const ids = entries.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) + n));
  expect(new Set(entries.map((entry) => JSON.stringify({ ...entry, id: '' }))).size).toBe(entries.length);
}

/** Ghosts, old states that say they are new, and holes; nothing in feeds. */
async function damage(alsoAhead = true): Promise<void> {
  const items = (await all()).filter(isModel);
  const heads = new Map(day.stories.map(({ id, states }) => [id as string, states.at(-1)?.head.seq ?? 0]));
  for (const item of items) {
    const match = /m_[a-z0-9]{16}/.exec(`${item.pk?.S} ${item.sk?.S}`)?.[0] ?? '';
    const head = heads.get(match) ?? 0;
    const seq = { N: String(random.below(head + 1)) };
    const player = random.pick(PLAYERS);
    switch (random.below(8)) {
      case 0:
        await dropItems(database, [item]);
        break;
      case 1:
        await put({ ...item, seq });
        break;
      case 2:
        if (isTurn(item) && item.gone === undefined)
          await put({ ...item, turn: { N: '99' }, seat: { N: '2' }, seq: { N: String(head) } });
        if (item.match !== undefined) {
          const old = unpack(item.match.B ?? new Uint8Array()) as { head: { seq: number } };
          await put({
            ...item,
            status: { S: 'open' },
            match: { B: pack({ ...old, ply: 77 }) },
            seq: { N: String(head) },
          });
        }
        break;
      case 3:
        // Somebody else's list or turns.
        if (isTurn(item)) await put({ ...item, ...keys.turn(player, match), seq });
        else if (item.match !== undefined)
          await put({
            ...item,
            ...keys.listed(
              random.pick(['public', 'lobby', `player#${player}`]),
              item.sk?.S?.split('#')[0] ?? '',
              match,
            ),
            seq,
          });
        break;
      case 4:
        // It says that it knows more than there is.
        if (alsoAhead) await put({ ...item, seq: { N: String(head + 1 + random.below(5)) } });
        break;
      case 5:
        // A match that never was, or an entry in another place.
        if (item.match !== undefined) await put({ ...item, sk: { S: `2029-01-01T00:00:00.000Z#${match}` } });
        if (isTurn(item)) await put({ ...item, ...keys.turn(player, 'm_zzzzzzzzzzzzzzzz') });
        break;
    }
  }
}
