/** Tests of rules read: given a position, when these moves are made, this is the position. */

import { expect } from 'vitest';
import type { AquaignisEvent } from '../../domain/aquaignis/events.ts';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { parsePosition } from '../../domain/aquaignis/position.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import type { Refusal, Verdict } from '../../domain/game.ts';
import type { Seat } from '../../domain/seat.ts';

export const START = '-/-/-/-/-/-/- a 1 0-0 - 1';

export function stateOf(position: string): State {
  const state = parsePosition(position);
  if (state === null) throw new Error(`no position: ${position}`);
  return state;
}

export function positionOf(state: State): string {
  return aquaignis.formatPosition(state, 'onlooker', false);
}

export function fold(state: State, events: readonly AquaignisEvent[]): State {
  return events.reduce(aquaignis.evolve, state);
}

function judge(state: State, text: string, seat: Seat = aquaignis.toMove(state)[0] ?? 1): Verdict<AquaignisEvent> {
  const move = aquaignis.parseMove(text);
  if (move === null) throw new Error(`no move: ${text}`);
  return aquaignis.decide(state, seat, move);
}

export function eventsOf(state: State, text: string): readonly AquaignisEvent[] {
  const verdict = judge(state, text);
  if (!verdict.ok) throw new Error(`${text}: ${verdict.refusal.message}`);
  return verdict.events;
}

export function refusalOf(state: State, text: string, seat?: Seat): Refusal | null {
  const verdict = judge(state, text, seat);
  return verdict.ok ? null : verdict.refusal;
}

export function play(state: State, ...moves: readonly string[]): State {
  return moves.reduce((each, text) => fold(each, eventsOf(each, text)), state);
}

/** The start after these moves. */
export function started(): State {
  return aquaignis.setup({}, [1, 2]);
}

export function given(position: string) {
  const state = stateOf(position);
  return {
    when(...moves: readonly string[]) {
      return {
        gives(expected: string): void {
          expect(positionOf(play(state, ...moves))).toBe(expected);
        },
        /** The last move is refused by this rule, in a sentence that has these words. */
        isRefused(rule: string, words: string | RegExp = ''): void {
          const last = moves.at(-1) ?? '';
          const refusal = refusalOf(play(state, ...moves.slice(0, -1)), last);
          expect(refusal?.rule, `${position} ${last}`).toBe(rule);
          expect(refusal?.message).toMatch(words);
        },
      };
    },
  };
}
