/** What a feed tells of a match: every fact once, to everybody at the table, and to nobody what they may not know. */
import { describe, expect, test } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { AnyGame } from '../../domain/game.ts';
import { games } from '../../domain/games.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import { type MatchNotice, noticesOf, type Step } from '../../domain/match/notices.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import { EXITS, type Exits, lookFor } from '../astromagie/leaks.ts';
import { now, type Story } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { playerNumber, traffic } from '../support/traffic.ts';

const COMMITS = 6000;
const PLAYERS = Array.from({ length: 7 }, (_, n) => playerNumber(n + 1));
const random = randomFrom();
console.log(`seed ${random.seed}`);

let clock = Date.parse('2030-01-01T00:00:00.000Z');
const day = traffic(random, PLAYERS, () => {
  clock += 1000;
  return new Date(clock);
});
/** It is rare that somebody leaves: the day goes on until somebody has. */
const hasLeft = () =>
  day.stories.some(({ commits }) => commits.some(({ events }) => events.some(({ type }) => type === 'seat.left')));
for (let n = 0; n < COMMITS || (n < 4 * COMMITS && !hasLeft()); n += 1) day.next();

/** One player's notices of a match, all of them, in the order in which they come. */
interface Told {
  readonly story: Story;
  readonly player: PlayerId;
  readonly notices: readonly MatchNotice[];
}

function stepsOf({ states, commits }: Story): Step[] {
  return commits.map((commit, n) => ({ before: states[n - 1] ?? null, commit, after: states[n] as MatchState }));
}

const game = (story: Story): AnyGame => gameOf(now(story), games);

const told: readonly Told[] = day.stories.flatMap((story) => {
  const byPlayer = new Map<PlayerId, MatchNotice[]>();
  for (const step of stepsOf(story)) {
    for (const [player, notices] of noticesOf(game(story), step)) {
      byPlayer.set(player, [...(byPlayer.get(player) ?? []), ...notices]);
    }
  }
  return [...byPlayer].map(([player, notices]) => ({ story, player, notices }));
});

type Kind = MatchNotice['type'];
function only<Type extends Kind>(notices: readonly MatchNotice[], type: Type): Extract<MatchNotice, { type: Type }>[] {
  return notices.filter((notice): notice is Extract<MatchNotice, { type: Type }> => notice.type === type);
}

const seatIn = (match: MatchState | undefined, player: PlayerId) =>
  (match?.seats.findIndex((seat) => seat.player === player) ?? -1) + 1;

/** Those whose seat was theirs to the end. */
const seated = told.filter(({ story, player }) => seatIn(now(story), player) > 0);

