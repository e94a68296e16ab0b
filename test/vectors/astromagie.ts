/** Replays a game of `astromagie.jsonl`, with the decks that it names. */
import { astromagie } from '../../domain/astromagie/index.ts';
import type { Chance } from '../../domain/chance.ts';
import { firstSeats } from '../../domain/seat.ts';
import {
  checkLength,
  compare,
  type Entry,
  entryOf,
  isText,
  isTexts,
  listOf,
  type Replayer,
  Unreadable,
} from './kit.ts';
import { replayMoves, scriptOf } from './moves.ts';

export const replayAstromagie: Replayer = (entry) => {
  const script = scriptOf(entry);
  const options = entryOf(entry, 'options');
  const targetScore = numberOrNull(options, 'targetScore');
  const deals = numberOrNull(options, 'deals');
  const timeUpAfter = numberOrNull(options, 'timeUpAfter');
  const ownPositions = listOf(entry, 'ownPositions', isText);
  checkLength('ownPositions', ownPositions, script.moves.length);
  const decks = scriptedDecks(listOf(entry, 'deckOrders', isTexts));

  const seats = firstSeats(numberOrNull(entry, 'players') ?? 0);
  const start = astromagie.setup({ targetScore, deals, timeLimit: timeUpAfter === null ? null : 'P1D' }, seats);
  const replay = replayMoves(astromagie, start, script, decks.chance, {
    meanwhile: (state, done) => (done === timeUpAfter ? (astromagie.timeLimit?.passed(state) ?? []) : []),
    afterMove: (state, seat, done) => {
      const own = astromagie.formatPosition(state, seat, astromagie.outcome(state) !== null);
      return compare(`move ${done}, own position of seat ${seat}`, ownPositions[done - 1], own);
    },
  });
  if (!replay.same) return replay.difference;
  const outcome = astromagie.outcome(replay.state);
  const result = entryOf(entry, 'result');
  return (
    compare('decks begun', decks.given, decks.taken()) ??
    compare('result, scores', result.scores, outcome?.scores ?? null) ??
    compare('result, winners', result.winners, outcome?.winners ?? null) ??
    compare('result, reason', result.reason, outcome?.reason ?? null)
  );
};

/** Chance whose shuffles are those of the vector. */
export function scriptedDecks(orders: readonly (readonly string[])[]) {
  let taken = 0;
  const chance: Chance = {
    uniform: () => {
      throw new Unreadable('nothing but decks is drawn');
    },
    shuffle: (deck) => {
      const order = orders[taken];
      if (order === undefined) throw new Unreadable(`field "deckOrders" has no deck ${taken + 1}`);
      taken += 1;
      const byCode = new Map(deck.map((card) => [String(card), card]));
      return order.flatMap((code) => byCode.get(code) ?? []);
    },
    get used() {
      return taken;
    },
  };
  return { chance, given: orders.length, taken: () => taken };
}

function numberOrNull(entry: Entry, field: string): number | null {
  const value = entry[field];
  if (value === null || typeof value === 'number') return value;
  throw new Unreadable(`field "${field}" is neither a number nor null`);
}
