/** Positions as text (the form is in the rules): one position, one text. */
import { BREAKTHROUGHS_TO_WIN, EMPTY_PIECES, NEIGHBOURS, pieceIn, placed } from './board.ts';
import { MOST_TURNS, positionMark, UNKNOWN_START } from './draws.ts';
import { canAct } from './legal.ts';
import {
  type Barrier,
  CHARGES,
  type Charge,
  FLOWS,
  type Flow,
  type Force,
  type Link,
  type Phase,
  type Pieces,
  type Side,
  SLOTS,
  type Slot,
  type State,
  sideToMove,
} from './types.ts';

export function formatPosition(state: State): string {
  const { turn, phase, aqua, ignis } = state;
  const board = FLOWS.map((flow) => formatFlow(aqua, ignis, flow)).join('/');
  const side = phase.type === 'playing' ? (sideToMove(turn) === 'aqua' ? 'a' : 'i') : '-';
  const actions = phase.type === 'playing' ? phase.actionsLeft : 0;
  const links = [formatLink('a', aqua.link, turn), formatLink('i', ignis.link, turn)].filter((text) => text !== '');
  return `${board} ${side} ${actions} ${aqua.breakthroughs}-${ignis.breakthroughs} ${links.join(',') || '-'} ${turn}`;
}

function formatFlow(aqua: Force, ignis: Force, flow: Flow): string {
  const parts: string[] = [];
  for (const slot of SLOTS) {
    if (aqua.barrier?.flow === flow && aqua.barrier.slot === slot) parts.push(`A${aqua.barrier.durability}@${slot}`);
    if (ignis.barrier?.flow === flow && ignis.barrier.slot === slot) parts.push(`I${ignis.barrier.durability}@${slot}`);
    const ofAqua = pieceIn(aqua.pieces, flow);
    const ofIgnis = pieceIn(ignis.pieces, flow);
    if (ofAqua?.slot === slot) parts.push(`a${ofAqua.charge}@${slot}`);
    if (ofIgnis?.slot === slot) parts.push(`i${ofIgnis.charge}@${slot}`);
  }
  return parts.join(',') || '-';
}

function formatLink(owner: 'a' | 'i', link: Link | null, turn: number): string {
  return link === null ? '' : `${owner}${link.flows.join('')}${link.lastTurn > turn ? '+' : ''}`;
}

const FIELDS = /^(\S+) ([ai-]) ([012]) ([0-4])-([0-4]) (\S+) ([1-9][0-9]{0,3})$/;
const PIECE = /^([aiAI])([1-4])@([0-6])$/;
const LINK = /^([ai])([1-7])([1-7])(\+?)$/;

/**
 * Null if the text is no position, or not in its canonical form, or one that the rules cannot lead to: a second Crown
 * or Barrier, two sides on one slot, a turn with the wrong side, a mover who can do nothing. The history for draws
 * begins with it; of a finished game only a win can be told from the text.
 */
export function parsePosition(text: string): State | null {
  const [, board, mover, actions, forAqua, forIgnis, links, turnText] = FIELDS.exec(text) ?? [];
  if (board === undefined || links === undefined) return null;
  const turn = Number(turnText);
  const phase = readPhase(turn, mover ?? '', Number(actions), Number(forAqua), Number(forIgnis));
  const pieces = readBoard(board);
  if (phase === null || pieces === null) return null;
  const aqua = readForce('aqua', pieces, Number(forAqua), links, turn);
  const ignis = readForce('ignis', pieces, Number(forIgnis), links, turn);
  if (aqua === null || ignis === null || collide(aqua, ignis)) return null;
  const atStart = phase.type === 'playing' && (phase.actionsLeft === 2 || turn === 1);
  const quietStarts = [atStart ? positionMark(turn, aqua, ignis) : UNKNOWN_START];
  const state: State = { turn, phase, aqua, ignis, eventful: false, quietStarts };
  if (phase.type === 'playing' && !canAct(state, sideToMove(turn))) return null;
  if (phase.type === 'playing' && phase.actionsLeft === 2 && isFreshLink(state)) return null;
  // Whatever the patterns let through in another order or spelling is not canonical.
  return formatPosition(state) === text ? state : null;
}

