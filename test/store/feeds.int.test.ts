/** What is put into feeds: numbers without gaps, everything once, whoever writes and reads at the same time. */
import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { FeedEntry, Notice } from '../../functions/store/feed-entry.ts';
import { fillFeed } from '../../functions/store/feed-filler.ts';
import { dynamoFeeds, ENTRIES_AN_ITEM } from '../../functions/store/feeds.ts';
import { around } from '../support/around.ts';
import { idFrom } from '../support/matches.ts';
import {
  allOf,
  at,
  clock,
  commits,
  DAY_MS,
  database,
  elsewhere,
  expectGapless,
  feeds,
  losingAnswers,
  notices,
  random,
  somebody,
  tell,
  withFeeds,
} from './feeds-kit.ts';

withFeeds();

describe('appending', () => {
  test('by twenty at once leaves no gaps, and a reader who follows sees every entry once, in order', async () => {
    const player = somebody();
    const writers = Array.from({ length: 20 }, () => idFrom(random));
    let writing = true;
    const reader = async () => {
      const seen: FeedEntry[] = [];
      for (;;) {
        const last = !writing;
        const page = await feeds.read(player, Number(seen.at(-1)?.id ?? 0), 1 + random.below(9));
        seen.push(...page.entries);
        if (last && !page.more && page.entries.length === 0) return seen;
      }
    };
    const reading = [reader(), reader()];
    await Promise.all(
      writers.map(async (match) => {
        const process = elsewhere();
        for (let seq = 1; seq <= 6; seq += 1) await tell(player, match, seq, seq % 2 === 0 ? 3 : 1, process);
      }),
    );
    writing = false;
    const entries = await allOf(player);
    expectGapless(entries);
    for (const seen of await Promise.all(reading)) expect(seen).toEqual(entries);
    for (const match of writers) {
      const own = commits(entries).filter((commit) => commit.startsWith(match));
      expect(own).toEqual([1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6].map((seq) => `${match}/${seq}`));
    }
  });

  test('looks once over what was told before, however often another is first', async () => {
    const player = somebody();
    const filler = await fillFeed(database.client, database.table, player, clock.now);
    const busy = idFrom(random);
    for (let seq = 1; seq <= 300; seq += 1) {
      await filler.add({ source: { match: busy, seq }, at: at(), notices: notices(busy, seq) });
    }
    let reads = 0;
    let rivals = 5;
    const crowded = around(database.client, async (go, command) => {
      if (command instanceof QueryCommand) reads += 1;
      if (command instanceof PutItemCommand && rivals > 0) {
        rivals -= 1;
        await tell(player, busy, 305 - rivals, 1, elsewhere());
      }
      return go();
    });
    const match = idFrom(random);
    await tell(player, match, 1, 1, dynamoFeeds(crowded, database.table, clock.now));
    expect(rivals).toBe(0);
    // 5, 10, 20, 40, 80 and 160 items back, and then a few new ones for each rival.
    expect(reads).toBeLessThan(14);
    expect(commits(await allOf(player)).at(-1)).toBe(`${match}/1`);
  });

  test('tells of a commit once, however often and at once it is called', async () => {
    const player = somebody();
    const [one, two] = [idFrom(random), idFrom(random)];
    await Promise.all(Array.from({ length: 10 }, (_, n) => tell(player, n % 2 === 0 ? one : two, 1, 2, elsewhere())));
    await tell(player, one, 1, 2);
    await tell(player, two, 2);
    await Promise.all([tell(player, one, 1, 2), tell(player, two, 2), tell(player, one, 2, 1, elsewhere())]);
    const entries = await allOf(player);
    expectGapless(entries);
    expect(commits(entries).sort()).toEqual(
      [one, one, two, two]
        .map((match) => `${match}/1`)
        .concat([`${one}/2`, `${two}/2`])
        .sort(),
    );
  });

  test('tells once where the Put was done but nobody learned of it', async () => {
    const player = somebody();
    const match = idFrom(random);
    const lossy = losingAnswers(2);
    for (let seq = 1; seq <= 8; seq += 1) {
      for (;;) {
        try {
          await tell(player, match, seq, 1 + (seq % 3), lossy);
          break;
        } catch {
          // The process dies here, and the next one begins anew.
        }
      }
    }
    const entries = await allOf(player);
    expectGapless(entries);
    expect(commits(entries)).toEqual(
      Array.from({ length: 8 }, (_, n) => Array(1 + ((n + 1) % 3)).fill(`${match}/${n + 1}`)).flat(),
    );
  });

  test('keeps the order within a match: what is older than what has been told is not told after it', async () => {
    const player = somebody();
    const match = idFrom(random);
    for (const seq of [1, 2, 5, 3, 4, 5, 1]) await tell(player, match, seq);
    expect(commits(await allOf(player))).toEqual([1, 2, 5].map((seq) => `${match}/${seq}`));
  });

  test('finds what was told long before much else, and soon that a match is new', async () => {
    const player = somebody();
    const [old, other] = [idFrom(random), idFrom(random)];
    const then = at();
    await feeds.append(player, { match: old, seq: 7 }, then, notices(old, 7));
    for (let seq = 1; seq <= 30; seq += 1) {
      clock.pass(60_000);
      await tell(player, other, seq);
    }
    await feeds.append(player, { match: old, seq: 7 }, then, notices(old, 7));
    await feeds.append(player, { match: old, seq: 6 }, then, notices(old, 6));
    const entries = await allOf(player);
    expect(entries).toHaveLength(31);
    await tell(player, idFrom(random), 1);
    expect(await allOf(player)).toHaveLength(32);
  });

  test('looks no further back than to the newest that it told of the match', async () => {
    const player = somebody();
    const [match, other] = [idFrom(random), idFrom(random)];
    const then = at();
    for (let seq = 1; seq <= 20; seq += 1) await tell(player, other, seq);
    await tell(player, match, 1);
    let requests = 0;
    const client = around(database.client, (go) => {
      requests += 1;
      return go();
    });
    await dynamoFeeds(client, database.table, clock.now).append(player, { match, seq: 2 }, then, notices(match, 2));
    expect(requests).toBe(2);
  });

  test('knows what is of no match by its key', async () => {
    const player = somebody();
    const ping = (webhook: 'w_a' | 'w_b'): Notice => ({ type: 'webhook.ping', webhook });
    const send = (key: string, webhook: 'w_a' | 'w_b') => feeds.append(player, { key }, at(), [ping(webhook)]);
    await Promise.all([send('ping:a', 'w_a'), send('ping:a', 'w_a'), send('ping:b', 'w_b')]);
    await send('ping:b', 'w_b');
    await send('ping:a:again', 'w_a');
    const entries = await allOf(player);
    expectGapless(entries);
    expect(entries.map((entry) => ('webhook' in entry ? entry.webhook : '')).sort()).toEqual(['w_a', 'w_a', 'w_b']);
    expect(entries[2]).toEqual({
      id: String(Number(entries[0]?.id) + 2),
      at: at(),
      type: 'webhook.ping',
      webhook: 'w_a',
    });
  });

  test('looks as far back for a key as it may have been told, though it happened since', async () => {
    const player = somebody();
    const since = clock.now().getTime();
    const send = (key: string, more = {}) =>
      feeds.append(player, { key, ...more }, at(), [{ type: 'webhook.test', webhook: 'w_a' }]);
    const first = await send('put off');
    for (let n = 0; n < 30; n += 1) {
      clock.pass(600_000);
      await send(`between ${n}`);
    }
    expect(await send('put off', { since })).toBe(first);
    expect(await allOf(player)).toHaveLength(31);
    expect(await send('put off')).toBe((first ?? 0) + 31);
  });

  test('adds nothing where there is nothing to tell, or too much at once', async () => {
    const player = somebody();
    const match = idFrom(random);
    await tell(player, match, 1, 0);
    await expect(tell(player, match, 1, ENTRIES_AN_ITEM + 1)).rejects.toThrow(RangeError);
    expect(await allOf(player)).toEqual([]);
    await tell(player, match, 1, ENTRIES_AN_ITEM);
    expect(await allOf(player)).toHaveLength(ENTRIES_AN_ITEM);
  });

  test('tells nothing that happened longer ago than entries are kept', async () => {
    const player = somebody();
    const match = idFrom(random);
    const then = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString();
    await feeds.append(player, { match, seq: 1 }, then(31), notices(match, 1));
    expect(await allOf(player)).toEqual([]);
    await feeds.append(player, { match, seq: 2 }, then(29), notices(match, 2));
    expect(commits(await allOf(player))).toEqual([`${match}/2`]);
  });
});

