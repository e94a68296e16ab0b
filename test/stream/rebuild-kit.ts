/** A day of matches that the stream has worked on, in a table of its own, and the rebuild of what came of it. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { games } from '../../domain/games.ts';
import { waitingInvitations } from '../../domain/match/invitations.ts';
import { publicResults } from '../../domain/match/result.ts';
import type { MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import { dynamoBlocks } from '../../functions/store/blocks.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { dynamoTalk } from '../../functions/store/talk.ts';
import { type Projection, projectMatch } from '../../functions/stream/project.ts';
import { type Rebuilt, rebuild } from '../../functions/stream/rebuild.ts';
import { tellTalk } from '../../functions/stream/tell-talk.ts';
import { clockFrom } from '../support/clock.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { now as newest, type Story } from '../support/matches.ts';
import { printedSeed, type Random } from '../support/random.ts';
import { playerNumber, type Stored, type Traffic, traffic } from '../support/traffic.ts';
import { allItems, dropItems, emptyTable, type Item, putItems } from './whole-table.ts';

export const COMMITS = 120;
export const PLAYERS = Array.from({ length: 6 }, (_, n) => playerNumber(n + 1));

export let database: TestTable;
/** What the stream makes. */
export let derived: Projection;
export let day: Traffic;
/** When each test begins: the day has been, and may go on. */
let morning: { readonly stories: readonly Story[]; readonly items: readonly Item[]; readonly time: number };

const BEGINNING = Date.parse('2030-06-01T08:00:00.000Z');
export const clock = clockFrom(BEGINNING);
export let random: Random;
const tick = () => {
  clock.pass(1 + random.below(100_000));
  return clock.now();
};

/** The day is played before the tests of the file that asks for it; each begins when it has been. */
export function withDay(): void {
  random = printedSeed();
  beforeAll(async () => {
    database = await startTable();
    derived = projectionOn(database, games, clock.now);
    for (const stored of playDay()) {
      clock.set(Date.parse(stored.commit.at));
      await store(stored);
    }
    morning = { stories: day.stories, items: await all(), time: clock.now().getTime() };
  });
  afterAll(() => database.stop());

  beforeEach(async () => {
    await emptyTable(database);
    await putItems(database, morning.items);
    clock.set(morning.time);
    day = traffic(random, PLAYERS, tick, morning.stories);
  });
}

/** Whole days are played until one is varied, and only that one is stored: storing takes far longer. */
function playDay(): readonly Stored[] {
  for (;;) {
    clock.set(BEGINNING);
    day = traffic(random, PLAYERS, tick);
    const stored = Array.from({ length: COMMITS }, () => day.next());
    if (isVaried()) return stored;
  }
}

/** Whether the day has had something of everything. */
function isVaried(): boolean {
  const ends = day.stories.map(newest);
  const kinds = (of: (match: MatchState) => string) => new Set(ends.map(of)).size;
  return (
    kinds(({ game }) => game) === 3 &&
    kinds(({ status }) => status) === 4 &&
    kinds(({ visibility }) => visibility) === 3 &&
    ends.filter((match) => publicResults(match).size > 0).length > 1 &&
    ends.some((match) => waitingInvitations(match).length > 0) &&
    ends.some(({ departed }) => Object.keys(departed).length > 0) &&
    PLAYERS.every((player) =>
      ends.some(({ seats }) => seats.length > 1 && seats.some((seat) => seat.player === player)),
    )
  );
}

export const storeOne = (project = true) => store(day.next(), project);

async function store({ state, commit }: Stored, project = true): Promise<void> {
  await derived.log.append(state, commit, (commit.seq - 1) % 10);
  if (project) await projectMatch(derived, state.id);
}

export function again(
  on: Pick<TestTable, 'client' | 'table'> = database,
  say: (line: string) => void = () => undefined,
  deliver: (player: PlayerId) => Promise<void> = async () => undefined,
): Promise<Rebuilt> {
  const setAside = dynamoSetAside(on.client, on.table, clock.now);
  const nothing = async () => undefined;
  const projection = projectionOn(on, games, clock.now);
  const talk = dynamoTalk(on.client, on.table);
  const telling = { ...projection, talk, players: dynamoPlayers(on.client, on.table) };
  const tell = (match: MatchId) => tellTalk({ ...telling, blocks: dynamoBlocks(on.client, on.table) }, match);
  const others = { grantLeave: nothing, playPlans: nothing, closeAccount: nothing };
  const work = { projection, deliver, tellTalk: tell, ...others, setAside };
  return rebuild({ ...on, work, now: clock.now, say });
}

export const all = () => allItems(database);
export const put = (item: Item) => putItems(database, [item]);
export const drop = async (which: (item: Item) => boolean) => dropItems(database, (await all()).filter(which));

export const isLog = ({ sk }: Item) => sk?.S?.startsWith('commit#') === true;
export const isFeed = ({ pk }: Item) => pk?.S?.startsWith('feed#') === true;
export const isTurn = ({ pk }: Item) => pk?.S?.startsWith('turns#') === true;
export const isResult = ({ pk }: Item) => pk?.S?.startsWith('results#') === true;
export const isClock = ({ sk }: Item) => sk?.S === 'clock';
export const isModel = ({ pk, sk }: Item) =>
  sk?.S === 'progress' || sk?.S === 'clock' || /^(list|invited|turns|results)#/.test(pk?.S ?? '');
