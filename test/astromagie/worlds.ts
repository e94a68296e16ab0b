/**
 * Two worlds that differ only in what a viewer may not know.
 *
 * A match is played in the first. Then the cards that the viewer has never seen change places in the decks, and the
 * same moves are made in a second one. Whatever the viewer can get out of the two must be the same to the byte, but
 * for digests and what is hashed from them: otherwise it tells of hidden cards.
 */
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import type { astromagie } from '../../domain/astromagie/index.ts';
import type { CardCode } from '../../domain/astromagie/types.ts';
import type { Viewer } from '../../domain/sealed.ts';
import type { Seat } from '../../domain/seat.ts';
import type { Random } from '../support/random.ts';
import { scriptedDecks } from '../vectors/astromagie.ts';

export type Astromagie = typeof astromagie;

/** By deal. */
export type Orders = readonly (readonly CardCode[])[];

export type Step =
  | { readonly type: 'move'; readonly seat: Seat; readonly text: string }
  | { readonly type: 'resign'; readonly seat: Seat }
  | { readonly type: 'time' };

/** The game, whose deals come in these orders whatever the seed says. */
export function gameIn(game: Astromagie, orders: Orders): Astromagie {
  return {
    ...game,
    draw: (state) => {
      const order = orders[state.deal.number] ?? orders[0] ?? [];
      return game.draw(state, scriptedDecks([order]).chance);
    },
  };
}

type Owner = Seat | 'pile' | 'everybody';

/** Where each card of each deck has come to: who has ever seen it. */
export class Knowledge {
  private readonly owners: Owner[][] = [];
  private readonly orders: Orders;

  constructor(orders: Orders) {
    this.orders = orders;
  }

  learn(events: readonly AstromagieEvent[]): void {
    for (const event of events) {
      if (event.type === 'dealt') {
        const hands = event.hands.flatMap(({ seat, cards }) => cards.value.map((): Owner => seat));
        this.owners.push([...hands, ...event.pile.value.map((): Owner => 'pile')]);
      } else if (event.type === 'drew') {
        for (let n = 0; n < event.count; n += 1) this.give('pile', event.seat);
      } else if (event.type === 'discarded') this.give(event.seat, 'everybody', event.card);
      else if (event.type === 'played') for (const { card } of event.cards) this.give(event.seat, 'everybody', card);
    }
  }

  /** The first card of that owner, and of that code if it matters, gets another. */
  private give(from: Owner, to: Owner, card?: CardCode): void {
    const owners = this.owners.at(-1) ?? [];
    const order = this.orders[this.owners.length - 1] ?? [];
    const index = owners.findIndex((owner, i) => owner === from && (card === undefined || order[i] === card));
    if (index < 0) throw new Error(`${from} has no ${card}`);
    owners[index] = to;
  }

  /** The decks with the cards that the viewer has never seen in other places. */
  othersFor(viewer: Viewer, random: Random): Orders {
    return this.orders.map((order, deal) => {
      const owners = this.owners[deal];
      if (owners === undefined) return shuffled(order, random);
      const hidden = owners.flatMap((owner, i) => (owner === 'everybody' || owner === viewer ? [] : [i]));
      const cards = shuffled(hidden, random).map((i) => order[i] ?? '');
      const other = [...order];
      for (const [n, i] of hidden.entries()) other[i] = cards[n] ?? '';
      return other;
    });
  }
}

export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  const order: Item[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}

/** Digests, and the hashes that hang on them, tell nothing as long as their salts are not told. */
export function masked(text: string): string {
  return text.replace(/[0-9a-f]{64}/g, '#');
}

/** Ends of deals and matches show that nobody holds a zodiac any more (AS-42): a world without them is another story. */
export function endsIn(events: readonly AstromagieEvent[]): string {
  return events.flatMap(({ type }) => (type === 'deal-ended' || type === 'game-ended' ? [type] : [])).join();
}
