/** What each command on a match brings about, or why it is refused: given a match, when, then. */
import { describe, expect, test } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { games } from '../../domain/games.ts';
import { followingCommit } from '../../domain/match/commit.ts';
import { type CreateMatch, createMatch, sameCreation } from '../../domain/match/create.ts';
import { evolveMatch } from '../../domain/match/evolve.ts';
import { passTimeLimit, resign } from '../../domain/match/leaving.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import { toMove } from '../../domain/match/play.ts';
import type { Decision, MatchProblemCode } from '../../domain/match/problems.ts';
import { joinMatch, leaveMatch } from '../../domain/match/seating.ts';
import { mayRead, seeMatch, viewerOf } from '../../domain/match/sight.ts';
import type { MatchEvent, MatchState, PlayerId } from '../../domain/match/types.ts';
import { ADA, AQUAIGNIS, BOB, begun, CYD, created, creation, goneOn, now, type Story } from '../support/matches.ts';

const ID = 'm_0123456789abcdef';

type Decide = (match: MatchState) => Decision<MatchEvent>;
const join =
  (player: PlayerId, seat: number | null = null): Decide =>
  (match) =>
    joinMatch(AQUAIGNIS, match, { player, seat, entropy: 'rain' });
const leave =
  (player: PlayerId): Decide =>
  (match) =>
    leaveMatch(match, player);
const give =
  (player: PlayerId): Decide =>
  (match) =>
    resign(AQUAIGNIS, match, player);
const move =
  (player: PlayerId, ply: number, ...moves: string[]): Decide =>
  (match) =>
    makeMoves(AQUAIGNIS, match, { player, ply, moves });

/** The matches that the tables below begin with. */
const given = {
  open: created(ID),
  'open, seat 2 taken': created(ID, { seat: 2 }),
  active: begun(ID),
  'after one move': goneOn(begun(ID), move(ADA, 0, 'spawn 3')),
  'in the middle of a turn': goneOn(goneOn(begun(ID), move(ADA, 0, 'spawn 3')), move(BOB, 1, 'spawn 4')),
  finished: goneOn(goneOn(begun(ID), move(ADA, 0, 'spawn 3')), give(BOB)),
  cancelled: goneOn(created(ID), leave(ADA)),
} satisfies Record<string, Story>;
type Given = keyof typeof given;

/** What was decided, in short: the types of the events, or the code of the problem. */
function result(decision: Decision<MatchEvent>): string {
  return decision.ok ? decision.events.map(({ type }) => type).join(' ') : decision.problem.code;
}

function eventsOf(decision: Decision<MatchEvent>): readonly MatchEvent[] {
  if (!decision.ok) throw new Error(decision.problem.detail);
  return decision.events;
}

type Row = readonly [given: Given, when: string, decide: Decide, then: string];

