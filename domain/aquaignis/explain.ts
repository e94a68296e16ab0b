/** Events as sentences: what a move would do, in one line. */
import type { Seat } from '../seat.ts';
import { ENTRY } from './board.ts';
import { decide } from './decide.ts';
import type { AquaignisEvent, Charged, Clashed, Jumped } from './events.ts';
import type { Move } from './moves.ts';
import { nameOf, otherSide, type State } from './types.ts';

export function explain(state: State, seat: Seat, move: Move): string {
  const verdict = decide(state, seat, move);
  if (!verdict.ok) return verdict.refusal.message;
  const line = verdict.events
    .map(describe)
    .filter((clause) => clause !== '')
    .join('; ');
  return `${line}.`;
}

/** A clause without its stop; empty for what nobody needs to be told. */
function describe(event: AquaignisEvent): string {
  switch (event.type) {
    case 'spawned': {
      const where = `slot ${ENTRY[event.side]} of flow ${event.flow}`;
      if (event.cause === 'pulse') return `the pulse puts a piece of charge 1 on ${where}`;
      const lost = event.sacrificed;
      const given = lost === null ? '' : `, giving up the piece of charge ${lost.charge} on slot ${lost.slot}`;
      return `${nameOf(event.side)} puts a piece of charge 1 on ${where}${given}`;
    }
    case 'charged':
      return describeCharge(event);
    case 'barrier-charged':
      return `${nameOf(event.side)}'s Barrier in flow ${event.flow} gains 1, to durability ${event.durability}`;
    case 'barrier-raised': {
      const { side, flow, slot, durability } = event;
      return `${nameOf(side)}'s piece in flow ${flow} becomes a Barrier of durability ${durability} on slot ${slot}`;
    }
    case 'stepped':
      return `${nameOf(event.side)}'s piece in flow ${event.flow} moves to slot ${event.slot}`;
    case 'clashed':
      return describeClash(event);
    case 'broke-through':
      return `${nameOf(event.side)}'s piece leaves flow ${event.flow}: breakthrough ${event.breakthroughs}`;
    case 'surge-spent':
      return 'the surger is left with charge 1';
    case 'linked':
      return `flows ${event.flows.join(' and ')} are linked to the end of turn ${event.lastTurn}`;
    case 'jumped':
      return describeJump(event);
    case 'action-spent':
      return '';
    case 'passed':
      return `${nameOf(event.side)} can do nothing more in turn ${event.turn}, which passes`;
    case 'turn-began':
      return `turn ${event.turn} is ${nameOf(event.side)}'s`;
    case 'won':
      return `${nameOf(event.side)} wins`;
    case 'drawn':
      return `the game is drawn (${event.reason})`;
  }
}

function describeCharge({ side, flow, charge, cause }: Charged): string {
  const crown = charge === 4 ? ', a Crown' : '';
  switch (cause) {
    case 'action':
      return `${nameOf(side)}'s piece in flow ${flow} gains 1, to charge ${charge}${crown}`;
    case 'harmony':
      return `the linked piece in flow ${flow} gains 1 too, to charge ${charge}`;
    case 'pulse':
      return `the pulse raises the piece in flow ${flow} to charge ${charge}`;
  }
}

function describeClash(event: Clashed): string {
  const attacker = `${nameOf(event.side)}'s piece in flow ${event.flow}`;
  const what = event.against === 'piece' ? 'piece' : 'Barrier';
  const meets = `${attacker} meets ${nameOf(otherSide(event.side))}'s ${what} on slot ${event.at}`;
  return `${meets} and ${leftOf(event.attackerLeft)}; the ${what} ${leftOf(event.defenderLeft)}`;
}

function describeJump(event: Jumped): string {
  const jumper = `${nameOf(event.side)}'s piece jumps from flow ${event.flow} at the one on slot ${event.at} of flow ${event.into}`;
  const stays = event.lands
    ? `lands there with charge ${event.jumperLeft}`
    : `stays home with charge ${event.jumperLeft}`;
  return `${jumper} and ${stays}; the target ${leftOf(event.targetLeft)}`;
}

function leftOf(charge: number): string {
  return charge === 0 ? 'is destroyed' : `is left with ${charge}`;
}
