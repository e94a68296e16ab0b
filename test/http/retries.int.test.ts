/** A request sent again gets its first answer, byte for byte, however much has happened since. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { Mirror, playOn, sendMoves } from '../support/aquaignis.ts';
import { endless, hasty } from '../support/bots.ts';
import { type Answer, type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { randomFrom } from '../support/random.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  [ada, bob, cyd] = (await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => newPlayer(api.send, name)))) as [
    Client,
    Client,
    Client,
  ];
});
afterAll(() => api.end());

const act = (player: Client, match: string, what: string, body?: unknown) =>
  player.call<MatchBody>('POST', `/v1/matches/${match}/${what}`, body);

const made = async (...more: [body?: Record<string, unknown>, key?: string]) => {
  const [body = {}, key] = more;
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', ...body }, headers);
};

function same(again: Answer<unknown>, first: Answer<unknown>): void {
  expect(again.status).toBe(first.status);
  expect(again.text).toBe(first.text);
}

function refused(answer: Answer<unknown>, status: number, code: string): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { code } });
}

describe('a move', () => {
  test('100 plies later, in other notations and after the end, gets its first answer; anything else is stale', async () => {
    const random = randomFrom();
    const { id } = await newMatch(ada, bob);
    const mirror = new Mirror();
    const aqua = await sendMoves(ada, id, 0, 'spawn 3');
    expect(aqua.status).toBe(200);
    mirror.play('spawn 3');
    // A batch: both actions of a turn as one.
    const ignis = await sendMoves(bob, id, 1, 'spawn 5', 'charge 5');
    expect(ignis.status).toBe(200);
    for (const move of ['spawn 5', 'charge 5']) mirror.play(move);

    async function sentAgain(): Promise<void> {
      for (const text of ['spawn 3', 'S3', 'Spawn   3', 's3']) same(await sendMoves(ada, id, 0, text), aqua);
      same(await sendMoves(bob, id, 1, 's5', 'C5'), ignis);
      const { ply } = mirror;
      for (const [player, at, moves] of [
        [ada, 0, ['spawn 4']],
        [ada, 0, ['spawn 3', 'spawn 3']],
        [bob, 0, ['spawn 3']],
        [bob, 1, ['spawn 5']],
        [bob, 1, ['charge 5', 'spawn 5']],
        [bob, 2, ['charge 5']],
        [ada, 1, ['spawn 5', 'charge 5']],
        [ada, 0, ['spawn 3', 'nonsense']],
        [ada, ply + 1, ['spawn 3']],
      ] as const) {
        const answer = await sendMoves(player, id, at, ...moves);
        const code = finished ? 'match_over' : 'stale_ply';
        refused(answer, 409, code);
        if (!finished) expect(answer.body.ply).toBe(ply);
      }
    }

    let finished = false;
    await sentAgain();
    for (let n = 0; n < 4; n += 1) {
      await playOn(id, mirror, [ada, bob], endless(40), random, 25);
      await sentAgain();
    }
    expect(mirror.ply, `seed ${random.seed}`).toBe(103);
    const ended = await act(bob, id, 'resign');
    expect(ended.status).toBe(200);
    finished = true;
    await sentAgain();
    same(await act(bob, id, 'resign'), ended);
    // The first answer came before the end, so it tells no seed.
    expect(aqua.body.chance).not.toHaveProperty('seed');
    expect(ended.body.chance).toHaveProperty('seed');
    const now = await ada.call<MatchBody>('GET', `/v1/matches/${id}`);
    expect(now.body.head.seq).toBe(2 + 2 + 100 + 1);
  });

  test('that won the match gets the same answer again', async () => {
    const random = randomFrom(7);
    const { id } = await newMatch(ada, bob);
    const mirror = new Mirror();
    let last: { player: Client; ply: number; move: string; answer: Answer<MatchBody> } | undefined;
    while (!mirror.over) {
      const player = mirror.seat === 1 ? ada : bob;
      const move = hasty(mirror.state, random);
      last = { player, ply: mirror.ply, move, answer: await sendMoves(player, id, mirror.ply, move) };
      mirror.play(move);
    }
    if (last === undefined) throw new Error('no move was made');
    expect(last.answer.body.status).toBe('finished');
    expect(last.answer.body.outcome).not.toBeNull();
    same(await sendMoves(last.player, id, last.ply, last.move), last.answer);
    refused(await sendMoves(last.player, id, last.ply + 1, last.move), 409, 'match_over');
  });

  test('seen through a dry run is the same answer, marked as one', async () => {
    const { id } = await newMatch(ada, bob);
    const first = await sendMoves(ada, id, 0, 'spawn 3');
    await sendMoves(bob, id, 1, 'spawn 5');
    const dry = await ada.call('POST', `/v1/matches/${id}/moves?dry-run=true`, { ply: 0, moves: ['s3'] });
    expect(dry.status).toBe(200);
    expect(dry.body).toEqual({ ...first.body, dryRun: { stoppedBeforeDraw: false } });
  });
});

describe('a seat', () => {
  test('join: again at once, after moves, and after the end', async () => {
    const open = await made({ entropy: 'one' });
    const { id } = open.body;
    same(await act(ada, id, 'join'), { ...open, status: 200 });
    const joined = await act(bob, id, 'join', { seat: 2, entropy: 'two' });
    expect(joined.body.status).toBe('active');
    const again = async () => {
      same(await act(bob, id, 'join', { seat: 2, entropy: 'two' }), joined);
      same(await act(bob, id, 'join'), joined);
      same(await act(ada, id, 'join'), { ...open, status: 200 });
    };
    await again();
    refused(await act(bob, id, 'join', { seat: 1 }), 409, 'match_full');
    await playOn(id, new Mirror(), [ada, bob], endless(40), randomFrom(), 30);
    await again();
    await act(ada, id, 'resign');
    await again();
    refused(await act(cyd, id, 'join'), 409, 'match_over');
  });

  test('a seated player who asks for another free seat is told so', async () => {
    const { body } = await made();
    refused(await act(ada, body.id, 'join', { seat: 2 }), 409, 'already_seated');
  });

  test('leave: who has come back since is not told of the time before', async () => {
    const { body } = await made({ game: 'astromagie', seats: 3 });
    await act(bob, body.id, 'join');
    const left = await act(bob, body.id, 'leave');
    same(await act(bob, body.id, 'leave'), left);
    await act(bob, body.id, 'join');
    await act(ada, body.id, 'leave');
    refused(await act(bob, body.id, 'leave'), 409, 'match_over');
  });

  test('leave: the creator’s is told again, and the match stays cancelled', async () => {
    const { body } = await made();
    const left = await act(ada, body.id, 'leave');
    expect(left.body.status).toBe('cancelled');
    same(await act(ada, body.id, 'leave'), left);
    refused(await act(bob, body.id, 'join'), 409, 'match_over');
    same(await act(ada, body.id, 'leave'), left);
  });

  test('resign: again, and again after it', async () => {
    const { id } = await newMatch(ada, bob);
    await sendMoves(ada, id, 0, 'spawn 1');
    const resigned = await act(ada, id, 'resign');
    expect(resigned.body.outcome).toMatchObject({ winners: [2], reason: 'resignation' });
    same(await act(ada, id, 'resign'), resigned);
    refused(await act(bob, id, 'resign'), 409, 'match_over');
    same(await act(ada, id, 'resign'), resigned);
  });
});

describe('creating with an Idempotency-Key', () => {
  test('20 at once: one match, one answer (8 rounds)', async () => {
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => made({ entropy: 'x' }, `race-${round}`)));
      for (const answer of answers) {
        expect(answer.status).toBe(201);
        expect(answer.text).toBe(answers[0]?.text);
      }
      const id = answers[0]?.body.id ?? '';
      expect(await api.deps.log.read(id as `m_${string}`, 0, 10)).toHaveLength(1);
    }
  });

  test('gets the first answer also when the match has gone on, and when it is over', async () => {
    const first = await made({ entropy: 'x' }, 'goes on');
    expect(first.status).toBe(422);
    const kept = await made({ entropy: 'x' }, 'goes-on');
    const { id } = kept.body;
    await act(bob, id, 'join');
    same(await made({ entropy: 'x' }, 'goes-on'), kept);
    await sendMoves(ada, id, 0, 'spawn 1');
    await act(bob, id, 'resign');
    same(await made({ entropy: 'x' }, 'goes-on'), kept);
  });

  test('defaults written out are the same request', async () => {
    const first = await made({}, 'defaults');
    const written = { options: {}, seat: 1, seats: 2, visibility: 'unlisted', invited: [], entropy: '' };
    same(await made(written, 'defaults'), first);
  });

  test.each([{ entropy: 'other' }, { visibility: 'public' }, { seat: 2 }, { invited: ['p_0000000000000000'] }])(
    'another body under the same key is refused: %j',
    async (body) => {
      await made({}, 'taken');
      refused(await made(body, 'taken'), 422, 'idempotency_key_reused');
    },
  );

  test('is each player’s own', async () => {
    const mine = await made({}, 'shared');
    const theirs = await bob.call<MatchBody>(
      'POST',
      '/v1/matches',
      { game: 'aquaignis' },
      { 'Idempotency-Key': 'shared' },
    );
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test('without a key every request makes a match', async () => {
    const [one, two] = await Promise.all([made(), made()]);
    expect(one.body.id).not.toBe(two.body.id);
  });
});
