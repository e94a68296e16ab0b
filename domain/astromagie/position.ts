/** The canonical text of a position: ten fields that everybody may see, and for a seat its hand. */
import type { Viewer } from '../sealed.ts';
import { type Deck, sorted } from './cards.ts';
import { placesOf } from './row.ts';
import { type CardCode, handOf, type Pair, type State } from './types.ts';

export function formatPosition(deck: Deck, state: State, viewer: Viewer, open: boolean): string {
  const { row, phase, pile, hands, discards, turn } = state;
  const fields = [
    placesOf(row)
      .map((card) => card ?? '-')
      .join('/'),
    list((row?.pairs ?? []).map(pairText)),
    row?.addedBy ?? '-',
    phase.type === 'playing' ? phase.seat : '-',
    pile.length,
    hands.map((hand) => hand.length).join(','),
    state.tally.scores.join(','),
    list(discards),
    state.limits.timePassed ? `${turn}!` : turn,
    state.deal.number,
  ];
  const handText = (hand: readonly CardCode[]) => list(sorted(deck, hand));
  if (open) fields.push(hands.map(handText).join('|'));
  else if (viewer !== 'onlooker') fields.push(handText(handOf(state, viewer)));
  return fields.join(' ');
}

export function pairText({ aspect, planet }: Pair): string {
  return `${aspect}+${planet}`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? '-' : texts.join(',');
}
