/** Abiegnus over the API: options, seats and views; and that nothing makes the server roll again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FACES } from '../../domain/abiegnus/types.ts';
import { chanceFrom } from '../../domain/chance.ts';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoTokens } from '../../functions/store/dynamo-tokens.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Client, clientOf, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';
import { randomFrom } from '../support/random.ts';

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

interface Effect {
  readonly type: string;
  readonly roll?: string;
}

interface Told {
  readonly text: string;
  readonly explanation: string;
  readonly effects: readonly Effect[];
}

const create = (options: object, more: object = {}, headers: Record<string, string> = {}) =>
  ada.call<MatchBody>('POST', '/v1/matches', { game: 'abiegnus', options, ...more }, headers);

const send = (client: Client, { id, ply }: MatchBody, moves: readonly string[], query = '') =>
  client.call<MatchBody>('POST', `/v1/matches/${id}/moves${query}`, { ply, moves });

const get = (id: string) => nobody(api.send).call<MatchBody>('GET', `/v1/matches/${id}`);

async function legal(id: string): Promise<readonly Told[]> {
  const { body } = await nobody(api.send).call<{ moves: Told[] }>('GET', `/v1/matches/${id}/legal-moves`);
  return body.moves;
}

/** Every roll in the stored log, in order. */
async function rolls(id: string): Promise<string[]> {
  const log = await api.deps.log.read(id as `m_${string}`, 0, 10_000);
  return log.flatMap(({ events }) =>
    events.flatMap((event) =>
      'effects' in event ? event.effects.flatMap((each) => ('roll' in each ? [String(each.roll)] : [])) : [],
    ),
  );
}

/** What the match's die shows, as often as it has been rolled. */
async function dice(id: string): Promise<string[]> {
  const loaded = await api.deps.log.load(id as `m_${string}`);
  if (loaded === null) throw new Error('no such match');
  const { secrets, seats } = loaded.state;
  const chance = chanceFrom({ seed: secrets.seed, match: id, entropies: seats.map(({ entropy }) => entropy) }, 0);
  return (await rolls(id)).map(() => FACES[chance.uniform(6)] ?? '');
}

const endsTurn = ({ effects }: Told) => effects.some(({ type }) => type === 'turn-ended');

/** Plays on to where a move can end the turn; that move, and the match as it stands. */
async function toTurnEnd(match: MatchBody): Promise<{ match: MatchBody; move: string }> {
  for (let now = match; ; ) {
    const moves = await legal(now.id);
    const move = moves.find(endsTurn);
    if (move !== undefined) return { match: now, move: move.text };
    now = (await send(moverOf(now), now, [moves[0]?.text ?? ''])).body;
  }
}

const moverOf = ({ toMove }: MatchBody) => (toMove[0] === 2 ? bob : ada);

function refused(answer: Answer<unknown>, status: number, code: string): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { code } });
}

describe('options', () => {
  test('the catalogue tells each mode, one seat or two, and the rules', async () => {
    const { status, body } = await nobody(api.send).call('GET', '/v1/games/abiegnus');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      seats: { least: 1, most: 2 },
      hidden: false,
      options: { oneOf: [{}, {}, {}] },
    });
    expect(String(body.rulesText)).toContain('**AB-50**');
  });

  test('by default two play, in new-aeon', async () => {
    const match = await newMatch(ada, bob, { game: 'abiegnus' });
    expect(match).toMatchObject({ status: 'active', options: { mode: 'two-player', palette: 'new-aeon' } });
    expect(match.position).toMatch(/ -\|- \d+ \d+$/);
  });

  test('alone a match starts as it is made, with its Ptah and question as they were given', async () => {
    const made = await create({ mode: 'divination', ptah: 'fire-fire', question: 'Now?', palette: 'golden-dawn' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      status: 'active',
      toMove: [1],
      options: { mode: 'divination', ptah: 'e4', palette: 'golden-dawn' },
    });
    expect(made.text).toContain('Now?');
    expect((await get(made.body.id)).text).not.toContain('Now?');
    expect(made.body.view).toMatchObject({ reading: { letters: [] }, colours: { P: 'clear' } });
    const board = await nobody(api.send).call('GET', `/v1/matches/${made.body.id}/board.txt`);
    expect(board.text).toContain('P1 the Ptah (clear)');
  });

  test.each([
    [{ mode: 'divination' }, '/options/ptah'],
    [{ mode: 'divination', ptah: 'a1' }, '/options/ptah'],
    [{ mode: 'solitaire', ptah: 'c3' }, '/options/ptah'],
    [{ question: 'Why?' }, '/options/question'],
    [{ mode: 'other' }, '/options/mode'],
  ])('%j is refused at %s', async (options, pointer) => {
    const answer = await create(options);
    refused(answer, 422, 'invalid');
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });

  test('a creation that is sent again makes the same match, with the same first roll', async () => {
    const key = { 'Idempotency-Key': 'one-solitaire' };
    const [one, two] = [await create({ mode: 'solitaire' }, {}, key), await create({ mode: 'solitaire' }, {}, key)];
    expect(two.text).toBe(one.text);
    expect((await rolls(one.body.id)).length).toBeGreaterThan(0);
  });
});

