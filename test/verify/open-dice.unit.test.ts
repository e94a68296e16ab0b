/** A running match whose dice are open: each move is judged up to its roll, and the roll is taken as it was logged. */
import { describe, expect, test } from 'vitest';
import { race } from './race.ts';
import { commitOf, forged, type OpenRecord, played, replaceEvent, verify } from './records.ts';

const table = played(race, 5);
const text = table.full('onlooker');

function effectsOf(record: OpenRecord, seq: number): readonly Record<string, unknown>[] {
  const effects = commitOf(record, seq).events.at(-1)?.effects;
  return Array.isArray(effects) ? effects : [];
}

/** The effects of a commit's last event made others. */
function withEffects(seq: number, change: (effects: readonly Record<string, unknown>[]) => readonly unknown[]): string {
  return forged(text, (record) => {
    const last = commitOf(record, seq).events.length - 1;
    replaceEvent(record, seq, last, { effects: change(effectsOf(record, seq)) });
  });
}

test('all moves are judged, the dice are not yet', () => {
  for (const record of [text, table.compact(1)]) {
    const { verdict, findings, valid } = verify(record);
    expect(verdict).toBe('ok');
    expect(findings.map(({ proved }) => proved)).toEqual(['yes', 'no', 'yes', 'no']);
    expect(findings[2]?.text).toContain('5 of 5 moves, each up to what chance added');
    expect(valid?.play).toEqual(table.state.play);
  }
});

describe('a fault is', () => {
  test.each<[string, string, RegExp]>([
    [
      'another step than the die',
      withEffects(4, ([ran, ...rest]) => [{ ...ran, by: 7 }, ...rest]),
      /rules say otherwise/,
    ],
    ['no step', withEffects(4, ([, ...rest]) => rest), /rules say otherwise/],
    ['no roll', withEffects(4, ([ran]) => [ran]), /draw is missing/],
    ['no first roll', withEffects(2, () => []), /draw is missing/],
    ['an end that the log goes on after', withEffects(2, (all) => [...all, { type: 'ran', by: 99 }]), /match is over/],
  ])('%s', (_what, other, message) => {
    const { verdict, fault } = verify(other);
    expect(verdict).toBe('fault');
    expect(fault).toMatchObject({ check: 'moves' });
    expect(fault?.message).toMatch(message);
  });

  test('numbers that were drawn before', () => {
    const other = forged(text, (record) => replaceEvent(record, 4, 0, { drawn: 1 }));
    expect(verify(other).fault).toMatchObject({ check: 'moves', commit: 4, field: 'events/0/drawn' });
  });
});

test('another roll passes while the seed is hidden, and is found once it is open', () => {
  const reroll = ([ran, rolled]: readonly Record<string, unknown>[]) => [
    ran,
    { ...rolled, die: rolled?.die === 1 ? 2 : 1 },
  ];
  const last = table.commits.length;
  const other = forged(withEffects(last, reroll), (record) => {
    const [place = '', turn = ''] = record.position?.split(' ') ?? [];
    record.position = `${place} ${turn} ${effectsOf(record, last)[1]?.die}`;
  });
  expect(verify(other).fault).toBeNull();

  const opened: OpenRecord = JSON.parse(played(race, 2000).full(1));
  const found = forged(JSON.stringify(opened), (record) => {
    const [ran, rolled] = effectsOf(record, 3);
    replaceEvent(record, 3, 0, { effects: reroll([ran ?? {}, rolled ?? {}]) });
  });
  expect(verify(found).fault).toMatchObject({ check: 'moves', commit: 3, field: 'events/0/effects/1/die' });
});
