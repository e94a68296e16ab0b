/** Events as sentences: what a move would do, in one line. */
import type { Seat } from '../seat.ts';
import { elementOf, sizeOf } from './board.ts';
import { decide } from './decide.ts';
import type { AbiegnusEvent, Erupted, TurnEnded } from './events.ts';
import type { Move } from './moves.ts';
import { REASON_TEXTS } from './outcome.ts';
import { NAMES } from './tables.ts';
import type { Pyramid, State } from './types.ts';

const SIZE_NAMES = { 1: 'small', 2: 'medium', 3: 'large' } as const;

export function explain(state: State, seat: Seat, move: Move): string {
  const verdict = decide(state, seat, move);
  if (!verdict.ok) return verdict.refusal.message;
  const line = verdict.events.map(describe).join('; ');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

function describe(event: AbiegnusEvent): string {
  switch (event.type) {
    case 'rolled':
      return `seat ${event.seat} rolls ${event.roll === '*' ? 'wild' : NAMES[event.roll]}`;
    case 'passed':
      return `seat ${event.seat} can move nothing and passes`;
    case 'cap-captured':
      return `the ${nameOf(event.pyramid)} on ${event.at} is captured`;
    case 'stepped':
      return `the ${NAMES[event.element]} cap steps from ${event.from} to ${event.to}`;
    case 'erupted':
      return describeEruption(event);
    case 'turn-ended':
      return describeTurnEnd(event);
    case 'ended':
      return `the game is over: ${REASON_TEXTS[event.reason].replace(/^./, lower).replace(/\.$/, '')}`;
  }
}

function describeEruption({ from, landings, cleared }: Erupted): string {
  const thrown = landings.map(
    ({ pyramid, to, captured }) => `${nameOf(pyramid)} to ${to}${captured ? ', captured' : ''}`,
  );
  return `${from} erupts${cleared ? ' and is cleared' : ''} (${thrown.join('; ')})`;
}

function describeTurnEnd({ by }: TurnEnded): string {
  return by === 'steps' ? 'with the 20th step the turn ends' : 'the turn ends';
}

function nameOf(pyramid: Pyramid): string {
  const element = elementOf(pyramid);
  return element === null ? 'Ptah' : `${NAMES[element]} ${SIZE_NAMES[sizeOf(pyramid)]}`;
}

function lower(letter: string): string {
  return letter.toLowerCase();
}
