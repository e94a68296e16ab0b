/** Rated matches that have ended, by the domain alone, and what ratings follow from them all. */
import { games } from '../../domain/games.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { createMatch } from '../../domain/match/create.ts';
import { evolveMatch, startMatch } from '../../domain/match/evolve.ts';
import { resign } from '../../domain/match/leaving.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { joinMatch } from '../../domain/match/seating.ts';
import type { MatchEvent, MatchState, PlayerId } from '../../domain/match/types.ts';
import { rateResult, type Standing } from '../../domain/rating/rate.ts';
import { type Result, ratedResult } from '../../domain/rating/result.ts';
import { toItem } from '../../functions/store/commit-item.ts';
import type { TestTable } from '../support/engine.ts';
import { creation, idFrom, now as newest, type Story } from '../support/matches.ts';
import type { Random } from '../support/random.ts';
import { playerNumber } from '../support/traffic.ts';
import { allItems, type Item, putItems } from './whole-table.ts';

export const PLAYERS = [1, 2, 3, 4, 5].map(playerNumber);
const START = Date.parse('2030-01-01T00:00:00.000Z');
const HOUR = 3_600_000;

export interface Wish {
  readonly game: 'aquaignis' | 'astromagie';
  /** By seat. */
  readonly players: readonly PlayerId[];
  /** Seats that resign, one after another, all but one; none: it is drawn. */
  readonly resign: readonly number[];
  /** Hours after the beginning. */
  readonly at: number;
  readonly rated?: boolean;
}

export function playedOut(random: Random, { game: id, players, resign: out, at, rated = true }: Wish): Story {
  const game = games.newest(id);
  if (game === undefined) throw new Error(`no ${id}`);
  const options = game.schemas.options.parse({});
  const [player = PLAYERS[0] ?? playerNumber(0), ...others] = players;
  const command = creation(idFrom(random), { player, options, seats: players.length, rated });
  const { saltKey } = command.secrets;
  const first = firstCommit(command.match, saltKey, eventsOf(createMatch(game, command)), new Date(START));
  const states = [startMatch(command.match, saltKey, first, games)];
  const commits = [first];
  const goOn = (decide: (match: MatchState) => Decision<MatchEvent>) => {
    const before = states.at(-1) ?? newest({ id: command.match, saltKey, states, commits });
    const commit = followingCommit(before, eventsOf(decide(before)), new Date(START + at * HOUR));
    commits.push(commit);
    states.push(evolveMatch(before, commit, games));
  };
  for (const other of others) goOn((match) => joinMatch(game, match, { player: other, seat: null, entropy: '' }));
  for (const seat of out) goOn((match) => resign(game, match, match.seats[seat - 1]?.player ?? player));
  if (out.length === 0) {
    const draw = (match: MatchState) => game.ended(match.play, [], 'agreement');
    goOn((match) => ({ ok: true, events: [{ type: 'match.finished', outcome: draw(match) }] }));
  }
  return { id: command.match, saltKey, states, commits };
}

/** Matches of both games among all players, some of which end at the same instant, and some that are not rated. */
export function season(random: Random, count: number): Story[] {
  return Array.from({ length: count }, () => {
    const game = random.pick(['aquaignis', 'aquaignis', 'astromagie'] as const);
    const players = shuffled(random, PLAYERS).slice(0, game === 'aquaignis' ? 2 : 2 + random.below(3));
    const order = shuffled(
      random,
      players.map((_, i) => i + 1),
    );
    const drawn = game === 'aquaignis' && random.below(4) === 0;
    const rated = random.below(8) > 0;
    return playedOut(random, {
      game,
      players,
      resign: drawn ? [] : order.slice(1),
      at: 1 + random.below(count),
      rated,
    });
  });
}

export function shuffled<Thing>(random: Random, things: readonly Thing[]): Thing[] {
  const keyed = things.map((thing) => ({ thing, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ thing }) => thing);
}

export async function storeAll(place: Pick<TestTable, 'client' | 'table'>, stories: readonly Story[]): Promise<void> {
  await putItems(
    place,
    stories.flatMap(({ commits, states }) =>
      commits.flatMap((commit, n) => (states[n] === undefined ? [] : [toItem(states[n], commit, false)])),
    ),
  );
}

/** What is to be in the table of ratings: each player's after each match, and how each stands; nothing to be rated. */
export function expectedRatings(stories: readonly Story[]): Map<string, Standing> {
  const ratings = new Map<string, Standing>();
  const results = stories.flatMap((story) => ratedResult(newest(story)) ?? []);
  results.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  for (const result of results) {
    const standings = rateResult(result, (player) => ratings.get(`${result.game} ${player} standing`) ?? null);
    for (const [player, standing] of standings) {
      ratings.set(`${result.game} ${player} after#${orderOf(result)}`, standing);
      ratings.set(`${result.game} ${player} standing`, standing);
    }
  }
  return ratings;
}

const orderOf = ({ finishedAt, match }: Result) => `${finishedAt}#${match}`;

export const isRating = ({ pk }: Item) => /^(rating|unrated)#/.test(pk?.S ?? '');

/** What there is of it. */
export async function ratingsIn(place: Pick<TestTable, 'client' | 'table'>): Promise<Map<string, unknown>> {
  const items = (await allItems(place)).filter(isRating);
  return new Map(
    items.map(({ pk, sk, rating, deviation, volatility, matches, at }) => [
      (pk?.S ?? '').replace('rating#', '').replace('#', ' ').concat(` ${sk?.S}`),
      {
        rating: Number(rating?.N),
        deviation: Number(deviation?.N),
        volatility: Number(volatility?.N),
        matches: Number(matches?.N),
        at: at?.S,
      },
    ]),
  );
}

export const sorted = (ratings: ReadonlyMap<string, unknown>) => [...ratings].sort(([a], [b]) => (a < b ? -1 : 1));

function eventsOf(decision: Decision<MatchEvent>): readonly MatchEvent[] {
  if (!decision.ok) throw new Error(decision.problem.detail);
  return decision.events;
}
