/** Why a move is refused: the lowest rule that it breaks, and a sentence. Nothing here looks at another's hand. */
import type { Refusal, RuleId } from '../game.ts';
import type { Seat } from '../seat.ts';
import { cardOf, type Deck, type Placement, POSITIONS_OF, planetOf } from './cards.ts';
import { aspectValue, liesOnTop } from './legal.ts';
import type { Laid, Move } from './moves.ts';
import { placesOf, placesWith } from './row.ts';
import { bit, firstGap, shapeBroken, takenIn } from './shape.ts';
import { type CardCode, handOf, MOST_A_TURN, POSITIONS, type Row, type State } from './types.ts';

type Judged =
  | { readonly ok: true; readonly play: readonly Placement[] }
  | { readonly ok: true; readonly discard: CardCode }
  | { readonly ok: false; readonly refusal: Refusal };

export function refuse(rule: RuleId, message: string) {
  return { ok: false, refusal: { rule, message } } as const;
}

/** Judged as a whole, rule by rule from the lowest (AS-14). */
export function judge(deck: Deck, state: State, seat: Seat, move: Move): Judged {
  const hand = handOf(state, seat);
  if (move.type === 'discard') {
    const [card] = move.cards;
    if (card === undefined || move.cards.length > 1) {
      return refuse('AS-11', `Exactly one card is discarded, not ${move.cards.length}.`);
    }
    return hand.includes(card) ? { ok: true, discard: card } : refuse('AS-11', `You do not hold ${card}.`);
  }
  const { cards } = move;
  if (cards.length < 1 || cards.length > MOST_A_TURN) {
    return refuse('AS-11', `A turn lays 1, 2 or 3 cards, not ${cards.length}.`);
  }
  const missing = firstNotHeld(hand, cards);
  if (missing !== null) return refuse('AS-11', missing);
  return judgePlaces(deck, state.row, cards);
}

function firstNotHeld(hand: readonly CardCode[], cards: readonly Laid[]): string | null {
  for (const { card } of cards) {
    let needed = 0;
    for (const each of cards) if (each.card === card) needed += 1;
    let held = 0;
    for (const each of hand) if (each === card) held += 1;
    if (held < needed) return held === 0 ? `You do not hold ${card}.` : `You hold ${held} ${card}, not ${needed}.`;
  }
  return null;
}

function judgePlaces(deck: Deck, row: Row | null, cards: readonly Laid[]): Judged {
  const play: Placement[] = [];
  for (const laid of cards) {
    const placement = placed(deck, laid);
    if (placement === null) return refuse('AS-20', misplaced(deck, laid));
    play.push(placement);
  }
  let filled = 0;
  let doubled: Placement | null = null;
  for (const each of play) {
    if ((filled & bit(each.at)) !== 0 && (doubled === null || doubled.at > each.at)) doubled = each;
    filled |= bit(each.at);
  }
  if (doubled !== null && doubled.at < 5) {
    return refuse('AS-20', `Position ${doubled.at} holds one card; you laid two there.`);
  }
  const broken = shapeBroken(takenIn(row), filled);
  if (broken !== null || doubled !== null) return refuseShape(broken ?? 'AS-23', row, play, filled);
  return refusePair(deck, row, play) ?? { ok: true, play };
}

/** Null where a card of that kind does not go there. */
function placed(deck: Deck, { card, at }: Laid): Placement | null {
  for (const position of POSITIONS_OF[cardOf(deck, card).kind]) if (position === at) return { card, at: position };
  return null;
}

function misplaced(deck: Deck, { card, at }: Laid): string {
  if (!POSITIONS.some((each) => each === at)) return `There is no position ${at}: a row has the positions 1 to 6.`;
  const { kind } = cardOf(deck, card);
  const article = /^[aeiou]/.test(kind) ? 'an' : 'a';
  return `${card} is ${article} ${kind} and goes to position ${POSITIONS_OF[kind].join(' or ')}, not ${at}.`;
}

function refuseShape(
  rule: 'AS-20' | 'AS-21' | 'AS-22' | 'AS-23',
  row: Row | null,
  play: readonly Placement[],
  filled: number,
) {
  switch (rule) {
    case 'AS-20': {
      const at = play.find((each) => (takenIn(row) & bit(each.at)) !== 0)?.at ?? 1;
      return refuse(rule, `Position ${at} is taken by ${placesOf(row)[at - 1]}.`);
    }
    case 'AS-21':
      return refuse(rule, 'No row is on the table: open one with a zodiac at 3, or discard.');
    case 'AS-22': {
      const gap = firstGap(takenIn(row) | filled);
      return refuse(rule, `No gaps: position ${gap?.at} needs a card at ${gap?.needs}.`);
    }
    case 'AS-23':
      return refuse(rule, 'Positions 5 and 6 are filled together, one aspect and one planet, at most one pair a turn.');
  }
}

function refusePair(deck: Deck, row: Row | null, play: readonly Placement[]) {
  const aspect = play.find(({ at }) => at === 5);
  const planet = play.find(({ at }) => at === 6);
  const fourth = placesWith(row, play)[3];
  if (aspect === undefined || planet === undefined || fourth === null) return null;
  if (planetOf(deck, planet.card).planet === planetOf(deck, fourth).planet) {
    return refuse('AS-24', `The planet of a pair is not the one at position 4, which is ${fourth}.`);
  }
  const top = row?.pairs.at(-1);
  if (top === undefined) return null;
  if (!liesOnTop(deck, row, aspect)) {
    const [value, least] = [aspectValue(deck, aspect.card), aspectValue(deck, top.aspect)];
    return refuse('AS-25', `${aspect.card} has value ${value}; on ${top.aspect} goes ${least} or more.`);
  }
  if (!liesOnTop(deck, row, planet)) {
    const { number } = planetOf(deck, top.planet);
    return refuse('AS-25', `${planet.card} does not have the number ${number} of the top pair's ${top.planet}.`);
  }
  return null;
}
