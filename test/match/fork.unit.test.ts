/** What a fork is made of, that one player moves for every seat, and what its record proves. */
import { describe, expect, test } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { AnyGame } from '../../domain/game.ts';
import { catalogueOf, games } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { nextLook } from '../../domain/match/clock/look.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { createFork, isSameFork, whyNoFork } from '../../domain/match/fork.ts';
import { resign } from '../../domain/match/leaving.ts';
import { legalMovesFor } from '../../domain/match/legal.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import { noticesOf } from '../../domain/match/notices.ts';
import { compactRecord, fullRecord } from '../../domain/match/record.ts';
import { publicResults } from '../../domain/match/result.ts';
import { mayRead, seeMatch, viewerOf } from '../../domain/match/sight.ts';
import type { MatchState } from '../../domain/match/types.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { ITEM_BYTES_MOST, itemBytes, toItem } from '../../functions/store/commit-item.ts';
import { hiddenDice } from '../hidden-dice/index.ts';
import { MATCH, player, Table } from '../hidden-dice/table.ts';
import { endless } from '../support/bots.ts';
import { begun, played as longPlayed } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { changed, commitOf, forged, played, replaceEvent } from '../verify/records.ts';

const FORK = 'm_fedcba9876543210';
const OWNER = player(4);
const SECRETS = { seed: '1b'.repeat(32), saltKey: '2c'.repeat(32) };
const START = Date.parse('2026-04-01T12:00:00.000Z');

interface Forked {
  readonly game: AnyGame;
  readonly state: MatchState;
  readonly commits: readonly MatchCommit[];
}

/** As it is made of a match that stands so. */
function forkOf({ game, state }: Pick<Table, 'game' | 'state'>): Forked {
  const wish = { match: FORK, player: OWNER, fork: { match: MATCH, ply: state.ply }, options: state.options } as const;
  const events = createFork(game, { ...wish, seats: state.seats.length, restored: state.play, secrets: SECRETS });
  const commit = firstCommit(FORK, SECRETS.saltKey, events, new Date(START));
  return { game, state: startMatch(FORK, SECRETS.saltKey, commit, catalogueOf([game])), commits: [commit] };
}

function moved(fork: Forked, moves: number, pick = 1): Forked {
  let { state } = fork;
  const { game } = fork;
  const commits = [...fork.commits];
  for (let n = 0; n < moves && state.status === 'active'; n += 1) {
    const legal = legalMovesFor(game, state, viewerOf(game, state, OWNER)) ?? [];
    const { text = '' } = legal[(n * pick) % Math.max(1, legal.length)] ?? {};
    const decision = makeMoves(game, state, { player: OWNER, ply: state.ply, moves: [text] });
    if (!decision.ok) throw new Error(decision.problem.detail);
    const commit = followingCommit(state, decision.events, new Date(START + 1000 * commits.length));
    commits.push(commit);
    state = evolveMatch(state, commit, catalogueOf([game]));
  }
  return { game, state, commits };
}

function textsOf({ game, state, commits }: Forked): readonly string[] {
  const viewer = viewerOf(game, state, OWNER);
  return [fullRecord, compactRecord].map((record) => canonicalJson(record(game, state, commits, viewer)));
}

const verify = (text: string) => verifyRecord(text, catalogueOf([aquaignis, abiegnus, astromagie, hiddenDice]));

const ORIGINALS: readonly (readonly [string, Table])[] = [
  ['Aquaignis', played(aquaignis, 9)],
  ['Aquaignis, within a turn', played(aquaignis, 2)],
  ['Abiegnus for two', played(abiegnus, 5, { options: { mode: 'two-player' } })],
  ['Abiegnus alone', played(abiegnus, 5, { options: { mode: 'solitaire' } })],
  ['Astromagie for two', played(astromagie, 5)],
  ['Astromagie for four', played(astromagie, 9, { seats: 4, options: { timeLimit: 'PT1H', deals: 2 } })],
  ['hidden dice of three', played(hiddenDice, 4, { seats: 3, options: { rounds: 4, minutes: 600 } })],
];

describe.each(ORIGINALS)('%s', (_name, original) => {
  const fork = forkOf(original);
  const { game } = original;

  test('begins as the other stood, with a chance of its own', () => {
    expect(fork.state).toMatchObject({
      ...{ status: 'active', ply: 0, drawn: 0, visibility: 'private', creator: OWNER, time: null, startBy: null },
      ...{ play: original.state.play, fork: { match: MATCH, ply: original.state.ply } },
    });
    expect(fork.state.commitment).not.toBe(original.state.commitment);
    const sight = seeMatch(game, fork.state, viewerOf(game, fork.state, OWNER));
    expect(sight.toMove).toEqual(seeMatch(game, original.state, 1).toMove);
    expect(sight.chance).toEqual({ commitment: fork.state.commitment, entropies: fork.state.seats.map(() => '') });
    expect(seeMatch(game, original.state, 1).fork).toBeNull();
  });

  test('is played for whichever seat is to move, whose eyes its owner has', () => {
    let now = fork;
    for (let n = 0; n < 12 && now.state.status === 'active'; n += 1) {
      const [seat] = game.toMove(now.state.play);
      expect(viewerOf(game, now.state, OWNER)).toBe(seat);
      now = moved(now, 1, n);
      const made = now.commits.at(-1)?.events[0];
      expect(made).toMatchObject({ type: 'move.made', seat });
    }
    for (const other of [player(1), null]) {
      expect(viewerOf(game, fork.state, other)).toBe('onlooker');
      expect(mayRead(fork.state, other)).toBe(false);
    }
    const stranger = makeMoves(game, fork.state, { player: player(1), ply: 0, moves: ['x'] });
    expect(stranger).toMatchObject({ ok: false, problem: { code: 'not_seated' } });
  });

  test('is waited for by nothing, told to nobody, counted nowhere, and not given up', () => {
    expect(nextLook(game, fork.state)).toBeNull();
    const [commit] = fork.commits;
    if (commit === undefined) throw new Error('there is no commit');
    expect(noticesOf(game, { before: null, commit, after: fork.state }).size).toBe(0);
    expect(resign(game, fork.state, OWNER)).toMatchObject({ ok: false, problem: { code: 'is_fork' } });
    const over = moved(fork, 3000);
    expect(over.state.status).toBe('finished');
    expect(publicResults(over.state).size).toBe(0);
  });

  test.each([0, 1, 7, 3000])('proves itself after %d moves', (moves) => {
    const now = moved(fork, moves);
    const { ply } = now.state;
    for (const text of textsOf(now)) {
      const report = verify(text);
      expect(report).toMatchObject({ verdict: 'ok', fault: null });
      const told = report.findings.map((each) => `${each.about} ${each.text}`).join('\n');
      expect(told).toContain(`This is a fork, taken from ${MATCH} after ply ${original.state.ply}`);
      if (now.state.status !== 'finished') continue;
      expect(told).toContain(`${ply} of ${ply} moves`);
      expect(report.findings.find(({ about }) => about === 'chance')?.proved).toBe('yes');
    }
  });
});

