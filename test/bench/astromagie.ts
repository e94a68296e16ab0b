/** How fast the engine of Astromagie is, on the moves of the committed games. */
import { fileURLToPath } from 'node:url';
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { State } from '../../domain/astromagie/types.ts';
import type { Chance } from '../../domain/chance.ts';
import { firstSeats, type Seat } from '../../domain/seat.ts';
import { scriptedDecks } from '../vectors/astromagie.ts';
import { atLeast, atMost, costOf, micros, rate } from './cost.ts';
import { readVectors } from './engine-kit.ts';
import { type Figure, printed } from './figure.ts';

interface Ply {
  readonly seat: Seat;
  readonly text: string;
  readonly before: State;
  /** All of the commit's: the draw too, and what followed from it. */
  readonly events: readonly AstromagieEvent[];
  readonly json: string;
}

interface Match {
  readonly dealing: State;
  readonly decks: readonly (readonly string[])[];
  readonly dealt: string;
  readonly plies: readonly Ply[];
}

const REPLAYED_TURNS = 60;

function readMatches(): Match[] {
  return readVectors('astromagie.jsonl').map((entry) => {
    const decks = listIn(entry.deckOrders).map((order) => listIn(order).map(String));
    const dealing = astromagie.setup(
      { targetScore: null, timeLimit: null, deals: null },
      firstSeats(Number(entry.players)),
    );
    // A time limit is left out, and every end but that of a deal, so that after the moves another deal may follow.
    const { chance } = scriptedDecks([...decks, ...decks]);
    const dealt = astromagie.draw(dealing, chance);
    let state = fold(dealing, dealt);
    const plies = listIn(entry.moves).map((move): Ply => {
      const text = String(move);
      const seat = moverOf(state);
      const before = state;
      const events = eventsOf(before, seat, text, chance);
      state = fold(before, events);
      return { seat, text, before, events, json: JSON.stringify(events) };
    });
    return { dealing, decks, dealt: JSON.stringify(dealt), plies };
  });
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function moverOf({ phase }: State): Seat {
  return phase.type === 'playing' ? phase.seat : 1;
}

function decided(state: State, seat: Seat, text: string): readonly AstromagieEvent[] {
  const move = astromagie.parseMove(text);
  if (move === null) throw new Error(`no move: ${text}`);
  const verdict = astromagie.decide(state, seat, move);
  if (!verdict.ok) throw new Error(`${text}: ${verdict.refusal.message}`);
  return verdict.events;
}

function eventsOf(state: State, seat: Seat, text: string, chance: Chance): readonly AstromagieEvent[] {
  const events = decided(state, seat, text);
  return [...events, ...astromagie.draw(fold(state, events), chance)];
}

function fold(state: State, events: readonly AstromagieEvent[]): State {
  let next = state;
  for (const event of events) next = astromagie.evolve(next, event);
  return next;
}

export function astromagieFigures(): Figure[] {
  const matches = readMatches();
  const plies = matches.flatMap((match) => match.plies);
  const long = matches
    .filter((match) => match.plies.length >= REPLAYED_TURNS)
    .map((match) => ({ ...match, plies: match.plies.slice(0, REPLAYED_TURNS) }));

  const overPlies = (each: (ply: Ply) => number) =>
    costOf(plies.length, () => plies.reduce((sum, ply) => sum + each(ply), 0));
  const overMatches = (each: (match: Match) => number) =>
    costOf(long.length, () => long.reduce((sum, match) => sum + each(match), 0));

  const known = new Map(plies.map(({ text }) => [text, text.length]));
  const lookUp = overPlies(({ text }) => known.get(text) ?? 0);
  const lookUpAll = overMatches((match) => match.plies.reduce((sum, { text }) => sum + (known.get(text) ?? 0), 0));
  const copy = overPlies(({ before, events }) => copies(before, events.length));
  const parseAll = overMatches((match) => match.plies.reduce((sum, { json }) => sum + eventsFrom(json).length, 0));

  const withLegal = overPlies(
    ({ before, seat, text }) => toldMoves(before, seat) + fold(before, decided(before, seat, text)).turn,
  );
  const alone = overPlies(({ before, seat, text }) => fold(before, decided(before, seat, text)).turn);
  const evolving = overPlies(({ before, events }) => fold(before, events).turn);
  const fromMoves = overMatches(replayTexts);
  const fromJson = overMatches(replayJson);

  const looked = { name: 'one Map look-up of each text', value: rate(lookUp) };
  const copied = { name: 'one literal copy of the state an event', value: rate(copy) };
  const lookedAll = { name: looked.name, value: micros(lookUpAll) };
  const parsedAll = { name: 'JSON.parse alone', value: micros(parseAll) };
  return [
    atLeast('Astromagie, legal moves with points, and a validated move', withLegal, 'moves/s', 100_000, looked),
    atLeast('Astromagie, validated move from text', alone, 'moves/s', 100_000, looked),
    atLeast('Astromagie, evolve', evolving, 'commits/s', 1_500_000, copied),
    atMost(`Astromagie, ${REPLAYED_TURNS} turns from move texts`, fromMoves, 150, lookedAll),
    atMost(`Astromagie, ${REPLAYED_TURNS} turns from JSON events`, fromJson, 150, parsedAll),
  ];
}

/** Every legal move in words, which tell the points. */
function toldMoves(state: State, seat: Seat): number {
  let length = 0;
  for (const move of astromagie.legalMoves(state, seat)) length += astromagie.explain(state, seat, move).length;
  return length;
}

/** From the shuffled decks and the moves alone. */
function replayTexts({ dealing, decks, plies }: Match): number {
  const { chance } = scriptedDecks([...decks, ...decks]);
  let state = fold(dealing, astromagie.draw(dealing, chance));
  for (const { text } of plies) {
    const moved = fold(state, decided(state, moverOf(state), text));
    state = fold(moved, astromagie.draw(moved, chance));
  }
  return state.turn;
}

function replayJson({ dealing, dealt, plies }: Match): number {
  let state = fold(dealing, eventsFrom(dealt));
  for (const { json } of plies) state = fold(state, eventsFrom(json));
  return state.turn;
}

/** Trusted: the bench has written these texts itself. */
function eventsFrom(json: string): readonly AstromagieEvent[] {
  return JSON.parse(json);
}

function copies(state: State, count: number): number {
  let copy = state;
  for (let i = 0; i < count; i += 1) {
    const { limits, deal, gone, phase, turn, hands, pile, row, discards, tally } = copy;
    copy = { limits, deal, gone, phase, turn, hands, pile, row, discards, tally };
  }
  return copy.turn;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const figure of astromagieFigures()) console.log(printed(figure));
}
