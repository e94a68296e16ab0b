/** Records that somebody made untrue: where the fault is found, and what is said of it. */
import { describe, expect, test } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { hiddenDice } from '../hidden-dice/index.ts';
import { player } from '../hidden-dice/table.ts';
import { changed, commitOf, forged, type OpenRecord, played, replaceEvent, verify } from './records.ts';

type Change = (record: OpenRecord) => void;

const CHANCE = { check: 'chance', commit: 1, field: 'events/0/seed' };

const running = played(aquaignis, 8).full('onlooker');
const dice = played(hiddenDice, 2000).full('onlooker');
const hidden = played(hiddenDice, 4, { options: { rounds: 5 } }).full(1);

function faultOf(text: string) {
  const { fault, verdict, validCommits } = verify(text);
  return { verdict, check: fault?.check, commit: fault?.commit, field: fault?.field, validCommits };
}

describe('changed without the chain', () => {
  test.each<[string, Change, object]>([
    [
      'two commits swapped',
      ({ commits }) => commits.splice(3, 0, ...commits.splice(4, 1)),
      { commit: 4, field: 'seq' },
    ],
    ['a commit left out', ({ commits }) => commits.splice(4, 1), { commit: 5, field: 'seq' }],
    ['the first left out', ({ commits }) => commits.splice(0, 1), { commit: 1, field: 'seq' }],
    ['a commit twice', ({ commits }) => commits.push(...commits.slice(-1)), { commit: 11, field: 'seq' }],
    ['another hash before', (record) => (commitOf(record, 3).prev = 'ab'.repeat(32)), { commit: 3, field: 'prev' }],
    ['another hash', (record) => (commitOf(record, 3).hash = 'ab'.repeat(32)), { commit: 3, field: 'hash' }],
    ['no such day', (record) => (commitOf(record, 3).at = '2026-02-30T00:00:00.000Z'), { commit: 3, field: 'at' }],
    ['an earlier time', (record) => (commitOf(record, 3).at = '2025-02-03T00:00:00.000Z'), { commit: 3, field: 'at' }],
    ['a later time', (record) => (commitOf(record, 10).at = '2027-02-03T00:00:00.000Z'), { commit: 10, field: 'hash' }],
    ['another ply', (record) => (commitOf(record, 5).ply = 9), { commit: 5, field: 'ply' }],
    ['another move', (record) => replaceEvent(record, 4, 0, { move: 'spawn 1' }), { commit: 4, field: 'hash' }],
    ['another seat', (record) => replaceEvent(record, 2, 0, { seat: 1 }), { commit: 2, field: 'hash' }],
  ])('%s', (_what, change, expected) => {
    const found = faultOf(changed(running, change));
    expect(found).toMatchObject({ verdict: 'fault', check: 'chain', ...expected });
    expect(found.validCommits).toBe((found.commit ?? 0) - 1);
  });

  test.each<[string, Change, string]>([
    ['the last commit left out', ({ commits }) => commits.pop(), 'ply'],
    ['another status', (record) => (record.status = 'finished'), 'status'],
    ['another ply', (record) => (record.ply = 7), 'ply'],
    ['another head', (record) => (record.head.seq = 9), 'head/seq'],
    ['an outcome', (record) => (record.outcome = JSON.parse(dice).outcome), 'outcome'],
    ['another position', (record) => (record.position = 'x'), 'position'],
    ['no position', (record) => (record.position = null), 'position'],
    ['another game', (record) => (record.game = 'hidden-dice'), 'game'],
    ['other rules', (record) => (record.rules = '2'), 'rules'],
  ])('in the header: %s', (_what, change, field) => {
    expect(faultOf(changed(running, change))).toMatchObject({ verdict: 'fault', check: 'header', field });
  });

  test('a position where none can be proved', () => {
    expect(faultOf(changed(hidden, (record) => (record.position = '1 1 1 0,0 3,3 14 ?|?')))).toMatchObject({
      check: 'header',
      field: 'position',
    });
  });

  test.each<[string, Change]>([
    ['in the header', (record) => Object.assign(record, { note: '' })],
    ['in the head', (record) => Object.assign(record.head, { note: '' })],
    ['in a commit', (record) => Object.assign(commitOf(record, 3), { note: '' })],
    ['in an event', (record) => replaceEvent(record, 3, 0, { note: '' })],
  ])('an unknown field %s', (_where, change) => {
    expect(faultOf(changed(running, change))).toMatchObject({ verdict: 'fault', check: 'form' });
  });

  test('a seal opened with another value, or closed with another digest', () => {
    const seed = { value: 'ab'.repeat(32), salt: '00'.repeat(16) };
    for (const other of [seed, { digest: 'ab'.repeat(32) }]) {
      const text = changed(dice, (record) => replaceEvent(record, 1, 0, { seed: other }));
      expect(faultOf(text)).toMatchObject({ check: 'chain', commit: 1, field: 'hash' });
    }
  });
});

