/** Which warnings a turn has had: each seat and mark by itself, and the newest turn alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mark } from '../../domain/match/clock/warnings.ts';
import { dynamoWarned, type TurnMark, type Warned } from '../../functions/store/warned.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { idFrom } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

let database: TestTable;
let warned: Warned;
const random = randomFrom();
console.log(`seed ${random.seed}`);

beforeAll(async () => {
  database = await startTable();
  warned = dynamoWarned(database.client, database.table);
});
afterAll(() => database.stop());

const of = (since: number, mark: Mark = 'first', seat: 1 | 2 = 1): TurnMark => ({
  run: { seat, turn: 4, since },
  mark,
});

test('what has been noted is known, and nothing else is', async () => {
  const [match, other] = [idFrom(random), idFrom(random)];
  expect(await warned.has(match, of(1000))).toBe(false);
  await warned.note(match, of(1000));
  await warned.note(match, of(1000));
  expect(await warned.has(match, of(1000))).toBe(true);
  for (const unknown of [of(1001), of(1000, 'last'), of(1000, 'first', 2)]) {
    expect(await warned.has(match, unknown)).toBe(false);
  }
  expect(await warned.has(other, of(1000))).toBe(false);
});

test('a turn takes the place of an earlier one, and what comes late takes nothing back', async () => {
  const match = idFrom(random);
  await warned.note(match, of(1000));
  await warned.note(match, of(2000));
  expect(await warned.has(match, of(2000))).toBe(true);
  await warned.note(match, of(1000));
  expect(await warned.has(match, of(2000))).toBe(true);
  // A turn that is over needs no warning.
  expect(await warned.has(match, of(1000))).toBe(true);
});