describe(`in ${day.stories.length} random matches of all games`, () => {
  test('there is something of every kind', () => {
    const kinds = new Map<Kind, number>();
    for (const { notices } of told) for (const { type } of notices) kinds.set(type, (kinds.get(type) ?? 0) + 1);
    const all: readonly Kind[] = [
      'invitation.declined',
      'invitation.over',
      'invitation.received',
      'match.cancelled',
      'match.finished',
      'match.started',
      'move.made',
      'seat.joined',
      'seat.left',
      'seat.resigned',
      'time.passed',
      'turn.started',
    ];
    expect([...kinds.keys()].sort()).toEqual(all);
    expect(new Set(day.stories.map((story) => game(story).id)).size).toBe(3);
    const sizes = day.stories.map((story) => now(story).seats.length);
    expect([...new Set(sizes)].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('a turn starts once for each seat and turn, with the commit after which the seat is first to move in it', () => {
    for (const { story, player, notices } of seated) {
      const seat = seatIn(now(story), player);
      // By the states alone: when each turn of the seat was first open.
      const due = new Map<number, number>();
      for (const { status, play, head } of story.states) {
        if (
          status !== 'active' ||
          !game(story)
            .toMove(play)
            .some((each) => each === seat)
        )
          continue;
        const turn = game(story).turn(play);
        if (!due.has(turn)) due.set(turn, head.seq);
      }
      const started = only(notices, 'turn.started').map(({ turn, seq }) => [turn, seq]);
      expect(started).toEqual([...due]);
    }
  });

  test('a commit within a turn starts none, a batch no more than one', () => {
    let within = 0;
    for (const story of day.stories) {
      for (const step of stepsOf(story)) {
        const { before, commit, after } = step;
        const moves = commit.events.filter(({ type }) => type === 'move.made').length;
        const started = [...noticesOf(game(story), step)].flatMap(([, notices]) => only(notices, 'turn.started'));
        expect(started.length).toBeLessThanOrEqual(after.seats.length);
        if (before?.status !== 'active' || after.status !== 'active' || moves === 0) continue;
        const [was, is] = [before, after].map(({ play }) => [game(story).turn(play), game(story).toMove(play)]);
        if (JSON.stringify(was) === JSON.stringify(is)) {
          within += moves > 1 ? 1 : 0;
          expect(started).toEqual([]);
        }
      }
    }
    expect(within).toBeGreaterThan(0);
  });

  test('a commit of moves is told to every seat once, with their canonical texts in order', () => {
    for (const { story, notices } of seated) {
      const due = story.commits.flatMap(({ seq, ply, events }, n) => {
        const moves = events.flatMap((event) => (event.type === 'move.made' ? [event] : []));
        const [first] = moves;
        if (first === undefined) return [];
        const before = story.states[n - 1] as MatchState;
        expect(game(story).toMove(before.play)).toContain(first.seat);
        expect(moves.every(({ seat }) => seat === first.seat)).toBe(true);
        return [{ seq, ply, by: first.seat, moves: moves.map(({ move }) => move) }];
      });
      const made = only(notices, 'move.made').map(({ seq, ply, by, moves }) => ({ seq, ply, by, moves }));
      expect(made).toEqual(due);
      for (const text of made.flatMap(({ moves }) => moves)) {
        expect(game(story).formatMove(game(story).parseMove(text))).toBe(text);
      }
    }
  });

  test('everybody learns once that it has started, how it ended, and that it was cancelled', () => {
    for (const { story, player, notices } of seated) {
      const match = now(story);
      const counts = (['match.started', 'match.finished', 'match.cancelled'] as const).map(
        (type) => only(notices, type).length,
      );
      expect(counts).toEqual([
        match.startedAt === null ? 0 : 1,
        match.status === 'finished' ? 1 : 0,
        match.status === 'cancelled' ? 1 : 0,
      ]);
      const [finished] = only(notices, 'match.finished');
      if (match.outcome !== null) {
        const { kind, winners, reason } = match.outcome;
        expect(finished).toEqual({
          type: 'match.finished',
          match: match.id,
          game: match.game,
          seq: match.head.seq,
          ply: match.ply,
          seat: seatIn(match, player),
          outcome: { kind, winners, reason },
        });
      }
      // Nothing is told before it starts but of seats and invitations, nothing after its end.
      const kinds = notices.map(({ type }) => type);
      if (match.startedAt !== null) {
        const start = kinds.indexOf('match.started');
        expect(kinds.slice(0, start).every((type) => /^(seat\.(joined|left)|invitation\.\w+)$/.test(type))).toBe(true);
        expect(kinds.slice(start).some((type) => type === 'seat.joined' || type === 'seat.left')).toBe(false);
      }
      if (match.status === 'finished') expect(kinds.at(-1)).toBe('match.finished');
      if (match.status === 'cancelled') expect(kinds.at(-1)).toBe('match.cancelled');
    }
  });

  test('who comes, goes and gives up is told to all who have a seat then, and to whoever leaves it', () => {
    for (const story of day.stories) {
      for (const step of stepsOf(story)) {
        const notices = noticesOf(game(story), step);
        const there = [step.before, step.after].flatMap(
          (match) => match?.seats.flatMap(({ player }) => player ?? []) ?? [],
        );
        // Whom a match invites is told to nobody who has a seat.
        if (tellsGuestsAlone(step)) continue;
        const told = [...notices].filter(([, list]) => !list.every(isForGuests)).map(([player]) => player);
        expect(told.sort()).toEqual([...new Set(there)].sort());
        for (const event of step.commit.events) {
          if (event.type !== 'seat.joined' && event.type !== 'seat.left' && event.type !== 'seat.resigned') continue;
          for (const [player, list] of notices) {
            if (list.every(isForGuests)) continue;
            const same = list.filter(({ type }) => type === event.type);
            const who = event.type === 'seat.resigned' ? {} : { player: event.player };
            const seat = seatIn(step.after, player) || seatIn(step.before ?? undefined, player);
            expect(same).toEqual([{ ...about(step), seat, type: event.type, by: event.seat, ...who }]);
          }
        }
      }
    }
  });

  test('each notice is of its commit, and of the reader’s own seat', () => {
    for (const story of day.stories) {
      for (const step of stepsOf(story)) {
        for (const [player, notices] of noticesOf(game(story), step)) {
          const seat = seatIn(step.after, player) || seatIn(step.before ?? undefined, player);
          for (const notice of notices) {
            expect(notice).toMatchObject({ ...about(step), ...(isForGuests(notice) ? {} : { seat }) });
            expect('seat' in notice).toBe(!isForGuests(notice));
          }
        }
      }
    }
  });

  test('who is invited is told when it begins and when it is over, and not of what they did themselves by sitting down', () => {
    const ends = new Set<string>();
    for (const { story, player, notices } of told) {
      const heard = notices
        .filter(isForGuests)
        .map((notice) => `${notice.seq} ${notice.type === 'invitation.over' ? notice.why : notice.by}`);
      expect(heard).toEqual(invitationsBy(story, player));
      for (const line of heard) ends.add(line.replace(/^\d+ /, '').replace(/^p_.*/, 'received'));
    }
    expect([...ends].sort()).toEqual(['cancelled', 'declined', 'received', 'started', 'withdrawn']);
  });

  test('one who gives up in a match of more goes on being told, and is to move no more', () => {
    let goneOn = 0;
    for (const { story, notices } of seated) {
      const [resigned] = only(notices, 'seat.resigned').filter(({ by, seat }) => by === seat);
      if (resigned === undefined) continue;
      const after = notices.slice(notices.indexOf(resigned) + 1);
      expect(only(after, 'turn.started')).toEqual([]);
      const moves = story.commits.filter(({ seq, events }) => seq > resigned.seq && events[0]?.type === 'move.made');
      expect(only(after, 'move.made')).toHaveLength(moves.length);
      goneOn += moves.length;
    }
    expect(goneOn).toBeGreaterThan(0);
  });
});

type ForGuests = Extract<MatchNotice, { type: 'invitation.received' | 'invitation.over' }>;

function isForGuests(notice: MatchNotice): notice is ForGuests {
  return notice.type === 'invitation.received' || notice.type === 'invitation.over';
}

function tellsGuestsAlone({ commit }: Step): boolean {
  return commit.events.some(({ type }) => type === 'player.invited' || type === 'invitation.withdrawn');
}

/** What becomes of a player's invitations, by the events alone. */
function invitationsBy(story: Story, player: PlayerId): readonly string[] {
  const lines: string[] = [];
  const { creator } = now(story);
  let invited = false;
  let seated = false;
  let open = true;
  for (const { seq, events } of story.commits) {
    for (const event of events) {
      const isTheirs = 'player' in event && event.player === player;
      if (event.type === 'match.created') invited = event.invited.includes(player);
      if (event.type === 'player.invited' && isTheirs) invited = true;
      if ((event.type === 'match.created' && invited) || (event.type === 'player.invited' && isTheirs)) {
        lines.push(`${seq} ${creator}`);
      }
      if (event.type === 'invitation.declined' && isTheirs) lines.push(`${seq} declined`);
      if (event.type === 'invitation.withdrawn' && isTheirs) lines.push(`${seq} withdrawn`);
      if (event.type === 'invitation.declined' || event.type === 'invitation.withdrawn') invited &&= !isTheirs;
      if (event.type === 'seat.joined' && isTheirs) seated = true;
      if (event.type === 'seat.left' && isTheirs) seated = false;
      if (open && invited && !seated && event.type === 'match.started') lines.push(`${seq} started`);
      if (open && invited && !seated && event.type === 'match.cancelled') lines.push(`${seq} cancelled`);
      if (event.type === 'match.started' || event.type === 'match.cancelled') open = false;
    }
  }
  // One that starts with its first commit invites nobody.
  return story.commits[0]?.events.some(({ type }) => type === 'match.started') === true ? [] : lines;
}

function about({ commit, after }: Step) {
  return { match: after.id, game: after.game, seq: commit.seq, ply: commit.ply };
}

describe('what a viewer may not see', () => {
  const MATCHES = 600;

  test('AS-50: makes no difference to what they are told', () => {
    let compared = 0;
    // Of every third match the whole log is looked at.
    for (let seed = 0; seed < MATCHES; seed += 3) {
      const found = lookFor(astromagie, seed);
      expect(found.leaks, `seed ${seed}, viewer ${found.viewer}`).toEqual([]);
      if (found.compared && found.viewer !== 'onlooker') compared += 1;
    }
    expect(compared).toBeGreaterThan(MATCHES / 6);
  });

  const leaky: readonly (readonly [string, Exits['noticesOf']])[] = [
    ['the state', (of, step) => withMore(of, step, step.after.play)],
    ['the events as they are stored', (of, step) => withMore(of, step, step.commit.events)],
  ];
  test.each(leaky)('would be noticed if a notice told of it: %s', (_what, noticesOf) => {
    const seeds = Array.from({ length: 60 }, (_, n) => n * 3);
    expect(seeds.flatMap((seed) => lookFor(astromagie, seed, { ...EXITS, noticesOf }).leaks)).toContain('notices');
  });
});

function withMore(of: AnyGame, step: Step, more: unknown): ReadonlyMap<PlayerId, readonly MatchNotice[]> {
  const notices = [...noticesOf(of, step)].map(([player, list]): [PlayerId, readonly MatchNotice[]] => [
    player,
    list.map((notice) => ({ ...notice, more })),
  ]);
  return new Map(notices);
}
