/** Bots for Aquaignis: they choose a legal move by what it would do. */
import type { AquaignisEvent } from '../../domain/aquaignis/events.ts';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { Move } from '../../domain/aquaignis/moves.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import type { Random } from './random.ts';

export type Bot = (state: State, random: Random) => string;

interface Option {
  readonly move: Move;
  readonly events: readonly AquaignisEvent[];
  readonly after: State;
}

function optionsIn(state: State): readonly Option[] {
  const [seat] = aquaignis.toMove(state);
  if (seat === undefined) throw new RangeError('nobody is to move');
  return aquaignis.legalMoves(state, seat).map((move) => {
    const verdict = aquaignis.decide(state, seat, move);
    if (!verdict.ok) throw new RangeError('a legal move was refused');
    return { move, events: verdict.events, after: verdict.events.reduce(aquaignis.evolve, state) };
  });
}

const destroys = ({ events }: Option) =>
  events.some(
    (event) =>
      (event.type === 'clashed' && (event.attackerLeft === 0 || event.defenderLeft === 0)) ||
      (event.type === 'jumped' && event.targetLeft === 0),
  );
const breaksThrough = ({ events }: Option) => events.some(({ type }) => type === 'broke-through');
const ends = ({ after }: Option) => after.phase.type !== 'playing';
const sacrifices = ({ events }: Option) =>
  events.some((event) => event.type === 'spawned' && event.sacrificed !== null);

/** Any legal move. */
export const anyMove: Bot = (state, random) => aquaignis.formatMove(random.pick(optionsIn(state)).move);

/**
 * Plays on and on: fills the board, goes without a destruction for as long as `quietFor` turns so that the history of
 * positions grows, then destroys something, and never breaks through unless it must.
 */
export function endless(quietFor: number): Bot {
  return (state, random) => {
    const all = optionsIn(state);
    const on = all.filter((option) => !ends(option));
    // Now and then whatever there is ends the game.
    const options = on.length > 0 ? on : all;
    const safe = options.filter((option) => !breaksThrough(option));
    const loud = safe.filter(destroys);
    const quiet = safe.filter((option) => !destroys(option));
    const restless = state.quietStarts.length > quietFor;
    const wanted = restless && loud.length > 0 ? loud : quiet.length > 0 ? quiet : safe.length > 0 ? safe : options;
    const dear = restless ? wanted : wanted.filter((option) => !sacrifices(option) || random.below(4) === 0);
    return aquaignis.formatMove(random.pick(dear.length > 0 ? dear : wanted).move);
  };
}

/** Breaks through where it can and hurries there otherwise, so that a game is soon won. */
export const hasty: Bot = (state, random) => {
  const options = optionsIn(state);
  const best = options.filter(breaksThrough);
  const unhurt = options.filter(
    ({ move, events }) => move.type === 'advance' && !events.some(({ type }) => type === 'clashed'),
  );
  const wanted = best.length > 0 ? best : unhurt.length > 0 && random.below(4) > 0 ? unhurt : options;
  return aquaignis.formatMove(random.pick(wanted).move);
};

/** A position's pieces and Barriers. */
export function piecesIn(state: State): number {
  return [state.aqua, state.ignis].reduce(
    (sum, { pieces, barrier }) => sum + pieces.filter((piece) => piece !== null).length + (barrier === null ? 0 : 1),
    0,
  );
}
