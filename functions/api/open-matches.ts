/** Pages of the public lists for a player: without open matches of those from whom the player is kept apart. */
import { playersOf } from '../../domain/match/play.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { apartFrom, type KeepingApart } from '../play/apart.ts';
import { type ListedSight, type ListPage, type ListQuery, type Lists, placeOf } from '../store/lists.ts';

/** How often one request looks further when matches were left out, and how many matches at a time. */
const FURTHER_MOST = 5;
const FURTHER_PAGE = 100;

/** As full as the store gives them, as long as not hundreds of matches in a row are left out. */
export async function pageWithoutApart(
  deps: KeepingApart & { readonly lists: Pick<Lists, 'page'> },
  player: PlayerId,
  query: ListQuery,
): Promise<ListPage> {
  const matches: ListedSight[] = [];
  let page = await deps.lists.page(query);
  for (let further = 0; ; further += 1) {
    const room = query.limit - matches.length;
    const shown = await withoutApart(deps, player, page.matches);
    matches.push(...shown.slice(0, room));
    const last = matches.at(-1);
    if (shown.length > room && last !== undefined) return { matches, next: placeOf(last) };
    const isShort = matches.length < query.limit && shown.length < page.matches.length;
    if (!isShort || page.next === null || further === FURTHER_MOST) return { matches, next: page.next };
    page = await deps.lists.page({ ...query, limit: FURTHER_PAGE, after: page.next });
  }
}

async function withoutApart(
  deps: KeepingApart,
  player: PlayerId,
  matches: readonly ListedSight[],
): Promise<readonly ListedSight[]> {
  const playersIn = (match: ListedSight) => (match.status === 'open' ? playersOf(match) : []);
  const apart = await apartFrom(deps, player, matches.flatMap(playersIn));
  return matches.filter((match) => !playersIn(match).some((each) => apart.has(each)));
}