function readPhase(turn: number, mover: string, actions: number, forAqua: number, forIgnis: number): Phase | null {
  const wonByAqua = forAqua >= BREAKTHROUGHS_TO_WIN;
  const wonByIgnis = forIgnis >= BREAKTHROUGHS_TO_WIN;
  if (wonByAqua && wonByIgnis) return null;
  if (mover === '-') {
    if (actions !== 0 || turn > MOST_TURNS + 1) return null;
    if (wonByAqua || wonByIgnis) return { type: 'won', winner: wonByAqua ? 'aqua' : 'ignis' };
    return { type: 'halted' };
  }
  if (wonByAqua || wonByIgnis || turn > MOST_TURNS) return null;
  if ((sideToMove(turn) === 'aqua' ? 'a' : 'i') !== mover) return null;
  if (actions === 1) return { type: 'playing', actionsLeft: 1 };
  return actions === 2 && turn > 1 ? { type: 'playing', actionsLeft: 2 } : null;
}

interface Placed {
  readonly letter: string;
  readonly charge: Charge;
  readonly flow: Flow;
  readonly slot: Slot;
}

function readBoard(text: string): Placed[] | null {
  const flows = text.split('/');
  if (flows.length !== FLOWS.length) return null;
  const all: Placed[] = [];
  for (const flow of FLOWS) {
    const inFlow = flows[flow - 1] ?? '';
    if (inFlow === '-') continue;
    for (const part of inFlow.split(',')) {
      const [, letter, chargeText, slotText] = PIECE.exec(part) ?? [];
      const charge = CHARGES.find((each) => String(each) === chargeText);
      const slot = SLOTS.find((each) => String(each) === slotText);
      if (letter === undefined || charge === undefined || slot === undefined) return null;
      all.push({ letter, charge, flow, slot });
    }
  }
  return all;
}

function readForce(side: Side, all: Placed[], breakthroughs: number, links: string, turn: number): Force | null {
  const [forPiece, forBarrier] = side === 'aqua' ? ['a', 'A'] : ['i', 'I'];
  let pieces: Pieces = EMPTY_PIECES;
  let barrier: Barrier | null = null;
  let crowns = 0;
  for (const { letter, charge, flow, slot } of all) {
    if (letter === forBarrier) {
      if (barrier !== null) return null;
      barrier = { flow, slot, durability: charge };
    } else if (letter === forPiece) {
      if (pieceIn(pieces, flow) !== null) return null;
      pieces = placed(pieces, flow, { charge, slot });
      if (charge === 4) crowns += 1;
    }
  }
  const link = readLink(side, links, turn);
  return crowns > 1 || link === undefined ? null : { pieces, barrier, link, breakthroughs };
}

/** Null if this side has no link, undefined if the text is none that it could have. */
function readLink(side: Side, links: string, turn: number): Link | null | undefined {
  if (links === '-') return null;
  const texts = links.split(',');
  const [text, second] = texts.filter((each) => each.startsWith(side === 'aqua' ? 'a' : 'i'));
  if (texts.length > 2 || second !== undefined) return undefined;
  if (text === undefined) return null;
  const [, , lowText, highText, plus] = LINK.exec(text) ?? [];
  const flows = FLOWS.map((flow) => NEIGHBOURS[flow]).find(([a, b]) => String(a) === lowText && String(b) === highText);
  if (flows === undefined) return undefined;
  if (side !== sideToMove(turn)) return plus === '+' ? { flows, lastTurn: turn + 1 } : undefined;
  return { flows, lastTurn: plus === '+' ? turn + 2 : turn };
}

function collide(aqua: Force, ignis: Force): boolean {
  return FLOWS.some((flow) => {
    const theirs = slotsIn(ignis, flow);
    return slotsIn(aqua, flow).some((slot) => theirs.includes(slot));
  });
}

function slotsIn(force: Force, flow: Flow): Slot[] {
  const slots: Slot[] = [];
  const piece = pieceIn(force.pieces, flow);
  if (piece !== null) slots.push(piece.slot);
  if (force.barrier?.flow === flow) slots.push(force.barrier.slot);
  return slots;
}

/** A link made in this turn took an action to make. */
function isFreshLink(state: State): boolean {
  return state[sideToMove(state.turn)].link?.lastTurn === state.turn + 2;
}
