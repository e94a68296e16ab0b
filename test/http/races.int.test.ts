/** Commands that race for the same place in a match's log, over HTTP with real concurrency. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { Mirror, sendMoves } from '../support/aquaignis.ts';
import { endless } from '../support/bots.ts';
import { type Answer, type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';

/** On the second engine fewer will do: it is there to show that nothing hangs on the first one's ways. */
const ROUNDS = rounds({ soak: 200, brief: 50, local: 20 });
const JOINERS = 50;
/** Each is fifty races by itself. */
const CROWDS = rounds({ soak: 200, brief: 12, local: 6 });

let api: TestApi;
let ada: Client;
let bob: Client;
const bot = endless(40);

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

/** Who got what, in one comparable line each. */
function told(answers: readonly Answer<unknown>[]): string[] {
  return answers.map(({ status, body }) => `${status} ${codeOf(body)}`.trim()).sort();
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}

/** The moves in a match's log, in order. */
async function loggedMoves(match: string): Promise<{ seat: number; ply: number; move: string }[]> {
  const log = await api.deps.log.read(match as `m_${string}`, 0, 10_000);
  return log.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.type === 'move.made' ? [{ seat: event.seat, ply: event.ply, move: event.move }] : [],
    ),
  );
}

/** A match in play, with the rules beside it. */
async function table() {
  const { id } = await newMatch(ada, bob);
  const mirror = new Mirror();
  const seats = { 1: ada, 2: bob } as const;
  return { id, mirror, mover: () => seats[mirror.seat], waiting: () => seats[mirror.seat === 1 ? 2 : 1] };
}

test(`the same move sent twice at once: both get the same answer, and it is made once (${ROUNDS} rounds)`, async () => {
  const random = randomFrom();
  const { id, mirror, mover } = await table();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const move = bot(mirror.state, random);
    const send = () => sendMoves(mover(), id, mirror.ply, move);
    const [one, two] = await Promise.all([send(), send()]);
    expect(told([one, two]), `seed ${random.seed}, round ${round}`).toEqual(['200', '200']);
    expect(two.text).toBe(one.text);
    mirror.play(move);
    expect(one.body.position).toBe(mirror.position);
  }
  expect(await loggedMoves(id)).toHaveLength(ROUNDS);
});

test(`one seat's different moves at once: one is made, the others are stale (${ROUNDS} rounds)`, async () => {
  const random = randomFrom();
  let { id, mirror, mover } = await table();
  let won: { seat: number; ply: number; move: string }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const where = `seed ${random.seed}, round ${round}`;
    const calm = bot(mirror.state, random);
    const other = random.pick(mirror.legal.filter((move) => move !== calm));
    const different = [...new Set([calm, other, random.pick(mirror.legal)])];
    const answers = await Promise.all(different.map((move) => sendMoves(mover(), id, mirror.ply, move)));
    const winner = answers.findIndex(({ status }) => status === 200);
    const move = different[winner] ?? '';
    won.push({ seat: mirror.seat, ply: mirror.ply + 1, move });
    mirror.play(move);
    const late = different.slice(1).map(() => (mirror.over ? '409 match_over' : '409 stale_ply'));
    expect(told(answers), `${where}: ${different}`).toEqual(['200', ...late]);
    if (!mirror.over) for (const answer of answers) expect(answer.body.ply, where).toBe(mirror.ply);
    expect(answers[winner]?.body.position, where).toBe(mirror.position);
    if (mirror.over || round === ROUNDS) {
      expect(await loggedMoves(id), where).toEqual(won);
      ({ id, mirror, mover } = await table());
      won = [];
    }
  }
});

test(`two seats move at once: the one whose turn it is, the other gets 409 (${ROUNDS} rounds)`, async () => {
  const random = randomFrom();
  const { id, mirror, mover, waiting } = await table();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const move = bot(mirror.state, random);
    const [own, other] = await Promise.all([
      sendMoves(mover(), id, mirror.ply, move),
      sendMoves(waiting(), id, mirror.ply, move),
    ]);
    expect(own.status, `seed ${random.seed}, round ${round}`).toBe(200);
    expect(other.status).toBe(409);
    expect(['stale_ply', 'not_your_turn']).toContain(codeOf(other.body));
    mirror.play(move);
  }
  expect(await loggedMoves(id)).toHaveLength(ROUNDS);
});

