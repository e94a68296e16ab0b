/** Sound records: what is said of them, and that all their forms tell the same match. */
import { describe, expect, test } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { AnyGame } from '../../domain/game.ts';
import { catalogueOf } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import type { Viewer } from '../../domain/sealed.ts';
import { hiddenDice } from '../hidden-dice/index.ts';
import { Table } from '../hidden-dice/table.ts';
import { randomFrom } from '../support/random.ts';
import { commitOf, forged, type OpenRecord, played, replaceEvent, verify } from './records.ts';

/** Not over after a few moves. */
const LONG = { options: { rounds: 5 } };
const VIEWERS: readonly Viewer[] = [1, 2, 'onlooker'];

function proofs(text: string): Record<string, string> {
  return Object.fromEntries(verify(text).findings.map(({ about, proved }) => [about, proved]));
}

function cancelled(): Table {
  const table = new Table(hiddenDice, { seats: 3 });
  table.join(2);
  table.leave(2);
  table.leave(1);
  return table;
}

function resigned(game: AnyGame, seats: number): Table {
  const table = played(game, 2, { seats });
  table.resign(seats);
  return table;
}

function timedOut(): Table {
  const table = played(hiddenDice, 0, { seats: 3, options: { minutes: 600 } });
  table.timeUp();
  return table;
}

const finished: readonly (readonly [string, Table])[] = [
  ['Aquaignis, to the end', played(aquaignis, 2000)],
  ['Aquaignis, resigned', resigned(aquaignis, 2)],
  ['Aquaignis, rated', played(aquaignis, 2000, { rated: true })],
  ['hidden dice of two', played(hiddenDice, 2000)],
  ['hidden dice of five', played(hiddenDice, 2000, { seats: 5 })],
  ['hidden dice alone', played(hiddenDice, 2000, { options: { solo: true } })],
  ['hidden dice, resigned', resigned(hiddenDice, 2)],
  ['hidden dice, time passed', timedOut()],
  ['cancelled', cancelled()],
];

const unfinished: readonly (readonly [string, Table])[] = [
  ['Aquaignis, open', new Table(aquaignis)],
  ['Aquaignis, begun', played(aquaignis, 0)],
  ['Aquaignis', played(aquaignis, 9)],
  ['hidden dice, open', new Table(hiddenDice)],
  ['hidden dice, dealt', played(hiddenDice, 0)],
  ['hidden dice', played(hiddenDice, 5, LONG)],
  ['hidden dice without one of three', resigned(hiddenDice, 3)],
];

describe.each(finished)('finished: %s', (_name, table) => {
  test.each(VIEWERS)('proves all, to viewer %s', (viewer) => {
    for (const text of [table.full(viewer), table.compact(viewer)]) {
      expect(verify(text).fault).toBeNull();
      expect(proofs(text)).toEqual({ chain: 'yes', chance: 'yes', moves: 'yes', result: 'yes' });
    }
  });

  test('the state that comes out is the match’s own', () => {
    const { secrets, ...state } = table.state;
    for (const text of [table.full('onlooker'), table.compact('onlooker')]) {
      const { valid, validCommits } = verify(text);
      expect(valid).toMatchObject({ ...state, secrets: { seed: secrets.seed } });
      expect(validCommits).toBe(table.commits.length);
    }
  });
});

describe.each(unfinished)('unfinished: %s', (_name, table) => {
  test.each(VIEWERS)('proves what it can, to viewer %s', (viewer) => {
    for (const text of [table.full(viewer), table.compact(viewer)]) {
      expect(verify(text).fault).toBeNull();
      const dealt = table.state.game === 'hidden-dice' && table.state.ply > 0;
      expect(proofs(text)).toEqual({ chain: 'yes', chance: 'no', moves: dealt ? 'partly' : 'yes', result: 'no' });
    }
  });
});

test('how far hidden hands let the moves be judged is said plainly', () => {
  const { findings } = verify(played(hiddenDice, 5, LONG).full(1));
  expect(findings.find(({ about }) => about === 'moves')?.text).toBe(
    'Judged again by the rules of hidden-dice, version 1: 0 of 5 moves, in commits 1 to 2. From there on this copy hides what that takes: the rest is proved by the chain alone.',
  );
});

