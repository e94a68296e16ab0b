/** Work on a match that is killed anywhere, held up, or overtaken by other work makes the same in the end. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { seeMatch } from '../../domain/match/sight.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { ListedSight } from '../../functions/store/lists.ts';
import type { MatchLog } from '../../functions/store/match-log.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { around } from '../support/around.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { playerNumber } from '../support/traffic.ts';
import {
  COMMITS,
  database,
  derived,
  random,
  STORY,
  store,
  undisturbed,
  visible,
  withTable,
  work,
} from './handle-kit.ts';
import { inTurns } from './in-turns.ts';
import { emptyTable } from './whole-table.ts';

withTable();

/** Work is held up after each of its requests; in `npm test` after some, and another time after the others. */
const STEP = rounds({ soak: 1, brief: 2, local: 3 });

describe('killed', () => {
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

  test('before or after any request and begun again, it makes the same', async () => {
    const made = await undisturbed(derived);
    let kills = 0;
    for (let n = 1; ; n += 1) {
      await emptyTable(database);
      await store(STORY);
      const when = random.pick(['before', 'after'] as const);
      const died = await projectMatch(work(dying(n, when)).projection, STORY.id).then(
        () => false,
        () => true,
      );
      if (!died) break;
      kills += 1;
      await projectMatch(work().projection, STORY.id);
      expect(await derived(), `killed ${when} request ${n}`).toEqual(made);
    }
    expect(kills).toBeGreaterThan(30);
  });

  test('again and again while the log grows, it makes the same in the end', async () => {
    const made = await undisturbed(visible);
    for (let run = 0; run < 10; run += 1) {
      await emptyTable(database);
      for (const { seq } of STORY.commits) {
        await store(STORY, seq, seq);
        for (let kills = random.below(4); kills > 0; kills -= 1) {
          const n = 1 + random.below(15);
          await projectMatch(work(dying(n, random.pick(['before', 'after']))).projection, STORY.id).catch(
            () => undefined,
          );
        }
      }
      await projectMatch(work().projection, STORY.id);
      expect(await visible()).toEqual(made);
    }
  });
});

describe('two at once on one match', () => {
  /** The log as somebody saw it when it had only so many commits. */
  function seenEarlier(log: MatchLog, most: number): MatchLog {
    return {
      ...log,
      read: async (match, after, limit) => (await log.read(match, after, limit)).filter(({ seq }) => seq <= most),
    };
  }

  async function both(choose: (waiting: readonly number[]) => number, most: number): Promise<void> {
    await emptyTable(database);
    await store(STORY);
    const workers = inTurns(database.client, 2, choose);
    const [one, two] = workers.clients.map((client) => work(client).projection);
    if (one === undefined || two === undefined) throw new Error('no workers');
    await workers.run([
      () => projectMatch({ ...one, log: seenEarlier(one.log, most) }, STORY.id),
      () => projectMatch(two, STORY.id),
    ]);
  }

  test.each([4, COMMITS])(
    'wherever one that knows %d commits is held up while another does all, they make the same',
    async (most) => {
      const made = await undisturbed(visible);
      let held = random.below(STEP);
      for (let holds = true; holds; held += STEP) {
        let turns = 0;
        holds = false;
        await both((waiting) => {
          turns += 1;
          if (turns <= held || !waiting.includes(1)) return waiting[0] ?? 0;
          holds ||= waiting.includes(0);
          return 1;
        }, most);
        expect(await visible(), `the first held up after ${held} requests`).toEqual(made);
      }
      expect(held).toBeGreaterThan(most * 3);
    },
  );

  test('however their requests interleave, they make the same', async () => {
    const made = await undisturbed(visible);
    for (let run = 0; run < 15; run += 1) {
      const seed = randomFrom(random.seed + run);
      await both((waiting) => seed.pick(waiting), 1 + (run % STORY.commits.length));
      expect(await visible(), `seed ${seed.seed}`).toEqual(made);
    }
  });
});

describe('what has been taken off', () => {
  const state = STORY.states.at(-1) as MatchState;
  const listed = ({ seq }: { seq: number }): ListedSight => {
    const { position: _p, view: _v, chance: _c, ...sight } = seeMatch(gameFor(state), state, 'onlooker');
    return { ...sight, head: { ...sight.head, seq } };
  };

  test('is not put back by older work, but by newer', async () => {
    const { lists, turns } = work().projection;
    const player = playerNumber(1);
    const list = `player#${player}` as const;
    const turn = { match: state.id, game: state.game, seat: 1, turn: 2, since: state.at, deadline: null };
    const seqs = async () => {
      const { matches } = await lists.page({ list, status: null, game: null, limit: 10, after: null });
      return [matches.map(({ head }) => head.seq), (await turns.page(player, 100, null)).turns.map(({ turn }) => turn)];
    };
    await lists.put(list, listed({ seq: 4 }));
    await turns.put(player, turn, 4);
    expect(await seqs()).toEqual([[4], [2]]);
    await lists.remove(list, listed({ seq: 6 }));
    await turns.remove(player, state.id, 6);
    for (const seq of [3, 4, 5]) {
      await lists.put(list, listed({ seq }));
      await turns.put(player, turn, seq);
      expect(await seqs()).toEqual([[], []]);
    }
    await lists.put(list, listed({ seq: 7 }));
    await turns.put(player, { ...turn, turn: 3 }, 7);
    expect(await seqs()).toEqual([[7], [3]]);
    await lists.remove(list, listed({ seq: 5 }));
    await turns.remove(player, state.id, 5);
    expect(await seqs()).toEqual([[7], [3]]);
  });
});

function gameFor(match: MatchState) {
  const game = games.find(match.game, match.rules);
  if (game === undefined) throw new Error(`no ${match.game}`);
  return game;
}
