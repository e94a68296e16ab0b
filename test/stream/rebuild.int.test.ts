/** Made again from the logs alone, everything is what the stream had made of them. */
import { describe, expect, test, vi } from 'vitest';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import { pack } from '../../functions/store/packing.ts';
import { keys } from '../../functions/store/table.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { around } from '../support/around.ts';
import { endless } from '../support/bots.ts';
import { AQUAIGNIS, begun, idFrom, now as newest, played, type Story } from '../support/matches.ts';
import { expectedRatings, ratingsIn, sorted as sortedRatings } from './ratings-kit.ts';
import { damage } from './rebuild-damage.ts';
import {
  again,
  all,
  COMMITS,
  clock,
  database,
  day,
  derived,
  drop,
  isFeed,
  isLog,
  isModel,
  isTurn,
  PLAYERS,
  put,
  random,
  storeOne,
  withDay,
} from './rebuild-kit.ts';
import { expected, feedsWith, outline, readModels, sorted } from './rebuild-models.ts';
import { dropItems, type Item } from './whole-table.ts';

const DAY_MS = 86_400_000;

withDay();

describe('a rebuild', () => {
  test('is compared with what the stream made, which is what the matches say', async () => {
    expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
    expect(sortedRatings(await ratingsIn(database))).toEqual(sortedRatings(expectedRatings(day.stories)));
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
    clock.pass(60_000);
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
    clock.pass(30 * DAY_MS);
    // Of matches that go on, what is of late is told all the same.
    for (let n = 0; n < 40; n += 1) await storeOne(false);
    // In the lobby once, and still there.
    for (const story of day.stories) {
      const { createdAt, id } = newest(story);
      await put({ ...keys.listed('lobby', createdAt, id), seq: { N: '1' }, match: { B: pack({ status: 'open' }) } });
    }
    const late = day.stories.flatMap(({ commits }) =>
      commits.filter(({ at }) => Date.parse(at) >= clock.now().getTime() - 30 * DAY_MS),
    );
    expect((await again()).failed).toEqual(new Map());
    expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
    for (const entries of (await feedsWith(true)).values()) {
      for (const { at } of entries as readonly { at: string }[]) {
        expect(late.some((commit) => commit.at === at)).toBe(true);
      }
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
});

/** So many commits that they are read in parts, the last of which is one move within a turn. */
function longStory(): Story {
  for (;;) {
    const story = played(begun(idFrom(random)), endless(20), random, 99);
    const turns = story.states.slice(99).map(({ status, play }) => (status === 'active' ? AQUAIGNIS.turn(play) : null));
    if (turns.length === 2 && turns[0] !== null && turns[0] === turns[1]) return story;
  }
}
