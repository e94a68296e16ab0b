/** How a game ended. */
import type { Outcome } from '../game.ts';
import type { Seat } from '../seat.ts';
import { elementOf, sizeOf } from './board.ts';
import { DROUGHT } from './endings.ts';
import { readingOf } from './reading.ts';
import type { Reason, Stack, State } from './types.ts';

/** By seat: each captured pyramid 1, or 2 where the other has captured none of its element (AB-41). */
export function scoresOf(captured: readonly Stack[]): readonly number[] {
  return captured.map((taken, i) => {
    const others = new Set(captured.flatMap((each, j) => (i === j ? [] : each.map(elementOf))));
    return taken.reduce((sum, pyramid) => sum + (others.has(elementOf(pyramid)) ? 1 : 2), 0);
  });
}

/** Of two: who has the higher score; nobody where they are equal. */
export function leaders(captured: readonly Stack[]): readonly Seat[] {
  const [first = 0, second = 0] = scoresOf(captured);
  return first === second ? [] : [first > second ? 1 : 2];
}

export function mediumsOf({ captured }: State): number {
  return captured.flat().filter((pyramid) => sizeOf(pyramid) === 2).length;
}

export const REASON_TEXTS: Readonly<Record<Reason, string>> = {
  'spirits-captured': 'All four spirit larges have been captured.',
  'last-large': 'The last large on the board is of spirit, and nothing is left that could capture it.',
  drought: `There have been ${DROUGHT} turns in a row without a capture.`,
  'large-captured': 'A large that is not of spirit has been captured.',
  'mediums-captured': 'All mediums that can be captured have been.',
  'ptah-exposed': 'The Ptah lies open.',
};

/** Null while the game goes on, and where it was ended from outside. */
export function outcomeOf(state: State): Outcome | null {
  const { mode, phase, captured } = state;
  if (phase.type !== 'over') return null;
  const { reason } = phase;
  switch (mode) {
    case 'two-player': {
      return twoPlayers(state, leaders(captured), reason, REASON_TEXTS[reason]);
    }
    case 'solitaire': {
      const kind = reason === 'mediums-captured' ? 'won' : reason === 'drought' ? 'ended' : 'lost';
      return solitaire(state, kind, reason, REASON_TEXTS[reason]);
    }
    case 'divination':
      return divination(state, reason, REASON_TEXTS[reason]);
  }
}

/** Ended from outside: nobody wins alone, and of two whoever is left does; the score stands as it is. */
export function ended(state: State, winners: readonly Seat[], reason: string): Outcome {
  const text = 'It was ended before its time.';
  switch (state.mode) {
    case 'two-player':
      return twoPlayers(state, winners, reason, text);
    case 'solitaire':
      return solitaire(state, 'ended', reason, text);
    case 'divination':
      return divination({ ...state, phase: { type: 'halted' } }, reason, text);
  }
}

function twoPlayers(state: State, winners: readonly Seat[], reason: string, why: string): Outcome {
  const scores = scoresOf(state.captured);
  const [winner] = winners;
  const result = winner === undefined ? 'A draw' : `Seat ${winner} wins`;
  const text = `${why} ${result}; the score is ${scores.join(' to ')}.`;
  return { kind: winner === undefined ? 'draw' : 'win', winners, reason, scores, detail: { text } };
}

function solitaire(state: State, kind: 'won' | 'lost' | 'ended', reason: string, why: string): Outcome {
  const mediums = mediumsOf(state);
  const result = { won: 'Won', lost: 'Lost', ended: 'Neither won nor lost' }[kind];
  const text = `${why} ${result}, with ${mediums} ${mediums === 1 ? 'medium' : 'mediums'} captured.`;
  return { kind, winners: kind === 'won' ? [1] : [], reason, detail: { text, mediums } };
}

/** The whole reading goes with it. */
function divination(state: State, reason: string, why: string): Outcome {
  const reading = readingOf(state);
  const verdict = reading?.verdict ?? 'unanswered';
  const spirits = reading?.spirits ?? 0;
  const count = `${spirits} spirit ${spirits === 1 ? 'pyramid' : 'pyramids'} captured: the fewer the better`;
  const answer = verdict === 'unanswered' ? 'No answer' : `The answer is ${verdict}`;
  const detail = { text: `${why} ${answer} (${count}).`, verdict, reading };
  return { kind: verdict === 'unanswered' ? 'unanswered' : 'answered', winners: [], reason, detail };
}
