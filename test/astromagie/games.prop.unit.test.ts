import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isZodiac, POSITIONS_OF, sorted } from '../../domain/astromagie/cards.ts';
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { Move } from '../../domain/astromagie/moves.ts';
import type { CardCode, Options, State } from '../../domain/astromagie/types.ts';
import type { Seat } from '../../domain/seat.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { chanceOf, deck, fold, moverOf, OPTIONS, positionOf, withDraws } from './given.ts';

// A failure prints its seed and path, with which it can be run again.
const SEED = 20_260_101;

const games = (runs: number, check: (seed: number) => void) =>
  fc.assert(fc.property(fc.nat(), check), { seed: SEED, numRuns: runs });

interface Step {
  readonly before: State;
  /** Null where no seat moved: one left, or the time limit passed. */
  readonly move: Move | null;
  readonly events: readonly AstromagieEvent[];
  readonly after: State;
}

/** Kinds of play: at random, laying whatever goes, holding back, and with seats that leave. */
const KINDS = ['random', 'laying', 'saving', 'leaving', 'timed'] as const;

function optionsOf(random: Random): Options {
  const deals = random.pick([1, 1, 2, 3, null]);
  const targetScore = deals === null ? 1 + random.below(80) : random.pick([null, null, 30]);
  return { ...OPTIONS, deals, targetScore };
}

/** A whole match, step by step; `each` looks at every step. */
function playMatch(seed: number, each: (step: Step) => void = () => {}): State {
  const random = randomFrom(seed);
  const chance = chanceOf(random);
  const kind = random.pick(KINDS);
  const seats: readonly Seat[] = ([1, 2, 3, 4, 5] as const).slice(0, 2 + random.below(4));
  let state = astromagie.setup(optionsOf(random), seats);
  const go = (move: Move | null, decided: readonly AstromagieEvent[]) => {
    const before = state;
    const events = withDraws(before, decided, chance);
    state = fold(before, events);
    each({ before, move, events, after: state });
  };
  go(null, []);
  while (astromagie.toMove(state).length > 0) {
    const playing = seats.filter((seat) => !state.gone.seats.includes(seat));
    if (kind === 'leaving' && playing.length > 2 && random.below(20) === 0) {
      go(null, astromagie.leave(state, random.pick(playing)));
    } else if (kind === 'timed' && !state.limits.timePassed && random.below(60) === 0) {
      go(null, astromagie.timeLimit?.passed(state) ?? []);
    } else {
      const move = pick(kind, astromagie.legalMoves(state, moverOf(state)), random);
      const verdict = astromagie.decide(state, moverOf(state), move);
      if (!verdict.ok)
        throw new Error(`${positionOf(state)} ${astromagie.formatMove(move)}: ${verdict.refusal.message}`);
      go(move, verdict.events);
    }
  }
  return state;
}

function pick(kind: (typeof KINDS)[number], moves: readonly Move[], random: Random): Move {
  const wanted = kind === 'laying' ? 'play' : kind === 'saving' && random.below(6) > 0 ? 'discard' : null;
  const liked = moves.filter(({ type }) => type === wanted);
  return random.pick(liked.length > 0 ? liked : moves);
}

