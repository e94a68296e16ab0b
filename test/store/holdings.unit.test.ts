/**
 * Every kind of item that there is: whether its player gets it with all of their data, and what becomes of it when the
 * account is closed. A new kind has no place here until somebody has thought of both.
 */
import { expect, test } from 'vitest';
import { SECTION_NAMES, type SectionName } from '../../functions/api/export/sections.ts';
import { keys } from '../../functions/store/table.ts';

interface Holding {
  /** The list of the file that it is in; `account` is what stands before the lists. Otherwise why it is in none. */
  readonly exported: SectionName | 'account' | { readonly not: string };
  /** Otherwise why it stays. */
  readonly closed: 'erased' | 'blanked' | 'marked' | { readonly stays: string };
}

const DERIVED = { not: 'it follows from the log of the match' };
const OF_NOBODY = { not: 'it is about no player' };

const HOLDINGS: Readonly<Record<keyof typeof keys, Holding>> = {
  commit: { exported: 'matches', closed: 'blanked' },
  player: { exported: 'account', closed: 'blanked' },
  vacation: { exported: 'account', closed: 'erased' },
  recovery: { exported: 'account', closed: 'erased' },
  token: { exported: { not: 'it leads to what a token may' }, closed: 'erased' },
  tokenEntry: { exported: 'tokens', closed: 'erased' },
  progress: { exported: OF_NOBODY, closed: { stays: 'it is about no player' } },
  talkProgress: { exported: OF_NOBODY, closed: { stays: 'it is about no player' } },
  clock: { exported: OF_NOBODY, closed: { stays: 'it is about no player' } },
  warned: { exported: OF_NOBODY, closed: { stays: 'it is about no player' } },
  listed: {
    exported: 'matches',
    closed: { stays: 'it says that a seat was taken, as the log does, and is read by nobody' },
  },
  message: { exported: 'talk', closed: 'blanked' },
  saying: {
    exported: { not: 'a digest that only the server can compute' },
    closed: { stays: 'what it is computed with is gone' },
  },
  trace: {
    exported: 'talk',
    closed: { stays: 'it says in which matches something was said, which can be read there' },
  },
  notes: { exported: 'notes', closed: 'erased' },
  plan: { exported: 'plans', closed: { stays: 'until the stream has taken it away, as the match is over' } },
  invitation: { exported: 'invitations', closed: { stays: 'until the stream has taken it off, as it is declined' } },
  block: { exported: 'blocks', closed: 'erased' },
  blockMark: { exported: { not: 'whom others have blocked is theirs to know' }, closed: 'erased' },
  turn: { exported: DERIVED, closed: { stays: 'until the stream has taken it off, as the match is over' } },
  result: { exported: DERIVED, closed: 'erased' },
  feedEntry: { exported: 'events', closed: 'blanked' },
  feedStart: {
    exported: { not: 'a number that no entry has' },
    closed: { stays: 'a number drawn from the clock, so that none is given twice' },
  },
  webhook: { exported: 'webhooks', closed: 'marked' },
  delivery: { exported: 'deliveries', closed: 'erased' },
  lane: { exported: { not: 'the numbers of deliveries that wait' }, closed: 'erased' },
  standing: { exported: { not: 'it is the newest of the ratings' }, closed: 'marked' },
  rated: { exported: 'ratings', closed: { stays: 'the ratings of others follow from it' } },
  unrated: { exported: OF_NOBODY, closed: { stays: 'it is about no player' } },
  setAside: {
    exported: { not: 'what went wrong is for whoever runs this' },
    closed: { stays: 'until it has been done' },
  },
  streamPosition: { exported: OF_NOBODY, closed: { stays: 'it is about no player' } },
};

test('every kind of item is given out or not, and erased or not, for a reason', () => {
  expect(Object.keys(HOLDINGS).sort()).toEqual(Object.keys(keys).sort());
});

test('there is no list in the file that nothing is in', () => {
  const given = Object.values(HOLDINGS).map(({ exported }) => exported);
  // Forks are logs, found by their traces.
  expect(SECTION_NAMES.filter((name) => name !== 'forks' && !given.includes(name))).toEqual([]);
});