describe('changed with the chain made whole again', () => {
  test.each<[string, string, Change, object]>([
    ['an illegal move', running, (record) => replaceEvent(record, 5, 0, { move: 'surge 9' }), { commit: 5 }],
    ['a move of the other seat', running, otherSeat, { commit: 5 }],
    ['no move text of the rules', running, (record) => replaceEvent(record, 5, 0, { move: 'Spawn  4' }), { commit: 5 }],
    ['other effects', running, (record) => replaceEvent(record, 4, 0, { effects: [] }), { commit: 4 }],
    ['a draw where there is none', running, (record) => replaceEvent(record, 4, 0, { drawn: 3 }), { commit: 4 }],
    ['an early end', running, endEarly, { check: 'chance', commit: 1 }],
    ['too many seats', running, (record) => replaceEvent(record, 1, 0, { seats: 3 }), { commit: 1 }],
    ['no such options', running, (record) => replaceEvent(record, 1, 0, { options: { easy: true } }), { commit: 1 }],
    ['a seat taken twice', running, (record) => replaceEvent(record, 2, 0, { seat: 1 }), { commit: 2 }],
    ['a stranger creating', running, (record) => replaceEvent(record, 1, 0, { creator: player(5) }), { commit: 1 }],
    ['another commitment', dice, (record) => replaceEvent(record, 1, 0, { commitment: 'ab'.repeat(32) }), CHANCE],
    ['another entropy', dice, (record) => replaceEvent(record, 1, 1, { entropy: 'sun' }), { commit: 2 }],
    ['numbers drawn twice', dice, (record) => replaceEvent(record, 2, 1, { drawn: 19 }), { commit: 2 }],
    ['another result', dice, changeResult, { field: 'events/1/outcome/winners/0' }],
    ['a move after the end', dice, moveAfterEnd, { check: 'moves' }],
    ['another player joining', hidden, (record) => replaceEvent(record, 2, 0, { player: player(1) }), { commit: 2 }],
  ])('%s', (_what, text, change, expected) => {
    const found = faultOf(forged(text, change));
    expect(found).toMatchObject({ verdict: 'fault', ...expected });
    if (!('check' in expected)) expect(found.check).toBe('moves');
  });

  test('another match id draws other numbers', () => {
    const text = forged(dice, (record) => (record.match = 'm_00000000000000000'.slice(0, 18)));
    expect(faultOf(text)).toMatchObject({ check: 'moves', commit: 2 });
  });

  test('another roll is found as soon as the seed is open', () => {
    const text = forged(dice, (record) => {
      const effects = commitOf(record, 2).events[1]?.effects;
      const [dealt, rolled] = Array.isArray(effects) ? effects : [];
      replaceEvent(record, 2, 1, { effects: [dealt, { ...rolled, die: (rolled.die % 6) + 1 }] });
    });
    expect(faultOf(text)).toMatchObject({ check: 'moves', commit: 2, field: 'events/1/effects/1/die' });
  });

  test('a time limit that had not passed', () => {
    const table = played(hiddenDice, 0, { options: { minutes: 60 } });
    table.timeUp();
    const early = forged(table.full(1), (record) => (commitOf(record, 3).at = commitOf(record, 2).at));
    expect(faultOf(early)).toMatchObject({ check: 'moves', commit: 3 });
  });

  test('a sentence that a player understands comes with the rule', () => {
    const text = forged(running, (record) => replaceEvent(record, 3, 0, { move: 'advance 1' }));
    expect(verify(text).fault?.message).toMatch(/\(AQ-\d+\)$/);
  });
});

describe('while the seed is hidden', () => {
  const dealt = played(hiddenDice, 0, { options: { solo: true } });

  test('effects that no rules bring about are a fault and no crash', () => {
    for (const effects of [
      [{ type: 'exploded' }],
      [{ type: 'dealt' }],
      [{ type: 'rolled', die: 1 }, { type: 'x' }],
      [],
    ]) {
      const text = forged(dealt.full(1), (record) => replaceEvent(record, 1, 2, { effects }));
      expect(faultOf(text)).toMatchObject({ verdict: 'fault', check: 'moves', commit: 1 });
    }
  });
});

