/** Random days of a match, with a stream that is late and sweeps that are lost, doubled and broken off: no warning twice or wrong. */
import { expect, test } from 'vitest';
import { runningWarnings } from '../../domain/match/clock/warnings.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { answering, moving, offering } from '../../functions/play/commands.ts';
import type { Command } from '../../functions/play/execute.ts';
import { lackingLeave } from '../../functions/play/timeouts.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoWarned } from '../../functions/store/warned.ts';
import { around } from '../support/around.ts';
import { projectionOn } from '../support/derived.ts';
import { ADA, BOB } from '../support/matches.ts';
import { rounds } from '../support/rounds.ts';
import {
  act,
  begun,
  clock,
  DAY,
  database,
  derived,
  MINUTE,
  play,
  project,
  random,
  stateOf,
  sweepNow,
  vacations,
  withTable,
} from './sweep-kit.ts';

withTable();

const ROUNDS = rounds({ soak: 60, brief: 5, local: 2 });
const STEPS = 80;
const SEATED = [ADA, BOB] as const;

type Warning = Extract<FeedEntry, { type: 'clock.warning' }>;

async function warnings(match: MatchId): Promise<Warning[]> {
  const feeds = await Promise.all(SEATED.map((player) => derived.feeds.read(player, 0, 10_000)));
  return feeds
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (entry.type === 'clock.warning' && entry.match === match ? [entry] : []));
}

/** What the match refuses is not done. */
const attempt = (match: MatchId, command: Command) => act(match, command).catch(() => undefined);

async function agree(match: MatchId, kind: 'pause' | 'resume'): Promise<void> {
  const terms = kind === 'pause' ? { for: `PT${1 + random.below(40)}H` } : {};
  await attempt(match, offering(play(), { player: BOB, kind, terms, ply: null }, clock.now()));
  const { head } = await stateOf(match);
  await attempt(match, answering(play(), { player: ADA, offer: head.seq, answer: 'accept' }, clock.now()));
}

async function move(match: MatchId): Promise<void> {
  const { play: position, ply } = await stateOf(match);
  const game = play().games.newest('aquaignis');
  const seat = game?.toMove(position)[0];
  if (game === undefined || seat === undefined) return;
  const legal = game.legalMoves(position, seat).slice(0, 1);
  const moves = legal.map((each) => game.formatMove(each));
  await attempt(match, moving(play(), { player: SEATED[seat - 1] ?? ADA, ply, moves }));
}

const books = new Map<PlayerId, number>();

/** The account knows of it, and the log does not yet. */
async function goAway(player: PlayerId): Promise<void> {
  const begins = new Date(clock.now().getTime() + random.below(DAY)).toISOString();
  const ends = new Date(Date.parse(begins) + 3_600_000 + random.below(2 * DAY)).toISOString();
  const version = books.get(player) ?? 0;
  const leave = { from: begins.slice(0, 10), to: ends.slice(0, 10), timeZone: 'UTC', begins, ends };
  expect(await vacations.put(player, { timeZone: 'UTC', leaves: [leave] }, version)).toBe(true);
  books.set(player, version + 1);
}

/** By another process, which may die at any request. */
async function elsewhere(): Promise<void> {
  let left = random.below(2) === 0 ? 8 + random.below(12) : Number.POSITIVE_INFINITY;
  const client = around(database.client, async (go) => {
    left -= 1;
    if (left > 0) return go();
    if (random.below(2) === 0) await go();
    throw new Error('down');
  });
  const { dues } = projectionOn({ client, table: database.table }, play().games, clock.now);
  const feeds = dynamoFeeds(client, database.table, clock.now);
  await sweepNow({ dues, feeds, warned: dynamoWarned(client, database.table) }).catch(() => undefined);
}

/** To a mark or a little beyond it, as a rule. */
async function passTime(match: MatchId): Promise<void> {
  const now = clock.now().getTime();
  const ahead = runningWarnings(await stateOf(match)).flatMap((ofTurn) => ofTurn.map(({ at }) => at - now));
  const next = Math.min(...ahead.filter((ms) => ms > 0));
  const longer = Number.isFinite(next) ? (random.below(3) > 0 ? next : random.below(next)) : random.below(20 * MINUTE);
  clock.pass(longer + random.below(2 * MINUTE));
}

test(`over ${ROUNDS} matches (seed ${random.seed})`, async () => {
  let told = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const match = await begun();
    let known: readonly Warning[] = [];
    for (let step = 0; step < STEPS && (await stateOf(match)).status === 'active'; step += 1) {
      switch (random.below(8)) {
        case 0:
          await move(match);
          break;
        case 1:
          await agree(match, 'pause');
          break;
        case 2:
          await agree(match, 'resume');
          break;
        case 3:
          await goAway(random.pick(SEATED));
          break;
        case 4:
          await project(match);
          break;
        default:
          await passTime(match);
          await Promise.all(Array.from({ length: random.below(4) }, elsewhere));
      }
      const now = await warnings(match);
      await expectTrue(match, now, known);
      known = now;
    }
    const turns = known.map(({ seat, turn, left }) => `${seat} ${turn} ${left}`);
    expect(new Set(turns).size).toBe(turns.length);
    told += known.length;
    await derived.dues.put(match, 9999, null);
  }
  expect(told).toBeGreaterThan(0);
});

/** What is new is of the turn that runs, and by the deadline as it is, leave of which the log has yet to hear included. */
async function expectTrue(match: MatchId, now: readonly Warning[], known: readonly Warning[]): Promise<void> {
  const before = new Set(known.map(({ id, seat }) => `${seat} ${id}`));
  const fresh = now.filter(({ id, seat }) => !before.has(`${seat} ${id}`));
  if (fresh.length === 0) return;
  const state = await stateOf(match);
  const loaded = await derived.log.load(match);
  expect(loaded === null ? null : await lackingLeave(play(), loaded)).toEqual([]);
  for (const { seat, turn, at, deadline, left } of fresh) {
    const [running] = runningWarnings(state);
    const warning = running?.find((each) => new Date(each.at).toISOString() === at);
    expect(warning).toMatchObject({ run: { seat, turn }, deadline: Date.parse(deadline) });
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse(at));
    expect(clock.now().getTime()).toBeLessThan(Date.parse(deadline));
    expect(['PT2H24M', 'PT28M48S']).toContain(left);
  }
}
