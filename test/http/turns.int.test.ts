/** Which matches wait for a player, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

interface Turn {
  readonly match: string;
  readonly seat: number;
  readonly turn: number;
  readonly since: string;
  readonly deadline: string | null;
}

async function turnsOf(player: Client): Promise<readonly Turn[]> {
  await api.background.idle();
  return (await player.call<{ turns: Turn[] }>('GET', '/v1/me/turns')).body.turns;
}

async function move(player: Client, match: MatchBody, ply: number, moves: readonly string[]): Promise<void> {
  const answer = await player.call('POST', `/v1/matches/${match.id}/moves`, { ply, moves });
  if (answer.status !== 200) throw new Error(answer.text);
}

test('a match waits for whoever is to move, from the commit that began the turn until the turn ends', async () => {
  const match = await newMatch(ada, bob);
  expect(await turnsOf(ada)).toEqual([
    {
      ...{ match: match.id, game: 'aquaignis', seat: 1, turn: 1, since: expect.any(String) },
      deadline: match.clock.deadline,
    },
  ]);
  expect(await turnsOf(bob)).toEqual([]);

  await move(ada, match, 0, ['spawn 4']);
  expect(await turnsOf(ada)).toEqual([]);
  const [waiting] = await turnsOf(bob);
  expect(waiting).toMatchObject({ match: match.id, seat: 2, turn: 2 });

  // The first of two actions leaves the turn as it is.
  await move(bob, match, 1, ['spawn 2']);
  expect(await turnsOf(bob)).toEqual([waiting]);
  await move(bob, match, 2, ['charge 2']);
  expect(await turnsOf(bob)).toEqual([]);
  expect(await turnsOf(ada)).toMatchObject([{ match: match.id, turn: 3 }]);

  await bob.call('POST', `/v1/matches/${match.id}/resign`);
  expect(await turnsOf(ada)).toEqual([]);
});

test('what is due soonest comes first, and last what is never due; a pause puts it off', async () => {
  const deadlines = async () => (await turnsOf(ada)).map(({ match, deadline }) => [match, deadline]);
  const never = await newMatch(ada, bob, { clock: { kind: 'none' } });
  const late = await newMatch(ada, bob, { clock: { kind: 'per-turn', time: 'P9D' } });
  const soon = await newMatch(ada, bob, { clock: { kind: 'per-turn', time: 'P1D' } });
  const expected = [soon, late, never].map(({ id, clock }) => [id, clock.deadline]);
  expect(await deadlines()).toEqual(expected);
  const [turn] = await turnsOf(ada);
  await ada.call('POST', `/v1/matches/${soon.id}/offers`, { kind: 'pause', for: 'P30D' });
  const paused = await bob.call<MatchBody>('POST', `/v1/matches/${soon.id}/offers/3/accept`);
  const put = [
    [late.id, late.clock.deadline],
    [soon.id, paused.body.clock.deadline],
    [never.id, null],
  ];
  expect(await deadlines()).toEqual(put);
  // The turn is the same, and so is when it began.
  expect((await turnsOf(ada))[1]).toEqual({ ...turn, deadline: paused.body.clock.deadline });
  for (const { id } of [never, late, soon]) await ada.call('POST', `/v1/matches/${id}/resign`);
});

test('pages, each from where the one before it ended; what is never due comes last there too', async () => {
  const begun: MatchBody[] = [];
  for (const time of ['P9D', 'P2D', null, 'P5D', null]) {
    const clock = time === null ? { kind: 'none' } : { kind: 'per-turn', time };
    begun.push(await newMatch(ada, bob, { clock }));
  }
  const order = [1, 3, 0, 2, 4].map((n) => begun[n]?.id);
  await api.background.idle();
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/v1/me/turns?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { body } = await ada.call<{ turns: Turn[]; next: string | null }>('GET', path);
    pages.push(body.turns.map(({ match }) => match));
    cursor = body.next;
    // What ends meanwhile takes nothing away from the pages to come.
    const [first] = body.turns;
    if (first !== undefined) await ada.call('POST', `/v1/matches/${first.match}/resign`);
    await api.background.idle();
  }
  expect(pages).toEqual([order.slice(0, 2), order.slice(2, 4), order.slice(4)]);
  for (const { id } of begun) await ada.call('POST', `/v1/matches/${id}/resign`);
});

test.each(['x', 'bTo', Buffer.from('~ x', 'utf8').toString('base64url')])('%s is no cursor', async (cursor) => {
  const { status, body } = await ada.call('GET', `/v1/me/turns?cursor=${cursor}`);
  expect([status, body.errors]).toEqual([422, [{ in: 'query', pointer: '/cursor', detail: expect.any(String) }]]);
});

test('what has waited longest comes first', async () => {
  const untimed = { clock: { kind: 'none' } };
  const [one, two] = [await newMatch(ada, bob, untimed), await newMatch(ada, bob, untimed)];
  const order = async () => (await turnsOf(ada)).map(({ match }) => match);
  expect(await order()).toEqual([one.id, two.id]);
  await move(ada, one, 0, ['spawn 4']);
  await move(bob, one, 1, ['spawn 2', 'charge 2']);
  expect(await order()).toEqual([two.id, one.id]);
});

test('the lobby has public matches while a seat is free', async () => {
  const lobby = async () => {
    await api.background.idle();
    const page = await bob.call<{ matches: MatchBody[] }>('GET', '/v1/matches?status=open');
    return page.body.matches.map(({ id }) => id);
  };
  const open = (visibility: string) =>
    ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', visibility }).then(({ body }) => body.id);
  const [taken, cancelled, left, unlisted] = [
    await open('public'),
    await open('public'),
    await open('public'),
    await open('unlisted'),
  ];
  expect(await lobby()).toEqual([left, cancelled, taken]);
  expect(await lobby()).not.toContain(unlisted);
  await bob.call('POST', `/v1/matches/${taken}/join`);
  await ada.call('POST', `/v1/matches/${cancelled}/leave`);
  expect(await lobby()).toEqual([left]);
});
