/** Replays a game of `abiegnus.jsonl`. */

import { SQUARES } from '../../domain/abiegnus/board.ts';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { readingOf } from '../../domain/abiegnus/reading.ts';
import { FACES, type Options, type State } from '../../domain/abiegnus/types.ts';
import type { Chance } from '../../domain/chance.ts';
import { firstSeats } from '../../domain/seat.ts';
import {
  compare,
  type Difference,
  type Entry,
  entryOf,
  isText,
  listOf,
  type Replayer,
  textOf,
  Unreadable,
} from './kit.ts';
import { replayMoves, scriptOf } from './moves.ts';

export const replayAbiegnus: Replayer = (entry) => {
  const options = optionsOf(entryOf(entry, 'options'));
  const rolls = listOf(entry, 'rolls', isText);
  const die = rolling(rolls);
  const seats = firstSeats(abiegnus.seats(options).least);
  const replay = replayMoves(abiegnus, abiegnus.setup(options, seats), scriptOf(entry), die);
  if (!replay.same) return replay.difference;
  return (
    compare('rolls made', rolls.length, die.used) ??
    compareResult(entryOf(entry, 'result'), replay.state) ??
    compare('reading', entry.reading, told(replay.state))
  );
};

/** The fields that the vectors tell of a result in this mode. */
function compareResult(result: Entry, state: State): Difference | null {
  const outcome = abiegnus.outcome(state);
  if (outcome === null) return { where: 'result', expected: result, got: null };
  const { kind, reason, scores, detail } = outcome;
  const [winner] = state.mode === 'two-player' ? outcome.winners : [];
  const got: Entry = { kind, reason, winner, scores, mediums: detail.mediums, verdict: detail.verdict };
  for (const field of new Set([...Object.keys(result), ...Object.keys(got)])) {
    const difference = compare(`result, ${field}`, result[field], got[field]);
    if (difference !== null) return difference;
  }
  return null;
}

/** A reading in the form of the vectors. */
function told(state: State): unknown {
  const reading = readingOf(state);
  if (reading === null) return undefined;
  const { row, letters, spirits, verdict } = reading;
  return {
    row: row.map((entry) => entry && (entry.subject === null ? { pyramids: entry.pyramids } : entry)),
    letters: letters.map(({ letter, text }) => ({ letter, meaning: text })),
    spirits,
    verdict,
  };
}

export function optionsOf(entry: Entry): Options {
  const palette = 'new-aeon';
  const mode = textOf(entry, 'mode');
  if (mode === 'two-player' || mode === 'solitaire') return { mode, palette };
  const ptah = SQUARES.find((square) => square === textOf(entry, 'ptah'));
  if (mode !== 'divination' || ptah === undefined) throw new Unreadable('these are no options of abiegnus');
  return { mode, palette, ptah };
}

/** A die that shows these, one after the other. */
export function rolling(rolls: readonly string[]): Chance {
  let used = 0;
  return {
    uniform() {
      const roll = FACES.find((each) => each === rolls[used]);
      if (roll === undefined) throw new Unreadable(`there is no roll ${used + 1}`);
      used += 1;
      return FACES.indexOf(roll);
    },
    shuffle: (deck) => [...deck],
    get used() {
      return used;
    },
  };
}