test('the commit that it begins with is no larger than one with a snapshot may be, so moves cost as ever', () => {
  const long = longPlayed(begun(MATCH), endless(60), randomFrom(7), 700);
  const many = played(astromagie, 60, { seats: 5, options: { deals: 4 } });
  const sizes = [...long.states, many.state]
    .filter((state, i) => state.status === 'active' && (i % 25 === 0 || state.game === 'astromagie'))
    .map((state) => {
      const { commits, state: first } = forkOf({ game: games.find(state.game, state.rules) ?? aquaignis, state });
      return commits.map((commit) => itemBytes(toItem(first, commit, false)));
    });
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes.flat())).toBeLessThanOrEqual(ITEM_BYTES_MOST);
});

describe('records of forks that somebody made untrue', () => {
  const fork = moved(forkOf(played(aquaignis, 9)), 3);
  const [text = ''] = textsOf(fork);
  const { state: over } = played(aquaignis, 2000);

  test.each<[string, Parameters<typeof forged>[1], object]>([
    [
      'a seat is missing',
      (record) => commitOf(record, 1).events.splice(2, 1),
      { check: 'moves', field: 'events/2/type' },
    ],
    ['the state is missing', (record) => commitOf(record, 1).events.pop(), { check: 'header', field: 'status' }],
    ['another sits there', (record) => replaceEvent(record, 1, 2, { player: player(1) }), { check: 'moves' }],
    ['it gave entropy', (record) => replaceEvent(record, 1, 1, { entropy: 'mine' }), { check: 'moves' }],
    ['it is public', (record) => replaceEvent(record, 1, 0, { visibility: 'public' }), { check: 'moves' }],
    [
      'it is no fork',
      (record) => Reflect.deleteProperty(commitOf(record, 1).events[0] ?? {}, 'fork'),
      { check: 'moves' },
    ],
    [
      'nobody could move',
      (record) => replaceEvent(record, 1, 3, { restored: over.play }),
      { check: 'moves', commit: 1 },
    ],
    [
      'no such state',
      (record) => replaceEvent(record, 1, 3, { restored: { phase: 7 } }),
      { check: 'moves', commit: 1 },
    ],
    ['it is taken up later', (record) => commitOf(record, 2).events.unshift({ type: 'match.forked', restored: 1 }), {}],
    [
      'a move is another seat’s',
      (record) =>
        replaceEvent(record, 2, 0, {
          seat: fork.commits[1]?.events.some((each) => 'seat' in each && each.seat === 1) ? 2 : 1,
        }),
      { check: 'moves', commit: 2 },
    ],
  ])('%s', (_what, change, expected) => {
    expect(verify(forged(text, change))).toMatchObject({ verdict: 'fault', fault: expected });
  });

  test('a state that was changed breaks the chain, and begins another match where that is made anew', () => {
    const other = { restored: played(aquaignis, 5).state.play };
    expect(verify(changed(text, (record) => replaceEvent(record, 1, 3, other))).fault?.check).toBe('chain');
  });
});

describe('whether there is something to fork', () => {
  const open = new Table(aquaignis);
  const hidden = played(hiddenDice, 3, { options: { rounds: 5 } });

  test.each([
    ['before the start', open, 0, 'match_not_started'],
    ['a ply to come', played(aquaignis, 3), 4, 'invalid'],
    ['the newest', played(aquaignis, 3), 3, undefined],
    ['hands that are hidden', hidden, 0, 'match_not_over'],
    ['a match that is over', played(hiddenDice, 2000), 0, undefined],
  ])('%s', (_what, { game, state }, ply, code) => {
    expect(whyNoFork(game, state, ply)?.code).toBe(code);
  });

  test('the same wish is known again', () => {
    const { state } = forkOf(played(aquaignis, 3));
    expect(isSameFork(state, OWNER, MATCH, 3)).toBe(true);
    expect(isSameFork(state, OWNER, MATCH, null)).toBe(true);
    expect(isSameFork(state, OWNER, MATCH, 2)).toBe(false);
    expect(isSameFork(state, OWNER, FORK, 3)).toBe(false);
    expect(isSameFork(state, player(1), MATCH, 3)).toBe(false);
    expect(isSameFork(hidden.state, player(1), MATCH, null)).toBe(false);
  });
});
