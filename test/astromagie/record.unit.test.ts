/** What is kept of a match: records that verify, logs that open, items that stay small. */
import { describe, expect, it } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { State } from '../../domain/astromagie/types.ts';
import { catalogueOf } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { evolveMatch, startMatch } from '../../domain/match/evolve.ts';
import { seeMatch } from '../../domain/match/sight.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { ITEM_BYTES_MOST, itemBytes, toItem } from '../../functions/store/commit-item.ts';
import { SNAPSHOT_EVERY } from '../../functions/store/dynamo-log.ts';
import { SALT_KEY, SEED, type Setting, Table } from '../hidden-dice/table.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { forged, type OpenRecord, replaceEvent } from '../verify/records.ts';

const games = catalogueOf([astromagie]);

/** A random match up to so many moves; now and then a seat leaves, and in the middle the time limit may pass. */
function played(seed: number, moves: number, setting: Setting, eager = false): Table {
  const random = randomFrom(seed);
  const timed = eager && JSON.stringify(setting).includes('timeLimit');
  const table = new Table(astromagie, { ...setting, seed: String(seed % 10).repeat(64) }).fill();
  while (table.state.status === 'active' && table.state.ply < moves) {
    const playing = table.state.seats.flatMap(({ status }, i) => (status === 'playing' ? [i + 1] : []));
    if (eager && playing.length > 2 && random.below(40) === 0) table.resign(random.pick(playing));
    else if (timed && !table.state.timePassed && random.below(150) === 0) table.timeUp();
    else table.move(random.pick(table.legal));
  }
  return table;
}

const proofs = (text: string) => {
  const { fault, findings } = verifyRecord(text, games);
  expect(fault).toBeNull();
  return Object.fromEntries(findings.map(({ about, proved }) => [about, proved]));
};

const SETTINGS: readonly (readonly [string, Setting])[] = [
  ['two, one deal', { seats: 2 }],
  ['three, two deals', { seats: 3, options: { deals: 2 } }],
  ['four, to a target', { seats: 4, options: { targetScore: 60 } }],
  ['five, on time', { seats: 5, options: { timeLimit: 'P90D', deals: null } }],
  ['five, target and time', { seats: 5, options: { timeLimit: 'P90D', targetScore: 100, deals: 3 } }],
];

