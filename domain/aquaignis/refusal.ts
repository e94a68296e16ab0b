/** The sentences of refused moves. */
import type { Refusal, RuleId } from '../game.ts';
import { ENTRY, forceOf, pieceIn } from './board.ts';
import type { Obstacle } from './legal.ts';
import { type Action, flowsOf, isFlow, type Move } from './moves.ts';
import { type Flow, nameOf, otherSide, type Side, type State, seatOf } from './types.ts';

function refuse(rule: RuleId, message: string): Refusal {
  return { rule, message };
}

export function noSuchFlow(move: Move): Refusal {
  const flow = flowsOf(move).find((each) => !isFlow(each));
  return refuse('AQ-1', `There is no flow ${flow}: the flows are 1 to 7.`);
}

export function notYourTurn(mover: Side): Refusal {
  return refuse('AQ-7', `It is ${nameOf(mover)}'s turn (seat ${seatOf(mover)}).`);
}

export function matchOver(): Refusal {
  return refuse('AQ-41', 'The match is over: nobody is to move.');
}

export function refusalFor(state: State, side: Side, action: Action, obstacle: Obstacle): Refusal {
  switch (action.type) {
    case 'charge-barrier':
      return refuseBarrierCharge(obstacle);
    case 'jump':
      return refuseJump(state, side, action.from, action.to, obstacle);
    default:
      return refuseInFlow(state, side, action.flow, obstacle);
  }
}

function refuseBarrierCharge(obstacle: Obstacle): Refusal {
  return obstacle === 'charge-no-barrier'
    ? refuse('AQ-12', 'You have no Barrier to charge.')
    : refuse('AQ-12', 'Your Barrier already has durability 4, the most there is.');
}

function refuseInFlow(state: State, side: Side, flow: Flow, obstacle: Obstacle): Refusal {
  const own = forceOf(state, side);
  const foe = forceOf(state, otherSide(side));
  const charge = pieceIn(own.pieces, flow)?.charge ?? 0;
  const crownFlow = own.pieces.findIndex((piece) => piece?.charge === 4) + 1;
  const enemy = nameOf(otherSide(side));
  const nothing = `You have no ordinary piece in flow ${flow}`;
  switch (obstacle) {
    case 'spawn-on-piece': {
      const blocker = pieceIn(foe.pieces, flow)?.charge ?? 0;
      return refuse(
        'AQ-10',
        `${enemy}'s piece of charge ${blocker} stands on your entry slot ${ENTRY[side]} of flow ${flow}.`,
      );
    }
    case 'spawn-on-barrier':
      return refuse('AQ-10', `${enemy}'s Barrier stands on your entry slot ${ENTRY[side]} of flow ${flow}.`);
    case 'charge-nothing':
      return refuse('AQ-11', `${nothing} to charge.`);
    case 'charge-crown':
      return refuse('AQ-11', `Your piece in flow ${flow} is a Crown: 4 is the highest charge.`);
    case 'charge-second-crown':
      return refuse('AQ-11', `You already have a Crown, in flow ${crownFlow}; the piece in flow ${flow} stays at 3.`);
    case 'advance-nothing':
      return refuse('AQ-13', `${nothing} to advance.`);
    case 'surge-nothing':
      return refuse('AQ-14', `${nothing} to surge.`);
    case 'surge-charge':
      return refuse('AQ-14', `A surge needs charge 3 exactly; your piece in flow ${flow} has charge ${charge}.`);
    case 'barrier-nothing':
      return refuse('AQ-15', `${nothing} to make a Barrier of.`);
    default:
      return refuse(
        'AQ-15',
        `You already have a Barrier, on slot ${own.barrier?.slot} of flow ${own.barrier?.flow}; there is only one.`,
      );
  }
}

function refuseJump(state: State, side: Side, from: Flow, to: Flow, obstacle: Obstacle): Refusal {
  const foe = forceOf(state, otherSide(side));
  const jumper = pieceIn(forceOf(state, side).pieces, from);
  const target = pieceIn(foe.pieces, to);
  const enemy = nameOf(otherSide(side));
  switch (obstacle) {
    case 'jump-nothing':
      return refuse('AQ-16', `You have no ordinary piece in flow ${from} to jump with.`);
    case 'jump-weak':
      return refuse('AQ-16', `A jump needs charge 2 or more; your piece in flow ${from} has charge 1.`);
    case 'jump-no-target':
      return refuse('AQ-16', `${enemy} has no ordinary piece in flow ${to} to jump at.`);
    case 'jump-into-barrier':
      return refuse(
        'AQ-17',
        `${enemy}'s Barrier on slot ${foe.barrier?.slot} shields flow ${to} from all but a Crown.`,
      );
    case 'jump-onto-barrier':
      return refuse(
        'AQ-17',
        `The piece on slot ${target?.slot} of flow ${to} stands on its Barrier: no jump reaches it.`,
      );
    default:
      return refuse(
        'AQ-16',
        `Your piece on slot ${jumper?.slot} of flow ${from} does not reach the one on slot ${target?.slot} of flow ${to}: ` +
          'a jump goes to the same slot of an adjacent flow, from slot 3 to slot 3 of any flow, ' +
          'or between your linked flows to the same slot or one further forward.',
      );
  }
}