describe('compact', () => {
  const table = played(aquaignis, 8);
  table.resign(1);
  const text = table.compact('onlooker');

  function altered(change: (record: { commits: unknown[][]; at: string; head: { seq: number } }) => void): string {
    const record = JSON.parse(text);
    change(record);
    return canonicalJson(record);
  }

  test.each<[string, string, object]>([
    ['a move left out', altered(({ commits }) => commits.splice(5, 1)), {}],
    [
      'a move in the middle that is not legal',
      altered(({ commits }) => commits.splice(4, 1, [1, 'jump 1 2'])),
      { commit: 5 },
    ],
    ['a move that is legal too', altered(({ commits }) => commits.splice(2, 1, [90_061_001, 'spawn 7'])), {}],
    ['a move in other words', altered(({ commits }) => commits.splice(2, 1, [90_061_001, 'SPAWN 2'])), { commit: 3 }],
    [
      'a first wait',
      altered(({ commits }) => commits.splice(0, 1, [1, ...(commits[0] ?? []).slice(1)])),
      { commit: 1 },
    ],
    ['a wait beyond all time', altered(({ commits }) => commits.splice(3, 1, [9e15, 'spawn 1'])), { commit: 4 }],
    ['another beginning', altered((record) => (record.at = '2026-03-01T12:00:00.001Z')), { field: 'head/hash' }],
    ['no such day', altered((record) => (record.at = '2026-02-30T12:00:00.001Z')), { check: 'header', field: 'at' }],
    ['another head', altered(({ head }) => (head.seq = 2)), { field: 'head/seq' }],
    ['moves first', altered(({ commits }) => commits.splice(0, 2)), { check: 'header' }],
    ['a move after the end', altered(({ commits }) => commits.push([1, 'spawn 1'])), { commit: 12 }],
  ])('%s', (_what, other, expected) => {
    expect(faultOf(other)).toMatchObject({ verdict: 'fault', ...expected });
  });

  test('moves written as events', () => {
    const full: OpenRecord = JSON.parse(table.full('onlooker'));
    const other = altered(({ commits }) => commits.splice(2, 1, [90_061_001, ...commitOf(full, 3).events]));
    expect(faultOf(other)).toMatchObject({ verdict: 'fault', commit: 3 });
  });
});

describe('no record', () => {
  test.each(['', 'plypost', '[]', 'null', '{}', '{"format":"plypost-record/2"}', '"plypost-record/1"', `${running},`])(
    '%#',
    (text) => {
      expect(verify(text)).toMatchObject({ verdict: 'unusable', subject: null });
    },
  );

  test.each([
    '{"format":"plypost-record/1"}',
    '{"commits":[],"format":"plypost-compact/1"}',
    changed(running, ({ commits }) => commits.splice(0)),
    changed(running, (record) => (record.match = 'm_1')),
    changed(running, (record) => (commitOf(record, 2).events = [])),
    running.replace('"effects":[{', `"effects":[{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},`),
    running.replace('"charge":1', '"charge":1e999'),
    running.replace('"rules"', '"__proto__":{},"rules"'),
  ])('one that is misshapen %#', (text) => {
    expect(verify(text)).toMatchObject({ verdict: 'fault', fault: { check: 'form' } });
  });
});

function otherSeat(record: OpenRecord): void {
  replaceEvent(record, 5, 0, { seat: commitOf(record, 5).events[0]?.seat === 1 ? 2 : 1 });
}

function moveAfterEnd(record: OpenRecord): void {
  const last = commitOf(record, record.commits.length);
  const [move] = last.events;
  if (move !== undefined) record.commits.push({ ...last, events: [{ ...move, ply: last.ply + 1 }] });
  record.ply += 1;
}

function endEarly(record: OpenRecord): void {
  const outcome = { kind: 'win', winners: [1], reason: 'breakthroughs', detail: { text: '' } };
  commitOf(record, record.commits.length).events.push({ type: 'match.finished', outcome });
  Object.assign(record, { outcome, status: 'finished' });
}

function changeResult(record: OpenRecord): void {
  const outcome = { ...JSON.parse(dice).outcome, winners: [JSON.parse(dice).outcome.winners[0] === 1 ? 2 : 1] };
  replaceEvent(record, record.commits.length, 1, { outcome });
  record.outcome = outcome;
}