describe('after the end', () => {
  it.each(SETTINGS)(
    'AS-50: the record opens everything, and proves the chain, the shuffle and every move: %s',
    (_name, setting) => {
      for (let seed = 0; seed < 6; seed += 1) {
        const table = played(seed, 400, setting, true);
        // With no end but time, it is up now.
        if (table.state.status === 'active') table.timeUp();
        while (table.state.status === 'active') table.move(table.legal[0] ?? '');
        const full = table.full('onlooker');
        const proved = { chain: 'yes', chance: 'yes', moves: 'yes', result: 'yes' };
        expect(proofs(full)).toEqual(proved);
        expect(proofs(table.compact('onlooker'))).toEqual(proved);
        expect(full).not.toContain('digest');
        expect(full).toContain(table.state.secrets.seed);
        for (const viewer of [1, 2] as const) expect(table.full(viewer)).toBe(full);
        expect(table.replay()).toEqual(table.state);
      }
    },
  );

  it('AS-10: another shuffle, and a card that was not drawn, are found out', () => {
    const text = played(1, 400, { seats: 2 }).full('onlooker');
    const record: OpenRecord = JSON.parse(text);
    const [, dealt] = record.commits[1]?.events ?? [];
    const swapped = JSON.parse(JSON.stringify(dealt).replace(/"value":\["(\w+)","(\w+)"/, '"value":["$2","$1"'));
    const otherDeal = forged(text, (each) => replaceEvent(each, 2, 1, swapped));
    expect(verifyRecord(otherDeal, games)).toMatchObject({ verdict: 'fault', fault: { check: 'moves', commit: 2 } });
    const [moved] = record.commits[2]?.events ?? [];
    const drawn = JSON.parse(JSON.stringify(moved).replace(/("value":\[)"\w+"/, '$1"nothing"'));
    const otherDraw = forged(text, (each) => replaceEvent(each, 3, 0, drawn));
    expect(verifyRecord(otherDraw, games)).toMatchObject({ verdict: 'fault', fault: { check: 'moves', commit: 3 } });
  });
});

describe('during play', () => {
  const table = played(4, 25, { seats: 3 });
  const downloads = ([1, 2, 3, 'onlooker'] as const).map((viewer): OpenRecord => JSON.parse(table.full(viewer)));
  const compacts = ([1, 2, 3, 'onlooker'] as const).map((viewer) => table.compact(viewer));

  it('a download verifies as far as it goes, and has the same hashes as the opened record later', () => {
    for (const record of downloads) expect(proofs(canonicalJson(record))).toMatchObject({ chain: 'yes', chance: 'no' });
    for (const compact of compacts) expect(proofs(compact)).toMatchObject({ chain: 'yes', chance: 'no' });
    while (table.state.status === 'active') table.move(table.legal[0] ?? '');
    const opened: OpenRecord = JSON.parse(table.full('onlooker'));
    for (const { commits, head } of downloads) {
      expect(commits.map(({ hash }) => hash)).toEqual(opened.commits.slice(0, commits.length).map(({ hash }) => hash));
      expect(opened.commits[head.seq - 1]?.hash).toBe(head.hash);
    }
    // Each had another part of it open.
    expect(new Set(downloads.map((record) => JSON.stringify(record))).size).toBe(4);
  });

  it('AS-50: no download has the seed, a key, or another’s hand', () => {
    const [first, , , onlooker] = downloads.map((record) => JSON.stringify(record));
    for (const text of [first, onlooker, ...compacts]) {
      expect(text).not.toContain(SALT_KEY);
      expect(text).not.toContain(table.state.secrets.seed);
      expect(text).not.toContain(SEED);
    }
    expect(onlooker).not.toContain('salt');
    expect(onlooker?.match(/"cards":\{"digest"/g)?.length).toBeGreaterThan(20);
    expect(first).toContain('"salt"');
  });
});

describe('a seat that resigns', () => {
  it('AS-46: with one seat left, that one wins at once; with two a resignation loses', () => {
    const three = played(2, 10, { seats: 3 });
    three.resign(2);
    expect(three.state.outcome).toBeNull();
    expect((three.state.play as State).hands[1]).toEqual([]);
    three.resign(1);
    expect(three.state.outcome).toMatchObject({ kind: 'win', winners: [3], reason: 'resignation' });
    expect((three.state.play as State).hands[0]).toEqual([]);
    expect(seeMatch(astromagie, three.state, 'onlooker').position?.split(' ')[5]).toBe('0,0,6');
    const two = played(2, 10, { seats: 2 });
    two.resign(2);
    expect(two.state.outcome).toMatchObject({ winners: [1], reason: 'resignation' });
    expect(verifyRecord(two.full(1), games).verdict).toBe('ok');
    expect(verifyRecord(three.full(1), games).verdict).toBe('ok');
  });
});

/** The most that players may give: 64 code points outside the first plane, each another. */
function longEntropy(random: Random): string {
  return String.fromCodePoint(...Array.from({ length: 64 }, () => 0x10000 + random.below(0x80000)));
}

describe('what the store keeps', () => {
  it('a commit with its snapshot is under 3 KB, and what a load reads under 8 KB, also with the longest entropies', () => {
    let most = 0;
    let longest = 0;
    let commits = 0;
    for (let seed = 0; seed < 8; seed += 1) {
      const random = randomFrom(seed);
      const entropies = Array.from({ length: 5 }, () => longEntropy(random));
      const options = { deals: 20, targetScore: 500, timeLimit: 'P90D' };
      const table = played(seed, 150, { seats: 5, options, entropies }, seed % 2 === 0);
      const [first, ...later] = table.commits;
      if (first === undefined) throw new Error('no commit');
      let state = startMatch(table.state.id, SALT_KEY, first, games);
      const sizes = [itemBytes(toItem(state, first, false))];
      const full: number[] = [];
      for (const commit of later) {
        state = evolveMatch(state, commit, games);
        const item = toItem(state, commit, true);
        // One that would be too large has no snapshot, and loads would grow.
        expect(item.snapshot, `seed ${seed}, commit ${commit.seq}`).toBeDefined();
        full.push(itemBytes(item));
        sizes.push(itemBytes(toItem(state, commit, false)));
      }
      const windows = sizes.map((_, i) => sizes.slice(i, i + SNAPSHOT_EVERY - 1).reduce((sum, size) => sum + size, 0));
      most = Math.max(most, ...full);
      longest = Math.max(longest, ...windows);
      commits += later.length;
    }
    console.log(`${commits} commits of five: ${most} B with a snapshot at most, ${longest + most} B to load at most`);
    expect(most).toBeLessThan(ITEM_BYTES_MOST);
    expect(longest + most).toBeLessThan(8 * 1024);
  });
});