test(`${JOINERS} players want one seat: one gets it, all others are told why not (${CROWDS} rounds)`, async () => {
  const tell = progress(`${JOINERS} racing joins`, CROWDS);
  const joiners = await Promise.all(Array.from({ length: JOINERS }, (_, n) => newPlayer(api.send, `Joiner ${n}`)));
  const codes = new Map<string, number>();
  for (let round = 1; round <= CROWDS; round += 1) {
    const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
    // Half of the rounds name the seat, for there the refusal may be another.
    const body = round % 2 === 0 ? { seat: 2 } : undefined;
    const path = `/v1/matches/${made.body.id}/join`;
    const answers = await Promise.all(joiners.map((joiner) => joiner.call<MatchBody>('POST', path, body)));
    const winners = joiners.filter((_, n) => answers[n]?.status === 200);
    expect(winners).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body: problem } of refused) {
      expect(status).toBe(409);
      expect(['match_full', 'seat_taken']).toContain(codeOf(problem));
      expect(problem.detail).toBeTypeOf('string');
      codes.set(codeOf(problem), (codes.get(codeOf(problem)) ?? 0) + 1);
    }
    expect(refused).toHaveLength(JOINERS - 1);
    const now = await ada.call<MatchBody>('GET', `/v1/matches/${made.body.id}`);
    expect(now.body.status).toBe('active');
    expect(now.body.head.seq).toBe(2);
    expect(now.body.seats[1]?.player?.id).toBe(winners[0]?.id);
    tell(round);
  }
  expect([...codes.values()].reduce((sum, n) => sum + n, 0)).toBe(CROWDS * (JOINERS - 1));
});

test(`one player joins twice at once: one seat, the same answer (${ROUNDS} rounds)`, async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
    const join = () => bob.call<MatchBody>('POST', `/v1/matches/${made.body.id}/join`, { entropy: 'rain' });
    const [one, two] = await Promise.all([join(), join()]);
    expect(told([one, two])).toEqual(['200', '200']);
    expect(two.text).toBe(one.text);
    expect(one.body.head.seq).toBe(2);
  }
});

test(`both seats resign at once: one does, and the other has won (${ROUNDS} rounds)`, async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { id } = await newMatch(ada, bob);
    const resign = (player: Client) => player.call<MatchBody>('POST', `/v1/matches/${id}/resign`);
    const answers = await Promise.all([resign(ada), resign(bob), resign(ada), resign(bob)]);
    // Each seat's two requests agree: the one that resigned got its answer twice.
    expect(told(answers)).toEqual(['200', '200', '409 match_over', '409 match_over']);
    const loser = answers[0].status === 200 ? 1 : 2;
    expect(answers[loser - 1]?.body.outcome?.winners).toEqual([3 - loser]);
    expect(answers[loser + 1]?.text).toBe(answers[loser - 1]?.text);
    const now = await ada.call<MatchBody>('GET', `/v1/matches/${id}`);
    expect(now.body.head.seq).toBe(3);
  }
});

test(`a move and a resignation at once: the log holds either both in order, or the resignation (${ROUNDS} rounds)`, async () => {
  const seen = new Set<number>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { id } = await newMatch(ada, bob);
    const lead = leadIn(round);
    const [moved, resigned] = await Promise.all([
      sleep(Math.max(0, -lead)).then(() => sendMoves(ada, id, 0, 'spawn 3')),
      sleep(Math.max(0, lead)).then(() => bob.call<MatchBody>('POST', `/v1/matches/${id}/resign`)),
    ]);
    expect(resigned.status).toBe(200);
    if (moved.status !== 200) expect(told([moved])).toEqual(['409 match_over']);
    const log = await api.deps.log.read(id as `m_${string}`, 0, 100);
    const kinds = log.flatMap(({ events }) => events.map(({ type }) => type)).slice(4);
    const ended = ['seat.resigned', 'match.finished'];
    expect(kinds).toEqual(moved.status === 200 ? ['move.made', ...ended] : ended);
    seen.add(moved.status);
  }
  expect(seen, 'both orders were met').toEqual(new Set([200, 409]));
});

test(`the creator leaves while another joins: cancelled or begun, never both (${ROUNDS} rounds)`, async () => {
  const seen = new Map<string, number>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { body } = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
    const lead = leadIn(round);
    const [joined, left] = await Promise.all([
      sleep(Math.max(0, -lead)).then(() => bob.call<MatchBody>('POST', `/v1/matches/${body.id}/join`)),
      sleep(Math.max(0, lead)).then(() => ada.call<MatchBody>('POST', `/v1/matches/${body.id}/leave`)),
    ]);
    const now = await ada.call<MatchBody>('GET', `/v1/matches/${body.id}`);
    const result = `${told([joined])} / ${told([left])} / ${now.body.status}`;
    expect(['200 / 409 match_started / active', '409 match_over / 200 / cancelled']).toContain(result);
    seen.set(result, (seen.get(result) ?? 0) + 1);
  }
  expect(seen.size, 'both orders were met').toBe(2);
});

/** Now the one, now the other is sent a little earlier: up to 16 ms, and at the same moment in every ninth round. */
function leadIn(round: number): number {
  return ((round % 9) - 4) * 4;
}
