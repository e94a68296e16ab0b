/** What a part of one's data is to the file that all of it is in. */
import type { Player } from '../../store/players.ts';
import type { Token } from '../../store/tokens.ts';
import type { ApiDeps } from '../deps.ts';

/** Whose data, and with which token they are asked for. */
export interface Asking {
  readonly deps: ApiDeps;
  readonly player: Player;
  readonly token: Token;
  readonly at: Date;
}

export interface Placed<Entry> {
  readonly entry: Entry;
  /** From which a later request goes on after this entry; not empty. */
  readonly place: string;
}

/** Entries in an order that does not change, after a place; `''`: from the first. As far as the player may see them. */
export type Section<Entry> = (asking: Asking, after: string) => AsyncIterable<Placed<Entry>>;

/** Of a few that are read at once. */
export function fewOf<Entry extends { readonly id: string }>(
  read: (asking: Asking) => Promise<readonly Entry[]>,
): Section<Entry> {
  return async function* few(asking, after) {
    const all = await read(asking);
    for (const entry of all.slice(all.findIndex(({ id }) => id === after) + 1)) yield { entry, place: entry.id };
  };
}
