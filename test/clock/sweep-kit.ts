/** Matches with clocks in a table of their own, by a clock that only moves when told to. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { games } from '../../domain/games.ts';
import type { CreateMatch } from '../../domain/match/create.ts';
import type { MatchEvent, MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import { type SweepDeps, type SweepLine, type Swept, sweep } from '../../functions/clock/sweep.ts';
import type { KeepingApart } from '../../functions/play/apart.ts';
import { joining, resigning } from '../../functions/play/commands.ts';
import { create } from '../../functions/play/create.ts';
import { type Command, execute, type Play } from '../../functions/play/execute.ts';
import { dynamoBlocks } from '../../functions/store/blocks.ts';
import type { DueMatch } from '../../functions/store/due.ts';
import { dynamoVacations } from '../../functions/store/vacations.ts';
import { dynamoWarned, type Warned } from '../../functions/store/warned.ts';
import { type Projection, projectMatch } from '../../functions/stream/project.ts';
import { emptyTable } from '../stream/whole-table.ts';
import { clockFrom } from '../support/clock.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, BOB, CYD, creation, idFrom } from '../support/matches.ts';
import { printedSeed, type Random } from '../support/random.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;

export let random: Random;
export const clock = clockFrom(0);

export let database: TestTable;
export let derived: Projection;
export let vacations: ReturnType<typeof dynamoVacations>;
export let warned: Warned;
export let lines: SweepLine[];

/** The table is there for the tests of the file that asks for it, and that file has a seed of its own. */
export function withTable(): void {
  random = printedSeed();
  beforeAll(async () => {
    database = await startTable();
    derived = projectionOn(database, games, clock.now);
    vacations = dynamoVacations(database.client, database.table);
    warned = dynamoWarned(database.client, database.table);
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    await emptyTable(database);
    clock.set(Date.parse('2030-01-01T00:00:00.000Z'));
    lines = [];
  });
}

export const play = (): Play & KeepingApart => ({
  ...{ log: derived.log, games, vacations, now: clock.now },
  blocks: dynamoBlocks(database.client, database.table),
});

export function sweepNow(changed: Partial<SweepDeps> = {}): Promise<Swept> {
  const deps: SweepDeps = {
    play: play(),
    dues: derived.dues,
    feeds: derived.feeds,
    warned,
    report: (line) => lines.push(line),
    over: () => false,
    ...changed,
  };
  return sweep(deps, clock.now());
}

const PER_DAY: CreateMatch['time'] = { clock: { kind: 'per-turn', time: 'P1D' }, vacation: true, startWithin: 'P14D' };

/** An open match, a day for each turn; the stream has not been told of it. */
export async function opened(more: Partial<CreateMatch> = {}, id = 'aquaignis'): Promise<MatchId> {
  const game = games.newest(id);
  if (game === undefined) throw new Error(`no ${id}`);
  const options = game.schemas.options.parse(more.options ?? {});
  const command = { ...creation(idFrom(random), { time: PER_DAY, ...more }), options };
  const made = await create(play(), game, command, clock.now());
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.state.id;
}

/** A match that has begun. */
export async function begun(more: Partial<CreateMatch> = {}, id = 'aquaignis'): Promise<MatchId> {
  const match = await opened(more, id);
  for (const player of [BOB, CYD].slice(0, (more.seats ?? 2) - 1)) {
    await act(match, joining(play(), { player, seat: null, entropy: '' }));
  }
  return match;
}

/** @throws if it is refused */
export async function act(match: MatchId, command: Command, at = clock.now()): Promise<void> {
  const answer = await execute({ ...play(), now: () => at }, await loaded(match), command, at);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
}

export const resigns = (player: PlayerId = ADA) => resigning(play(), player);
export const project = (match: MatchId) => projectMatch(derived, match);

async function loaded(match: MatchId) {
  const found = await derived.log.load(match);
  if (found === null) throw new Error('no such match');
  return found;
}

export const stateOf = async (match: MatchId): Promise<MatchState> => (await loaded(match)).state;

/** The kinds of events of the commits after number `after`. */
export async function typesAfter(match: MatchId, after: number): Promise<MatchEvent['type'][][]> {
  const commits = await derived.log.read(match, after, 1000);
  return commits.map(({ events }) => events.map(({ type }) => type));
}

/** All that the index tells, whenever it is due. */
export async function inIndex(): Promise<DueMatch[]> {
  const found: DueMatch[] = [];
  for await (const each of derived.dues.upTo(Date.parse('9999-01-01T00:00:00.000Z'))) found.push(each);
  return found;
}
