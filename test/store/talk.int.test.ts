/** What is said and noted, on a real table: numbered without gaps, each request once, whatever happens on the way. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { ContentionError } from '../../functions/play/execute.ts';
import { say } from '../../functions/play/say.ts';
import { dynamoNotes } from '../../functions/store/notes.ts';
import { dynamoTalk, type StoredMessage, type Talk } from '../../functions/store/talk.ts';
import { around } from '../support/around.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, BOB, idFrom } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

let database: TestTable;
let talk: Talk;
const random = randomFrom();
console.log(`seed ${random.seed}`);

beforeAll(async () => {
  database = await startTable();
  talk = dynamoTalk(database.client, database.table);
});
afterAll(() => database.stop());

const AT = '2030-01-01T00:00:00.000Z';
const talkOn = (client: DynamoDBClient) => dynamoTalk(client, database.table);

function saying(request: string, text = `says ${request}`): Omit<StoredMessage, 'number'> {
  return { at: AT, seq: 2, by: 1, player: ADA, to: 'seats', text, request };
}

async function textsIn(match: MatchId): Promise<readonly string[]> {
  const messages = await talk.read(match, 0, 1000);
  expect(messages.map(({ number }) => number)).toEqual(messages.map((_, n) => n + 1));
  return messages.map(({ text }) => text);
}

test('a message is read as it was said', async () => {
  const match = idFrom(random);
  expect([await talk.newest(match), await talk.read(match, 0, 10)]).toEqual([0, []]);
  const text = ' Zwei\nZeilen, 👩‍👩‍👧 und "mehr" ';
  const said = await say(talk, match, { ...saying('one', text), by: 2, player: BOB, to: 'all' }, 0);
  expect(said).toEqual({ number: 1, at: AT, seq: 2, by: 2, player: BOB, to: 'all', text, request: 'one' });
  expect(await talk.read(match, 0, 10)).toEqual([said]);
  expect(await talk.newest(match)).toBe(1);
  expect(await talk.read(idFrom(random), 0, 10)).toEqual([]);
});

test('pages are in order and whole', async () => {
  const match = idFrom(random);
  for (let n = 1; n <= 12; n += 1) await say(talk, match, saying(String(n)), n - 1);
  const numbers = async (after: number, limit: number) =>
    (await talk.read(match, after, limit)).map(({ number }) => number);
  expect(await numbers(0, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(await numbers(5, 5)).toEqual([6, 7, 8, 9, 10]);
  expect(await numbers(10, 5)).toEqual([11, 12]);
  expect(await numbers(12, 5)).toEqual([]);
});

test('no message is earlier than the one before it', async () => {
  const match = idFrom(random);
  await say(talk, match, { ...saying('late'), at: '2030-01-01T00:00:09.000Z' }, 0);
  const next = await say(talk, match, { ...saying('early'), at: '2030-01-01T00:00:02.000Z' }, 1);
  expect(next.at).toBe('2030-01-01T00:00:09.000Z');
});

test('50 at once are all said, each once', async () => {
  const match = idFrom(random);
  const requests = Array.from({ length: 50 }, (_, n) => String(n));
  const said = await Promise.all(requests.map((request) => say(talk, match, saying(request), 0)));
  expect(said.map(({ number }) => number).sort((a, b) => a - b)).toEqual(requests.map((_, n) => n + 1));
  expect([...(await textsIn(match))].sort()).toEqual(requests.map((request) => `says ${request}`).sort());
});

test('one request at once, between others, is said once and all get the same', async () => {
  const match = idFrom(random);
  await say(talk, match, saying('before'), 0);
  const [others, same] = await Promise.all([
    Promise.all(['a', 'b', 'c', 'd', 'e'].map((request) => say(talk, match, saying(request), 1))),
    Promise.all(Array.from({ length: 8 }, () => say(talk, match, saying('same'), 1))),
  ]);
  expect(new Set(same.map(({ number }) => number)).size).toBe(1);
  expect(others).toHaveLength(5);
  expect(await textsIn(match)).toHaveLength(7);
});

test('killed before or after any request and sent again, it is said once', async () => {
  let kills = 0;
  for (let n = 1; ; n += 1) {
    const match = idFrom(random);
    await say(talk, match, saying('before'), 0);
    let died = false;
    for (const when of ['before', 'after'] as const) {
      const request = `again ${when}`;
      const broken = talkOn(dying(n, when));
      const attempt = async (on: Talk) => {
        const { after } = await on.note(match, request, { content: 'x', after: await on.newest(match) });
        return say(on, match, saying(request), after);
      };
      await attempt(broken).catch(() => {
        died = true;
      });
      await say(talk, match, saying(`between ${when}`), await talk.newest(match));
      const again = await attempt(talk);
      expect(await attempt(talk)).toEqual(again);
      expect(
        (await textsIn(match)).filter((text) => text === `says ${request}`),
        `${when} ${n}`,
      ).toHaveLength(1);
    }
    if (!died) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
});

test('a Put that was stored although it seemed to fail is found, and not made again', async () => {
  const match = idFrom(random);
  const losing: Talk = { ...talk, put: async (...message) => (await talk.put(...message)) && false };
  expect(await say(losing, match, saying('lost'), 0)).toMatchObject({ number: 1, text: 'says lost' });
  expect(await textsIn(match)).toEqual(['says lost']);
});

test('a talk that would not stand still is given up, with nothing said', async () => {
  const match = idFrom(random);
  await expect(say({ ...talk, put: async () => false }, match, saying('never'), 0)).rejects.toThrow(ContentionError);
  expect(await textsIn(match)).toEqual([]);
});

test('of what is noted of a request the first counts', async () => {
  const match = idFrom(random);
  const [one, two] = [
    { content: 'one', after: 3 },
    { content: 'two', after: 4 },
  ];
  expect(await talk.note(match, 'r', one)).toEqual(one);
  expect(await talk.note(match, 'r', two)).toEqual(one);
  expect(await talk.note(match, 's', two)).toEqual(two);
  // It is no message.
  expect([await talk.newest(match), await talk.read(match, 0, 10)]).toEqual([0, []]);
});

test('how far seats have been told never goes back', async () => {
  const match = idFrom(random);
  expect(await talk.told(match)).toBe(0);
  for (const number of [4, 2, 7, 6]) await talk.setTold(match, number);
  expect(await talk.told(match)).toBe(7);
});

test('notes are one text for each player and match', async () => {
  const notes = dynamoNotes(database.client, database.table);
  const [one, two] = [idFrom(random), idFrom(random)];
  await notes.put(ADA, one, 'first');
  await notes.put(ADA, one, 'second\nline');
  await notes.put(BOB, one, 'of Bob');
  const all = async () => [
    await notes.get(ADA, one),
    await notes.get(BOB, one),
    await notes.get(ADA, two),
    await notes.get(BOB, two),
  ];
  expect(await all()).toEqual(['second\nline', 'of Bob', '', '']);
  await notes.put(ADA, one, '');
  await notes.put(ADA, two, '');
  expect(await all()).toEqual(['', 'of Bob', '', '']);
});

/** A process that dies before or after its n-th request. */
function dying(n: number, when: 'before' | 'after'): DynamoDBClient {
  let requests = 0;
  return around(database.client, async (go) => {
    requests += 1;
    if (requests > n || (requests === n && when === 'before')) throw new Error('dead');
    const answer = await go();
    if (requests >= n) throw new Error('dead');
    return answer;
  });
}