function holds(rows: readonly Row[]): void {
  test.each(rows)('%s: %s', (match, _when, decide, expected) => {
    const before = structuredClone(now(given[match]));
    const decision = decide(now(given[match]));
    expect(result(decision)).toBe(expected);
    if (!decision.ok) expect(decision.problem.detail).toMatch(/^[A-Z"].+\.$/);
    expect(now(given[match])).toEqual(before);
  });
}

describe('create', () => {
  const create = (more: Partial<CreateMatch>) => createMatch(AQUAIGNIS, creation(ID, more));

  test.each<[string, Partial<CreateMatch>, string]>([
    ['with defaults', {}, 'match.created seat.joined'],
    ['at seat 2', { seat: 2 }, 'match.created seat.joined'],
    ['with as many seats as there are', { seats: 2 }, 'match.created seat.joined'],
    ['with too few seats', { seats: 1 }, 'invalid'],
    ['with too many seats', { seats: 3 }, 'invalid'],
    ['at a seat that there is not', { seat: 3 }, 'invalid'],
  ])('%s', (_name, more, expected) => {
    expect(result(create(more))).toBe(expected);
  });

  test('names the field that is wrong', () => {
    expect(create({ seats: 3 })).toMatchObject({
      problem: { pointer: '/seats', detail: expect.stringContaining('Aquaignis') },
    });
    expect(create({ seat: 4 })).toMatchObject({ problem: { pointer: '/seat' } });
  });

  test('publishes a commitment to the seed, and seals the seed for nobody', () => {
    const state = now(given.open);
    const [first] = given.open.commits;
    expect(first?.events[0]).toMatchObject({
      commitment: state.commitment,
      seed: { sealedFor: 'nobody', value: state.secrets.seed },
    });
    expect(JSON.stringify(seeMatch(AQUAIGNIS, state, 'onlooker'))).not.toContain(state.secrets.seed);
    expect(JSON.stringify(seeMatch(AQUAIGNIS, state, 1))).not.toContain(state.secrets.saltKey);
  });

  test('is the same request again whatever its secrets, and another with any other field', () => {
    const first = given.open.commits[0]?.events ?? [];
    const again = (more: Partial<CreateMatch>) => sameCreation(AQUAIGNIS, creation(ID, more), first);
    expect(again({ secrets: { seed: 'ff'.repeat(32), saltKey: 'ee'.repeat(32) } })).toBe(true);
    expect(again({ seats: 2 })).toBe(true);
    const others: Partial<CreateMatch>[] = [
      { seat: 2 },
      { visibility: 'public' },
      { invited: [BOB] },
      { entropy: 'x' },
      { rated: true },
      { player: BOB },
      { options: { a: 1 } },
    ];
    for (const other of others) expect(again(other), JSON.stringify(other)).toBe(false);
  });
});

describe('join', () => {
  holds([
    ['open', 'any free seat', join(BOB), 'seat.joined match.started'],
    ['open', 'the free seat by number', join(BOB, 2), 'seat.joined match.started'],
    ['open, seat 2 taken', 'the first that is free', join(BOB), 'seat.joined match.started'],
    ['open', 'a taken seat', join(BOB, 1), 'seat_taken'],
    ['open', 'a seat that there is not', join(BOB, 3), 'invalid'],
    ['open', 'a second seat for who sits already', join(ADA, 2), 'already_seated'],
    ['active', 'late', join(CYD), 'match_full'],
    ['active', 'late, a seat by number', join(CYD, 1), 'match_full'],
    ['finished', 'after the end', join(CYD), 'match_over'],
    ['cancelled', 'after it was called off', join(BOB), 'match_over'],
  ]);

  test('takes the first free seat, and starts the match with its last', () => {
    const story = goneOn(given['open, seat 2 taken'], join(BOB));
    expect(now(story).seats.map(({ player, joinedIn }) => [player, joinedIn])).toEqual([
      [BOB, 2],
      [ADA, 1],
    ]);
    expect(now(story)).toMatchObject({ status: 'active', startedAt: story.commits[1]?.at, ply: 0 });
    expect(toMove(AQUAIGNIS, now(story))).toEqual([1]);
  });
});

describe('leave', () => {
  holds([
    ['open', 'the creator', leave(ADA), 'match.cancelled'],
    ['open', 'somebody else', leave(BOB), 'not_seated'],
    ['active', 'after the start', leave(BOB), 'match_started'],
    ['active', 'not seated', leave(CYD), 'not_seated'],
    ['finished', 'after the end', leave(ADA), 'match_over'],
    ['cancelled', 'again', leave(ADA), 'match_over'],
  ]);

  test('of the creator ends the match for good', () => {
    expect(now(given.cancelled)).toMatchObject({
      status: 'cancelled',
      departed: { [ADA]: 2 },
      outcome: null,
      play: null,
    });
    expect(now(given.cancelled).finishedAt).toBe(given.cancelled.commits[1]?.at);
  });
});

describe('resign', () => {
  holds([
    ['open', 'before the start', give(ADA), 'match_not_started'],
    ['open', 'not seated', give(CYD), 'not_seated'],
    ['active', 'the seat to move', give(ADA), 'seat.resigned match.finished'],
    ['active', 'the other seat', give(BOB), 'seat.resigned match.finished'],
    ['active', 'not seated', give(CYD), 'not_seated'],
    ['finished', 'after the end', give(ADA), 'match_over'],
    ['cancelled', 'after it was called off', give(ADA), 'match_over'],
  ]);

  test('ends the match for the other, at the ply where it stood, with nobody to move', () => {
    const state = now(given.finished);
    expect(state).toMatchObject({ status: 'finished', ply: 1, outcome: { winners: [1], reason: 'resignation' } });
    expect(state.seats.map(({ status, resignedIn }) => [status, resignedIn])).toEqual([
      ['playing', 0],
      ['resigned', 4],
    ]);
    expect(toMove(AQUAIGNIS, state)).toEqual([]);
    expect(seeMatch(AQUAIGNIS, state, 'onlooker').position).toMatch(/ - 0 /);
  });
});

describe('move', () => {
  holds([
    ['open', 'before the start', move(ADA, 0, 'spawn 3'), 'match_not_started'],
    ['open', 'not seated', move(CYD, 0, 'spawn 3'), 'not_seated'],
    ['active', 'not seated', move(CYD, 0, 'spawn 3'), 'not_seated'],
    ['active', 'the seat to move', move(ADA, 0, 'spawn 3'), 'move.made'],
    ['active', 'in short form', move(ADA, 0, 'S3'), 'move.made'],
    ['active', 'the other seat', move(BOB, 0, 'spawn 3'), 'not_your_turn'],
    ['active', 'a ply ahead', move(ADA, 1, 'spawn 3'), 'stale_ply'],
    ['active', 'the other seat, a ply ahead', move(BOB, 1, 'spawn 3'), 'stale_ply'],
    ['active', 'unreadable', move(ADA, 0, 'castle'), 'unreadable_move'],
    ['active', 'illegal', move(ADA, 0, 'advance 1'), 'illegal_move'],
    ['active', 'beyond a turn of one action', move(ADA, 0, 'spawn 3', 'charge 3'), 'illegal_move'],
    ['after one move', 'both actions', move(BOB, 1, 'spawn 3', 'charge 3'), 'move.made move.made'],
    ['after one move', 'three actions', move(BOB, 1, 'spawn 3', 'charge 3', 'charge 3'), 'illegal_move'],
    ['after one move', 'the second illegal', move(BOB, 1, 'spawn 3', 'charge 4'), 'illegal_move'],
    ['after one move', 'the second unreadable', move(BOB, 1, 'spawn 3', 'castle'), 'unreadable_move'],
    ['in the middle of a turn', 'the second action', move(BOB, 2, 'charge 4'), 'move.made'],
    ['in the middle of a turn', 'the second action and one more', move(BOB, 2, 'charge 4', 'charge 4'), 'illegal_move'],
    ['in the middle of a turn', 'the other seat', move(ADA, 2, 'spawn 1'), 'not_your_turn'],
    ['finished', 'after the end', move(ADA, 1, 'spawn 1'), 'match_over'],
    ['cancelled', 'after it was called off', move(ADA, 0, 'spawn 1'), 'match_over'],
  ]);

  test.each<[string, Given, Decide, MatchProblemCode, object]>([
    ['a stale ply tells the present one', 'after one move', move(BOB, 0, 'spawn 3'), 'stale_ply', { ply: 1 }],
    [
      'what cannot be read is named by its place',
      'after one move',
      move(BOB, 1, 's3', 'x'),
      'unreadable_move',
      { index: 1 },
    ],
    [
      'what is not allowed by its place and rule',
      'after one move',
      move(BOB, 1, 's3', 'u3'),
      'illegal_move',
      { index: 1, rule: 'AQ-14' },
    ],
    ['a flow that there is not by AQ-1', 'active', move(ADA, 0, 'spawn 9'), 'illegal_move', { index: 0, rule: 'AQ-1' }],
    [
      'what comes after the turn by its place and rule',
      'after one move',
      move(BOB, 1, 's3', 's4', 's5'),
      'illegal_move',
      { index: 2, rule: 'AQ-7' },
    ],
  ])('%s', (_name, match, decide, code, more) => {
    expect(decide(now(given[match]))).toMatchObject({ ok: false, problem: { code, ...more } });
  });

  test('ends with the turn also where the same seat is to move again, for the other has nothing to do', () => {
    // Aqua stands on every entry of Ignis, which has no piece: its turn passes.
    const play = aquaignis.parsePosition?.('a1@6/a1@6/a1@6/a1@6/a1@6/a1@6/a1@6 a 2 0-0 - 3') ?? null;
    const match: MatchState = { ...now(given.active), play };
    const goneOn = evolveMatch(
      match,
      followingCommit(match, eventsOf(move(ADA, 0, 'c1', 'c2')(match)), new Date()),
      games,
    );
    expect(toMove(AQUAIGNIS, goneOn)).toEqual([1]);
    expect(move(ADA, 0, 'c1', 'c2', 'c3')(match)).toMatchObject({
      problem: { code: 'illegal_move', index: 2, rule: 'AQ-7' },
    });
  });

  test('does not send back more of a text than it takes to recognise it', () => {
    const decision = move(ADA, 0, '👩‍👩‍👧'.repeat(500))(now(given.active));
    expect(decision.ok ? '' : decision.problem.detail.length).toBeLessThan(200);
  });

  test('is logged in its canonical text, each of a batch under its own ply', () => {
    const decision = move(BOB, 1, 'Spawn  3', 'c3')(now(given['after one move']));
    expect(decision.ok && decision.events).toMatchObject([
      { seat: 2, ply: 2, move: 'spawn 3' },
      { seat: 2, ply: 3, move: 'charge 3' },
    ]);
  });
});

describe('the time limit', () => {
  test.each<[Given, MatchProblemCode]>([
    ['open', 'match_not_started'],
    ['active', 'invalid'],
    ['finished', 'match_over'],
    ['cancelled', 'match_over'],
  ])('of a game without one does not pass (%s)', (match, code) => {
    expect(result(passTimeLimit(AQUAIGNIS, now(given[match])))).toBe(code);
  });
});

describe('a commit', () => {
  test.each([
    ['the request came later', 5000, 5000],
    ['the request came in the same millisecond', 0, 0],
    ['the clock went backwards', -60_000, 0],
  ])('is never earlier than the one it follows: %s', (_name, later, expected) => {
    const match = now(given.active);
    const at = Date.parse(match.at);
    const { at: time } = followingCommit(match, [], new Date(at + later));
    expect(Date.parse(time)).toBe(at + expected);
  });

  test('hangs on the one before', () => {
    for (const { commits } of Object.values(given)) {
      for (const [n, commit] of commits.entries()) {
        expect(commit.seq).toBe(n + 1);
        expect(commit.prev).toBe(commits[n - 1]?.hash ?? '0'.repeat(64));
        expect(commit.plyBefore).toBe(commits[n - 1]?.ply ?? 0);
      }
    }
  });
});

describe('sight', () => {
  test.each<['public' | 'unlisted' | 'private', string | null, boolean]>([
    ['public', null, true],
    ['public', CYD, true],
    ['unlisted', null, true],
    ['unlisted', CYD, true],
    ['private', null, false],
    ['private', CYD, false],
    ['private', BOB, true],
    ['private', ADA, true],
  ])('%s to %s: %s', (visibility, player, expected) => {
    const invitedOnly = now(created(ID, { visibility, invited: [BOB] }));
    expect(mayRead(invitedOnly, player)).toBe(expected);
  });

  test('an invited player without a seat looks on; nobody is nobody’s seat', () => {
    const match = now(created(ID, { visibility: 'private', invited: [BOB] }));
    expect(viewerOf(match, BOB)).toBe('onlooker');
    expect(viewerOf(match, null)).toBe('onlooker');
    expect(viewerOf(match, ADA)).toBe(1);
    // An empty seat belongs to nobody, not to whoever has no account.
    expect(viewerOf(now(given.open), null)).toBe('onlooker');
  });

  test('the seed is told after the end alone', () => {
    for (const [name, story] of Object.entries(given)) {
      const over = ['finished', 'cancelled'].includes(now(story).status);
      const { chance } = seeMatch(AQUAIGNIS, now(story), 1);
      expect(chance.seed, name).toBe(over ? now(story).secrets.seed : undefined);
    }
  });

  test('there is a position from the start on', () => {
    for (const story of Object.values(given)) {
      const { position, view, status } = seeMatch(AQUAIGNIS, now(story), 'onlooker');
      const begun = status === 'active' || status === 'finished';
      expect([position === null, view === null]).toEqual([!begun, !begun]);
    }
  });
});
