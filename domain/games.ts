/** The catalogue: one line a game and version of its rules. */
import { abiegnus } from './abiegnus/index.ts';
import { aquaignis } from './aquaignis/index.ts';
import { astromagie } from './astromagie/index.ts';
import type { AnyGame } from './game.ts';

export interface Catalogue {
  /** Every game in its newest version, in the order of the list. */
  readonly current: readonly AnyGame[];
  /** A game as a match recorded it. */
  find(id: string, version: string): AnyGame | undefined;
  /** The newest version of a game. */
  newest(id: string): AnyGame | undefined;
}

/** Of several versions of a game the last listed is the newest. */
export function catalogueOf(games: readonly AnyGame[]): Catalogue {
  const newest = new Map(games.map((game) => [game.id, game]));
  const byVersion = new Map(games.map((game) => [`${game.id}@${game.version}`, game]));
  return {
    current: [...newest.values()],
    find: (id, version) => byVersion.get(`${id}@${version}`),
    newest: (id) => newest.get(id),
  };
}

export const games: Catalogue = catalogueOf([abiegnus, aquaignis, astromagie]);