describe('the die is not rolled again', () => {
  test('by a retry, also in another notation and after the match has gone on', async () => {
    const { match, move } = await toTurnEnd(await newMatch(ada, bob, { game: 'abiegnus' }));
    const mover = moverOf(match);
    const first = await send(mover, match, [move]);
    expect(first.status).toBe(200);
    const stored = await rolls(match.id);
    for (const text of [move, move.toUpperCase(), move.replace('-', ' – ')]) {
      expect((await send(mover, match, [text])).text).toBe(first.text);
    }
    const later = await toTurnEnd(first.body);
    await send(moverOf(later.match), later.match, [later.move]);
    expect((await send(mover, match, [move])).text).toBe(first.text);
    expect((await rolls(match.id)).slice(0, stored.length)).toEqual(stored);
  });

  test('by dry runs, which tell no roll, and by refused moves', async () => {
    const { match, move } = await toTurnEnd(await newMatch(ada, bob, { game: 'abiegnus' }));
    const mover = moverOf(match);
    const before = await rolls(match.id);
    const dry = await send(mover, match, [move], '?dry-run=true');
    expect(dry.body).toMatchObject({ toMove: [], dryRun: { stoppedBeforeDraw: true }, view: { roll: null } });
    refused(await send(mover, match, [move, 'end'], '?dry-run=true'), 422, 'illegal_move');
    refused(await send(mover, match, ['a1-a1']), 422, 'illegal_move');
    refused(await send(mover, match, [move, move]), 422, 'illegal_move');
    refused(await send(mover, match, ['nonsense']), 422, 'unreadable_move');
    refused(await send(mover, { ...match, ply: match.ply + 1 }, [move]), 409, 'stale_ply');
    refused(await send(mover === ada ? bob : ada, match, [move]), 409, 'not_your_turn');
    expect(JSON.stringify(await legal(match.id))).not.toContain('roll');
    expect(await rolls(match.id)).toEqual(before);
    expect((await get(match.id)).body.head).toEqual(match.head);
    await send(mover, match, [move]);
    expect(await rolls(match.id)).toEqual(await dice(match.id));
  });

  test('by a lost race: the same move twice at once, and two moves at once', async () => {
    let match = await newMatch(ada, bob, { game: 'abiegnus' });
    for (let round = 0; round < 15 && match.status === 'active'; round += 1) {
      const at = await toTurnEnd(match);
      const mover = moverOf(at.match);
      const others = (await legal(match.id)).map(({ text }) => text).filter((text) => text !== at.move);
      const sent = round % 2 === 0 ? [at.move, at.move] : [at.move, others[0] ?? at.move, others.at(-1) ?? at.move];
      const answers = await Promise.all(sent.map((text) => send(mover, at.match, [text])));
      const won = answers.filter(({ status }) => status === 200);
      expect(won.length).toBeGreaterThan(0);
      expect(new Set(won.map(({ text }) => text)).size).toBe(1);
      for (const lost of answers.filter(({ status }) => status !== 200)) expect(lost.status).toBe(409);
      match = won[0]?.body ?? match;
    }
    expect(await rolls(match.id)).toEqual(await dice(match.id));
  });

  test('by a restart: the same log gives the same match, and the die goes on where it was', async () => {
    const { match, move } = await toTurnEnd((await create({ mode: 'solitaire' })).body);
    const before = await rolls(match.id);
    const { client, table } = api.database;
    const restarted = api.appWith({
      log: dynamoLog(client, table, games),
      players: dynamoPlayers(client, table),
      tokens: dynamoTokens(client, table),
    });
    const again = clientOf(restarted, ada.id, ada.token);
    const [now, then] = [
      await again.call('GET', `/v1/matches/${match.id}`),
      await ada.call('GET', `/v1/matches/${match.id}`),
    ];
    expect(now.text).toBe(then.text);
    expect(await rolls(match.id)).toEqual(before);
    const moved = await send(again, match, [move]);
    expect(moved.status).toBe(200);
    expect((await get(match.id)).body.position).toBe(moved.body.position);
    expect(await rolls(match.id)).toEqual(await dice(match.id));
  });
});

test('a whole match, turn by turn in batches, and its record', async () => {
  const random = randomFrom();
  let match = await newMatch(ada, bob, { game: 'abiegnus' });
  for (let turn = 0; match.status === 'active' && turn < 200; turn += 1) {
    const moves = await legal(match.id);
    const ending = moves.find(endsTurn);
    const step = random.pick(moves).text;
    const told = moves.find(({ text }) => text === step);
    // A step that goes on, and `end`: one turn, one commit.
    const batch =
      ending !== undefined && random.below(3) > 0 ? [ending.text] : told && endsTurn(told) ? [step] : [step, 'end'];
    const answer = await send(moverOf(match), match, batch);
    expect(answer.status, `seed ${random.seed}: ${answer.text}`).toBe(200);
    match = answer.body;
  }
  if (match.status === 'active') match = (await ada.call<MatchBody>('POST', `/v1/matches/${match.id}/resign`)).body;
  expect(match.outcome).not.toBeNull();
  expect(await rolls(match.id)).toEqual(await dice(match.id));
  const { text } = await nobody(api.send).call('GET', `/v1/matches/${match.id}/record`);
  expect(verifyRecord(text, games)).toMatchObject({ verdict: 'ok' });
});
