/** What accounts keep of leave, on a real table. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMPTY_BOOK, type VacationBook } from '../../domain/vacation/book.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { dynamoVacations, type Vacations } from '../../functions/store/vacations.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { type Meter, meteredClient } from '../support/meter.ts';

let database: TestTable;
let meter: Meter;
let vacations: Vacations;

beforeAll(async () => {
  database = await startTable();
  meter = meteredClient(database.endpoint);
  vacations = dynamoVacations(meter.client, database.table);
});
afterAll(async () => {
  meter.client.destroy();
  await database.stop();
});

const bookOf = (...days: readonly string[]): VacationBook => ({
  timeZone: 'Asia/Kathmandu',
  leaves: days.map((day) => ({
    ...{ from: day, to: day, timeZone: 'Asia/Kathmandu' },
    begins: `${day}T00:00:00.000Z`,
    ends: `${day}T23:00:00.000Z`,
  })),
});

test('an account that has set none has an empty book', async () => {
  expect(await vacations.book('p_aaaaaaaaaaaaaaa0')).toEqual({ book: EMPTY_BOOK, version: 0 });
  expect(await vacations.spans('p_aaaaaaaaaaaaaaa0')).toEqual([]);
});

test('what is put is read, by one consistent request, also as spans', async () => {
  const player = 'p_aaaaaaaaaaaaaaa1';
  expect(await vacations.put(player, bookOf('2030-05-01', '2030-06-01'), 0)).toBe(true);
  meter.take();
  expect(await vacations.book(player)).toEqual({ book: bookOf('2030-05-01', '2030-06-01'), version: 1 });
  expect(await vacations.spans(player)).toEqual([
    { from: '2030-05-01T00:00:00.000Z', to: '2030-05-01T23:00:00.000Z' },
    { from: '2030-06-01T00:00:00.000Z', to: '2030-06-01T23:00:00.000Z' },
  ]);
  expect(meter.take()).toMatchObject({ requests: ['GetItem', 'GetItem'], consistent: true });
});

test.each([0, 1])('of two changes of version %i one is stored, and the other is told', async (version) => {
  const player = `p_aaaaaaaaaaaaaab${version}` as const;
  if (version === 1) await vacations.put(player, bookOf(), 0);
  const books = ['2030-05-01', '2030-05-02', '2030-05-03'].map((day) => bookOf(day));
  const stored = await Promise.all(books.map((book) => vacations.put(player, book, version)));
  expect(stored.filter(Boolean)).toHaveLength(1);
  expect(await vacations.book(player)).toEqual({ book: books[stored.indexOf(true)], version: version + 1 });
  expect(await vacations.put(player, bookOf(), version)).toBe(false);
});

test('a book and its account are two items', async () => {
  const player = {
    id: 'p_aaaaaaaaaaaaaaa2',
    name: 'Ada',
    language: null,
    secret: '00'.repeat(16),
    createdAt: '2030-01-01',
  } as const;
  expect(await vacations.put(player.id, bookOf('2030-05-01'), 0)).toBe(true);
  const players = dynamoPlayers(database.client, database.table);
  await players.create(player);
  expect(await players.byId(player.id)).toEqual(player);
  expect((await vacations.book(player.id)).version).toBe(1);
});
