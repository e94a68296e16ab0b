/** How each event changes the state. It judges nothing: what happened is all in the event. */
import type { Seat } from '../seat.ts';
import { indexOf, smallOf } from './board.ts';
import type { AbiegnusEvent, Erupted, Stepped } from './events.ts';
import type { Board, Omens, Phase, Pyramid, Square, Stack, State } from './types.ts';

const AWAITING_ROLL: Phase = { type: 'awaiting-roll' };

export function evolve(state: State, event: AbiegnusEvent): State {
  const { board, turn, quiet, captured, omens } = state;
  switch (event.type) {
    case 'rolled': {
      const phase: Phase = { type: 'moving', roll: event.roll, element: null, steps: 0 };
      return next(state, board, event.turn, phase, quiet, captured, omens);
    }
    case 'passed':
      return next(state, board, turn, AWAITING_ROLL, event.quiet, captured, withEntry(omens, null));
    case 'stepped':
      return next(state, stepped(board, event), turn, afterStep(state.phase, event), quiet, captured, omens);
    case 'cap-captured': {
      const left = board.slice();
      const at = indexOf(event.at);
      left[at] = (board[at] ?? []).slice(0, -1);
      const taken = [event.pyramid];
      const all = withTaken(captured, event.seat, taken);
      return next(state, left, turn, state.phase, quiet, all, withEntry(omens, taken));
    }
    case 'erupted':
      return afterEruption(state, event);
    case 'turn-ended':
      return next(state, board, turn, AWAITING_ROLL, event.quiet, captured, omens);
    case 'ended':
      return next(state, board, turn, { type: 'over', reason: event.reason }, quiet, captured, omens);
  }
}

export function halt(state: State): State {
  const { board, turn, quiet, captured, omens } = state;
  return next(state, board, turn, { type: 'halted' }, quiet, captured, omens);
}

/** A literal with every field named: spreading costs several times as much. */
function next(
  state: State,
  board: Board,
  turn: number,
  phase: Phase,
  quiet: number,
  captured: readonly Stack[],
  omens: Omens | null,
): State {
  return { mode: state.mode, palette: state.palette, board, turn, phase, quiet, captured, omens };
}

function stepped(board: Board, { element, from, to }: Stepped): Board {
  const moved = board.slice();
  const left = indexOf(from);
  const entered = indexOf(to);
  moved[left] = (board[left] ?? []).slice(0, -1);
  moved[entered] = piled(board[entered] ?? [], smallOf(element));
  return moved;
}

function afterStep(phase: Phase, { element }: Stepped): Phase {
  if (phase.type !== 'moving') return phase;
  return { type: 'moving', roll: phase.roll, element: phase.element ?? element, steps: phase.steps + 1 };
}

function afterEruption(state: State, { seat, from, landings, cleared }: Erupted): State {
  const { turn, phase, quiet, omens } = state;
  const board = state.board.slice();
  const source = indexOf(from);
  board[source] = (board[source] ?? []).slice(0, -landings.length);
  const taken: Pyramid[] = [];
  for (const { pyramid, to, captured } of landings) {
    const landing = indexOf(to);
    if (captured) taken.push(pyramid);
    else board[landing] = piled(board[landing] ?? [], pyramid);
  }
  const all = taken.length === 0 ? state.captured : withTaken(state.captured, seat, taken);
  const told = taken.length === 0 ? omens : withEntry(omens, taken);
  return next(state, board, turn, phase, quiet, all, cleared ? withCleared(told, from) : told);
}

function piled(stack: Stack, pyramid: Pyramid): Stack {
  const higher = stack.slice();
  higher.push(pyramid);
  return higher;
}

function withTaken(captured: readonly Stack[], seat: Seat, taken: Stack): readonly Stack[] {
  return captured.map((stack, i) => (i === seat - 1 ? [...stack, ...taken] : stack));
}

function withEntry(omens: Omens | null, entry: Stack | null): Omens | null {
  return omens === null ? null : { row: [...omens.row, entry], cleared: omens.cleared };
}

function withCleared(omens: Omens | null, square: Square): Omens | null {
  return omens === null ? null : { row: omens.row, cleared: [...omens.cleared, square] };
}