test('rules that are not here cannot be judged by, but the chain can be proved', () => {
  const text = played(hiddenDice, 3, LONG).full(1);
  const report = verifyRecord(text, catalogueOf([aquaignis]));
  expect(report).toMatchObject({ verdict: 'unusable', validCommits: 5, findings: [{ about: 'chain', proved: 'yes' }] });
  expect(verifyRecord(played(hiddenDice, 3, LONG).compact(1), catalogueOf([aquaignis])).verdict).toBe('unusable');
});

describe('a download during play', () => {
  const table = played(hiddenDice, 4, LONG);
  const before = VIEWERS.map((viewer): OpenRecord => JSON.parse(table.full(viewer)));
  while (table.state.status === 'active') table.move('pass');
  const opened: OpenRecord = JSON.parse(table.full('onlooker'));

  test('has the same hashes, commit by commit, as the opened record', () => {
    for (const record of before) {
      expect(record.commits.map(({ hash }) => hash)).toEqual(
        opened.commits.slice(0, record.commits.length).map(({ hash }) => hash),
      );
      expect(record.head.hash).toBe(commitOf(opened, record.head.seq).hash);
    }
    expect(new Set(before.map((record) => JSON.stringify(record.commits))).size).toBe(VIEWERS.length);
  });

  test('tells no position that its commits do not prove', () => {
    for (const record of before) expect(record.position).toBeNull();
    expect(opened.position).toContain('|');
  });
});

test('the last commits left out, a record is that of a shorter match: the head that was told tells them apart', () => {
  const text = played(aquaignis, 6).full('onlooker');
  const shorter = played(aquaignis, 5).full('onlooker');
  const cut = forged(text, (record) => {
    record.commits.pop();
    record.position = JSON.parse(shorter).position;
  });
  expect(cut).toBe(shorter);
  expect(verify(cut).verdict).toBe('ok');
});

test('values closed in a copy of a finished match are told of', () => {
  const closed = forged(played(hiddenDice, 2000).full(1), (record) => {
    const digest = { digest: 'ab'.repeat(32) };
    const effects = commitOf(record, 2).events[1]?.effects;
    const [, rolled] = Array.isArray(effects) ? effects : [];
    replaceEvent(record, 2, 1, { effects: [{ type: 'dealt', hands: [digest, digest], pile: digest }, rolled] });
  });
  expect(verify(closed).fault).toBeNull();
  expect(proofs(closed)).toMatchObject({ moves: 'partly', chance: 'yes' });
});

describe('the compact form', () => {
  test('of a finished match of Aquaignis with 80 plies has less than 3,000 bytes', () => {
    const random = randomFrom(80);
    const sizes: number[] = [];
    while (sizes.length < 10) {
      const table = played(aquaignis, 0);
      while (table.state.status === 'active' && table.state.ply < 80) {
        table.now += random.below(3 * 86_400_000);
        table.move(random.pick(table.legal));
      }
      if (table.state.ply < 80) continue;
      if (table.state.status === 'active') table.resign(1);
      const text = table.compact('onlooker');
      expect(verify(text).fault).toBeNull();
      sizes.push(Buffer.byteLength(text));
    }
    expect(Math.max(...sizes)).toBeLessThan(3000);
  });

  test('writes moves alone where the rules give the rest, and events where chance or hidden values are in it', () => {
    const table = new Table(hiddenDice).fill();
    const play = table.legal.find((each) => each.startsWith('play')) ?? '';
    table.move(play);
    table.move('take');
    const during: { commits: unknown[][] } = JSON.parse(table.compact(1));
    expect(during.commits.map((commit) => typeof commit[1])).toEqual(['object', 'object', 'object', 'object']);
    table.resign(2);
    const after: { commits: unknown[][] } = JSON.parse(table.compact(1));
    expect(after.commits.map((commit) => typeof commit[1])).toEqual(['object', 'object', 'string', 'object', 'object']);
  });
});