function cardsIn({ hands, pile, discards, row, tally, gone }: State): CardCode[] {
  const rows = row === null ? tally.rows : [...tally.rows, row];
  const laid = rows.flatMap(({ places, pairs }) => [
    ...places,
    ...pairs.flatMap(({ aspect, planet }) => [aspect, planet]),
  ]);
  return [...hands.flat(), ...pile, ...discards, ...gone.cards, ...laid.filter((card) => card !== null)];
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** Every set of up to three held cards at all places where their kinds go, and moves that no hand allows. */
function candidates(hand: readonly CardCode[]): Move[] {
  const laid = hand.flatMap((card) => {
    const kind = deck.cards.get(card)?.kind;
    return kind === undefined ? [] : POSITIONS_OF[kind].map((at) => ({ card, at }));
  });
  const sets = laid.flatMap((a, i) => [
    [a],
    ...laid.slice(i + 1).flatMap((b, j) => [[a, b], ...laid.slice(i + j + 2).map((c) => [a, b, c])]),
  ]);
  const strange = ['gem', 'mercury3', 'trine'].flatMap((card) => [1, 3, 4, 5].map((at) => [{ card, at }]));
  return [
    ...[...sets, ...strange, []].map((cards): Move => ({ type: 'play', cards })),
    ...[...deck.cards.keys()].map((card): Move => ({ type: 'discard', cards: [card] })),
  ];
}

const canonical = (move: Move) => {
  const read = astromagie.parseMove(astromagie.formatMove(move));
  return read === null ? '' : astromagie.formatMove(read);
};

describe('random matches', () => {
  it('decide accepts exactly the legal moves, which are sorted by their texts', () => {
    games(60, (seed) => {
      playMatch(seed, ({ before, move }) => {
        if (move === null) return;
        const seat = moverOf(before);
        const hand = before.hands[seat - 1] ?? [];
        const accepted = candidates(hand).filter((each) => astromagie.decide(before, seat, each).ok);
        const texts = astromagie.legalMoves(before, seat).map(astromagie.formatMove);
        const wanted = [...new Set(accepted.map(canonical))].sort();
        if (wanted.join() !== texts.join()) expect(texts, positionOf(before)).toEqual(wanted);
        for (const other of ([1, 2, 3, 4, 5] as const).filter((each) => each !== seat)) {
          if (astromagie.legalMoves(before, other).length > 0) expect.fail(`seat ${other} may move too`);
        }
      });
    });
  });

  it('AS-1: 72 cards are always accounted for, each in one place', () => {
    const all = [...deck.order].sort().join();
    games(400, (seed) => {
      playMatch(seed, ({ after }) => {
        if (cardsIn(after).sort().join() !== all) expect.fail(positionOf(after));
      });
    });
  });

  it('AS-42: a match of any options ends, its reason one of three, and each comes', () => {
    const reasons = new Map<string, number>();
    games(600, (seed) => {
      const end = playMatch(seed);
      const reason = astromagie.outcome(end)?.reason ?? 'none';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (reason === 'exhausted') {
        expect(
          end.pile.length === 0 && end.row === null && !end.hands.flat().some((card) => isZodiac(deck, card)),
        ).toBe(true);
      }
    });
    expect([...reasons.keys()].sort()).toEqual(['exhausted', 'target', 'time']);
  });

  it('AS-31: scores are the sums of the rows scored, and only the last of a match reaches its target', () => {
    games(300, (seed) => {
      const sums = [0, 0, 0, 0, 0];
      let reached = false;
      const end = playMatch(seed, ({ events, after }) => {
        if (reached) expect.fail('a match goes on past its target');
        for (const event of events) {
          if (event.type !== 'row-scored') continue;
          const sum = (sums[event.seat - 1] ?? 0) + event.points;
          sums[event.seat - 1] = sum;
          if (sum !== event.score || event.points < 1 || event.points > 18) expect.fail(JSON.stringify(event));
          reached = after.limits.targetScore !== null && sum >= after.limits.targetScore;
        }
      });
      expect(end.tally.scores).toEqual(sums.slice(0, end.hands.length));
    });
  });

  it('turns are 1 and the moves made, and only a seat with cards that plays is to move', () => {
    games(200, (seed) => {
      let moves = 0;
      playMatch(seed, ({ move, after }) => {
        if (move !== null) moves += 1;
        if (after.turn !== moves + 1) expect.fail(positionOf(after));
        const [seat] = astromagie.toMove(after);
        if (seat !== undefined && (after.hands[seat - 1]?.length ?? 0) === 0) expect.fail(positionOf(after));
      });
    });
  });

  it('a replay of the stored events is the live state, from the start and from any snapshot', () => {
    games(100, (seed) => {
      let replayed: State | null = null;
      const end = playMatch(seed, ({ before, events }) => {
        replayed = fold(json(replayed ?? before), json(events));
      });
      expect(replayed).toEqual(end);
      expect(json(end)).toEqual(end);
    });
  });

  it('nothing changes a state or an event', () => {
    games(30, (seed) => {
      playMatch(seed, ({ before, events, after }) => {
        deepFreeze([before, events, after]);
        fold(before, events);
        for (const viewer of [1, 2, 'onlooker'] as const) {
          const view = astromagie.view(after, viewer, false);
          deepFreeze(view);
          astromagie.text(view);
          astromagie.formatPosition(after, viewer, true);
        }
        astromagie.outcome(after);
        astromagie.halt(after);
        astromagie.leave(after, 1);
        const [seat] = astromagie.toMove(after);
        if (seat === undefined) return;
        for (const move of astromagie.legalMoves(after, seat)) {
          const line = astromagie.explain(after, seat, move);
          if (!/^[^\n]+\.$/.test(line)) expect.fail(line);
        }
      });
    });
  });

  it('views fit their schema, texts their width, moves their schema, and all read back', () => {
    games(15, (seed) => {
      playMatch(seed, ({ after, move }) => {
        for (const viewer of [1, 'onlooker'] as const) {
          const view = astromagie.view(after, viewer, astromagie.outcome(after) !== null);
          const parsed = astromagie.schemas.view.safeParse(view);
          if (!parsed.success) expect.fail(parsed.error.message);
          const wide = astromagie
            .text(view)
            .split('\n')
            .find((line) => line.length > 60);
          if (wide !== undefined) expect.fail(wide);
        }
        if (move === null) return;
        const text = astromagie.formatMove(move);
        if (!astromagie.schemas.move.safeParse(text).success || canonical(move) !== text) expect.fail(text);
      });
    });
  });

  it('a hand is told sorted: zodiac, element, planet, aspect, each by the tables', () => {
    const places = new Map([...deck.cards.keys()].map((code, i) => [code, i]));
    games(15, (seed) => {
      playMatch(seed, ({ after }) => {
        for (const hand of after.hands) {
          const order = sorted(deck, hand).map((code) => places.get(code) ?? -1);
          if (order.some((place, i) => place < (order[i - 1] ?? 0))) expect.fail(hand.join());
        }
      });
    });
  });
});