describe('filling in', () => {
  test('while others append, adds what is missing once, in order, and leaves what there is', async () => {
    const player = somebody();
    const matches = Array.from({ length: 6 }, () => idFrom(random));
    for (const match of matches.slice(0, 3)) for (let seq = 1; seq <= 3; seq += 1) await tell(player, match, seq);
    const before = await allOf(player);
    const fill = async () => {
      const filler = await fillFeed(database.client, database.table, player, clock.now);
      for (let seq = 1; seq <= 8; seq += 1) {
        for (const match of matches.slice(0, 4)) {
          await filler.add({ source: { match, seq }, at: at(), notices: notices(match, seq, 2) });
        }
      }
    };
    const append = async () => {
      for (let seq = 1; seq <= 8; seq += 1) for (const match of matches.slice(2)) await tell(player, match, seq, 2);
    };
    await Promise.all([fill(), append(), fill()]);
    const entries = await allOf(player);
    expectGapless(entries);
    expect(entries.slice(0, before.length)).toEqual(before);
    for (const [n, match] of matches.entries()) {
      const own = commits(entries).filter((commit) => commit.startsWith(match));
      const all = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seq) => (n < 3 && seq <= 3 ? [seq] : [seq, seq]));
      expect(own).toEqual(all.map((seq) => `${match}/${seq}`));
    }
  });

  test('takes as many requests as there are entries to add, however long the feed', async () => {
    const player = somebody();
    let requests = 0;
    const client = around(database.client, (go) => {
      requests += 1;
      return go();
    });
    const filler = await fillFeed(client, database.table, player, clock.now);
    const match = idFrom(random);
    for (let seq = 1; seq <= 500; seq += 1) {
      await filler.add({ source: { match, seq }, at: at(), notices: notices(match, seq) });
    }
    expect(requests).toBeLessThan(510);
    requests = 0;
    const again = await fillFeed(client, database.table, player, clock.now);
    expect(again.toldOf(match)).toBe(500);
    expect(await again.add({ source: { match, seq: 500 }, at: at(), notices: notices(match, 500) })).toBe(false);
    expect(requests).toBeLessThan(6);
  });
});
