/** Who may hear what is said in a match, and whom a message is told to. */
import { describe, expect, test } from 'vitest';
import { resign } from '../../domain/match/leaving.ts';
import { mayRead } from '../../domain/match/sight.ts';
import { type Listeners, type Message, mayHear, talkNotices } from '../../domain/match/talk.ts';
import type { MatchState, PlayerId, Visibility } from '../../domain/match/types.ts';
import { ADA, AQUAIGNIS, BOB, begun, CYD, created, goneOn, now } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { playerNumber, traffic } from '../support/traffic.ts';

const ID = 'm_0123456789abcdef';
const PLAYERS = { ADA, BOB, CYD, nobody: null };
type Name = keyof typeof PLAYERS;

/** From whom the reader is kept apart. */
const nobody: ReadonlySet<PlayerId> = new Set();
const toSeats = { to: 'seats', player: ADA } as const;

const message: Message = {
  number: 7,
  at: '2030-01-01T00:00:00.000Z',
  seq: 2,
  by: 1,
  player: ADA,
  to: 'seats',
  text: 'Good luck!',
};

function hearing(match: MatchState, to: Listeners): readonly string[] {
  const names = Object.keys(PLAYERS) as Name[];
  return names.filter((name) => mayHear(match, PLAYERS[name], { to, player: ADA }, nobody));
}

const toldTo = (match: MatchState) =>
  [...talkNotices(match, message, nobody)].map(([player, { seat }]) => [player, seat]);

describe.each<[Visibility, readonly string[]]>([
  ['public', ['ADA', 'BOB', 'CYD', 'nobody']],
  ['unlisted', ['ADA', 'BOB', 'CYD', 'nobody']],
  ['private', ['ADA', 'BOB']],
])('a %s match', (visibility, readers) => {
  const story = begun(ID, { visibility });

  test('what is said to the seats they alone hear, what is said to all whoever may read the match', () => {
    expect(hearing(now(story), 'seats')).toEqual(['ADA', 'BOB']);
    expect(hearing(now(story), 'all')).toEqual(readers);
  });

  test('who has given up keeps the seat, and hears all the same', () => {
    const over = goneOn(story, (match) => resign(AQUAIGNIS, match, BOB));
    expect(hearing(now(over), 'seats')).toEqual(['ADA', 'BOB']);
    expect(toldTo(now(over))).toEqual([
      [ADA, 1],
      [BOB, 2],
    ]);
  });
});

test('who was invited to a private match hears what is said to all, and no more until they sit down', () => {
  const match = now(created(ID, { visibility: 'private', invited: [CYD] }));
  expect(hearing(match, 'all')).toEqual(['ADA', 'CYD']);
  expect(hearing(match, 'seats')).toEqual(['ADA']);
  expect(toldTo(match)).toEqual([[ADA, 1]]);
});

test('who has left before the start hears and is told no more than others', () => {
  const random = randomFrom();
  const players = Array.from({ length: 5 }, (_, n) => playerNumber(n + 1));
  let time = Date.parse('2030-01-01T00:00:00.000Z');
  const day = traffic(random, players, () => {
    time += 1000;
    return new Date(time);
  });
  let gone = 0;
  while (gone < 10) {
    const { state } = day.next();
    for (const player of players.filter((each) => each in state.departed)) {
      if (state.seats.some((seat) => seat.player === player)) continue;
      expect(mayHear(state, player, toSeats, nobody), `seed ${random.seed}`).toBe(false);
      expect(mayHear(state, player, { ...toSeats, to: 'all' }, nobody)).toBe(mayRead(state, player));
      expect(talkNotices(state, message, nobody).has(player)).toBe(false);
      gone += 1;
    }
  }
});

test('a notice says who spoke, to whom and where to read it, and nothing of what was said', () => {
  const notices = talkNotices(now(begun(ID)), message, nobody);
  expect(notices.get(BOB)).toEqual({
    type: 'talk.said',
    match: ID,
    game: 'aquaignis',
    seat: 2,
    by: 1,
    to: 'seats',
    talk: 7,
  });
  expect(JSON.stringify([...notices])).not.toContain('luck');
});

test('of two who are kept apart neither hears nor is told what the other says; others are, and each what they say themselves', () => {
  const match = now(begun(ID, { visibility: 'public' }));
  for (const to of ['seats', 'all'] as const) {
    expect(mayHear(match, BOB, { to, player: ADA }, new Set([ADA]))).toBe(false);
    expect(mayHear(match, BOB, { to, player: BOB }, new Set([ADA]))).toBe(true);
  }
  expect(mayHear(match, CYD, { to: 'all', player: ADA }, new Set([BOB]))).toBe(true);
  expect([...talkNotices(match, message, new Set([BOB])).keys()]).toEqual([ADA]);
});
