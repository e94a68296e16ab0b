/** The contract of a game, held by hidden dice through the match. */
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../domain/log/canonical.ts';
import { passTimeLimit, resign } from '../../domain/match/leaving.ts';
import { legalMovesFor } from '../../domain/match/legal.ts';
import { makeMoves, rehearseMoves } from '../../domain/match/moves.ts';
import { joinMatch, leaveMatch } from '../../domain/match/seating.ts';
import { randomFrom } from '../support/random.ts';
import { hiddenDice } from './index.ts';
import { DECK } from './state.ts';
import { player, Table } from './table.ts';

function events(table: Table): string[] {
  return table.commits.at(-1)?.events.map(({ type }) => type) ?? [];
}

/** Plays on, each choice another one, till the end. */
function playOut(table: Table): Table {
  for (let n = 0; table.state.status === 'active'; n += 1)
    table.move(table.legal[(n * 5 + 1) % table.legal.length] ?? '');
  return table;
}

describe('a whole match', () => {
  test.each([2, 3, 4, 5])('of %i seats starts with the last join and ends with scores', (seats) => {
    const table = new Table(hiddenDice, { seats });
    expect(table.state).toMatchObject({ status: 'open', play: null, startedAt: null });
    table.fill();
    expect(events(table)).toEqual(['seat.joined', 'match.started']);
    expect(table.state.drawn).toBeGreaterThanOrEqual(20);
    playOut(table);
    expect(table.state.status).toBe('finished');
    expect(table.state.outcome?.scores).toHaveLength(seats);
    expect(table.state.outcome?.reason).toBe('rounds');
    expect(events(table)).toEqual(['move.made', 'match.finished']);
  });

  test('of one seat starts as it is created', () => {
    const table = new Table(hiddenDice, { options: { solo: true } });
    expect(events(table)).toEqual(['match.created', 'seat.joined', 'match.started']);
    expect(playOut(table).state.outcome).toMatchObject({ kind: 'ended', winners: [] });
  });

  test('of one seat is lost by resigning', () => {
    const table = new Table(hiddenDice, { options: { solo: true } });
    table.resign(1);
    expect(table.state.outcome).toMatchObject({ kind: 'ended', winners: [], reason: 'resignation' });
  });

  test('the number of seats follows the options', () => {
    expect(() => new Table(hiddenDice, { options: { solo: true }, seats: 2 })).toThrow('invalid');
    expect(() => new Table(hiddenDice, { seats: 1 })).toThrow('invalid');
  });

  test('stays small however many come and go, and remembers who left last', () => {
    const table = new Table(hiddenDice, { seats: 3 });
    const sizes: number[] = [];
    for (let n = 0; n < 300; n += 1) {
      const guest: `p_${string}` = `p_${String(n).padStart(16, '0')}`;
      table.give(joinMatch(hiddenDice, table.state, { player: guest, seat: 2, entropy: '' }));
      table.give(leaveMatch(table.state, guest));
      sizes.push(JSON.stringify(table.state).length);
    }
    expect(Math.max(...sizes.slice(30)) - Math.min(...sizes.slice(30))).toBeLessThan(100);
    expect(Object.entries(table.state.departed).at(-1)).toEqual(['p_0000000000000299', table.state.head.seq]);
  });

  test('a seat is left before the start and taken again', () => {
    const table = new Table(hiddenDice, { seats: 3 });
    table.join(3);
    table.leave(3);
    expect(table.state.seats[2]).toMatchObject({ player: null, status: 'empty' });
    expect(table.fill().state.status).toBe('active');
    expect(joinMatch(hiddenDice, table.state, { player: player(5), seat: null, entropy: '' })).toMatchObject({
      problem: { code: 'match_full' },
    });
  });

  test('the creator’s leaving cancels it', () => {
    const table = new Table(hiddenDice, { seats: 3 });
    table.join(2);
    table.leave(1);
    expect(table.state).toMatchObject({ status: 'cancelled', outcome: null });
  });
});

describe('resigning', () => {
  test('with two seats ends the match', () => {
    const table = new Table(hiddenDice).fill();
    table.resign(1);
    expect(table.state.outcome).toMatchObject({ winners: [2], reason: 'resignation' });
    expect(table.legal).toEqual([]);
    expect(
      hiddenDice.awaitsDraw(hiddenDice.halt(hiddenDice.setup({ solo: false, rounds: 1, minutes: null }, [1, 2]))),
    ).toBe(false);
  });

  test('with three the match goes on, and the next seat gets its roll', () => {
    const table = new Table(hiddenDice, { seats: 3 }).fill();
    const { drawn } = table.state;
    table.resign(1);
    expect(table.state.status).toBe('active');
    expect(table.state.seats[0]?.status).toBe('resigned');
    expect(table.state.drawn).toBeGreaterThan(drawn);
    expect(table.mover).toBe(2);
    table.move('pass');
    table.move('pass');
    expect(table.mover).toBe(2);
  });

  test('out of turn leaves the mover where they are, and draws nothing', () => {
    const table = new Table(hiddenDice, { seats: 3 }).fill();
    const { drawn } = table.state;
    table.resign(3);
    expect(table.state.drawn).toBe(drawn);
    expect(table.mover).toBe(1);
    expect(resign(hiddenDice, table.state, player(3)).ok).toBe(false);
    table.resign(2);
    expect(table.state.outcome).toMatchObject({ winners: [1] });
  });

  test('the last of a round to resign can end the game', () => {
    const table = new Table(hiddenDice, { seats: 3, options: { rounds: 1 } }).fill();
    table.move('pass');
    table.move('pass');
    table.resign(3);
    expect(table.state.outcome).toMatchObject({ reason: 'rounds' });
    expect(table.state.outcome?.winners).not.toContain(3);
  });
});

describe('a time limit', () => {
  test('that passes ends the game', () => {
    const table = new Table(hiddenDice, { options: { minutes: 10 } }).fill();
    table.timeUp();
    expect(events(table)).toEqual(['time.passed', 'match.finished']);
    expect(table.state.outcome?.reason).toBe('time');
  });

  test('passes only where there is one, and while the match goes on', () => {
    const without = new Table(hiddenDice).fill();
    expect(passTimeLimit(hiddenDice, without.state)).toMatchObject({ problem: { code: 'invalid' } });
    const open = new Table(hiddenDice, { options: { minutes: 10 } });
    expect(passTimeLimit(hiddenDice, open.state)).toMatchObject({ problem: { code: 'match_not_started' } });
    open.fill().resign(1);
    expect(passTimeLimit(hiddenDice, open.state)).toMatchObject({ problem: { code: 'match_over' } });
  });
});

describe('chance is not told ahead', () => {
  test.each(['pass', 'take'])('a dry run of %s stops before the draw', (move) => {
    const table = new Table(hiddenDice).fill();
    const command = { player: player(1), ply: 0, moves: [move] };
    const { decision, stoppedBeforeDraw } = rehearseMoves(hiddenDice, table.state, command);
    expect(stoppedBeforeDraw).toBe(true);
    const text = JSON.stringify(decision);
    expect(text).toContain('turn-ended');
    expect(text).not.toMatch(/rolled|took|drawn|K\d\d/);
    const real = JSON.stringify(makeMoves(hiddenDice, table.state, command));
    expect(real).toContain('rolled');
  });

  test('a dry run of a move without a draw is the move', () => {
    const table = new Table(hiddenDice).fill();
    const move = table.legal.find((each) => each.startsWith('play'));
    const command = { player: player(1), ply: 0, moves: [move ?? ''] };
    const { decision, stoppedBeforeDraw } = rehearseMoves(hiddenDice, table.state, command);
    expect(stoppedBeforeDraw).toBe(false);
    expect(decision).toEqual(makeMoves(hiddenDice, table.state, command));
  });

  test('legal moves tell no roll and no card of the pile', () => {
    const table = new Table(hiddenDice).fill();
    const text = JSON.stringify(legalMovesFor(hiddenDice, table.state, 1));
    expect(text).toContain('turn-ended');
    expect(text).not.toMatch(/rolled|took/);
  });
});

describe('a batch', () => {
  test('of one turn is one commit', () => {
    const table = new Table(hiddenDice).fill();
    const play = table.legal.find((each) => each.startsWith('play')) ?? '';
    table.move(play, 'take');
    expect(table.state.ply).toBe(2);
    expect(events(table)).toEqual(['move.made', 'move.made']);
    const [first, second] = table.commits.at(-1)?.events ?? [];
    expect(first).not.toHaveProperty('drawn');
    expect(second).toHaveProperty('drawn');
  });

  test('ends with the turn, even where the same seat moves next', () => {
    const solo = new Table(hiddenDice, { options: { solo: true } });
    const command = { player: player(1), ply: 0, moves: ['pass', 'pass'] };
    const refused = { problem: { code: 'illegal_move', index: 1, rule: 'HD-5' } };
    expect(makeMoves(hiddenDice, solo.state, command)).toMatchObject(refused);
    expect(rehearseMoves(hiddenDice, solo.state, command).decision).toMatchObject(refused);
  });

  test('ends with the game', () => {
    const solo = new Table(hiddenDice, { options: { solo: true, rounds: 1 } });
    const command = { player: player(1), ply: 0, moves: ['pass', 'pass'] };
    expect(makeMoves(hiddenDice, solo.state, command)).toMatchObject({ problem: { index: 1, rule: 'HD-6' } });
  });

  test('is all or none', () => {
    const table = new Table(hiddenDice).fill();
    const play = table.legal.find((each) => each.startsWith('play')) ?? '';
    const twice = makeMoves(hiddenDice, table.state, { player: player(1), ply: 0, moves: [play, play] });
    expect(twice).toMatchObject({ problem: { code: 'illegal_move', index: 1, rule: 'HD-2' } });
    const unread = makeMoves(hiddenDice, table.state, { player: player(1), ply: 0, moves: [play, 'fold'] });
    expect(unread).toMatchObject({ problem: { code: 'unreadable_move', index: 1 } });
  });
});

test('legal moves are those that are accepted, sorted, at every step of many matches', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = randomFrom(seed);
    const table = new Table(hiddenDice, { seats: 2 + (seed % 4), seed: sha256(`${seed}`) }).fill();
    while (table.state.status === 'active') {
      const { legal, mover, state } = table;
      expect(legal).toEqual([...legal].sort());
      const accepted = ['pass', ...DECK.map((card) => `play ${card}`), 'take'].filter(
        (move) => makeMoves(hiddenDice, state, { player: player(mover), ply: state.ply, moves: [move] }).ok,
      );
      expect(legal).toEqual(accepted);
      table.move(random.pick(legal));
    }
  }
});
