/** The player's matches and forks. What was played in them is in their records, which prove themselves. */
import { gameOf } from '../../../domain/match/evolve.ts';
import { seeFork } from '../../../domain/match/fork-life.ts';
import { isPersonal } from '../../../domain/match/personal.ts';
import { seeMatch, viewerOf } from '../../../domain/match/sight.ts';
import type { MatchId } from '../../../domain/match/types.ts';
import type { ListedSight } from '../../store/lists.ts';
import type { Asking, Placed } from './section.ts';

const PAGE = 100;

/** Newest first. */
export async function* ownMatches({ deps, player }: Asking, after: string) {
  for (let from = after === '' ? null : after; ; ) {
    const list = `player#${player.id}` as const;
    const page = await deps.lists.page({ list, status: null, game: null, limit: PAGE, after: from });
    for (const match of page.matches) {
      yield { entry: await ownMatch({ deps, player }, match), place: `${match.createdAt}#${match.id}` };
    }
    if (page.next === null) return;
    from = page.next;
  }
}

async function ownMatch({ deps, player }: Pick<Asking, 'deps' | 'player'>, listed: ListedSight) {
  const { id, game, rules, visibility, rated, status, seats, outcome, createdAt, startedAt, finishedAt } = listed;
  return {
    ...{ id, game, rules, options: await optionsOf({ deps, player }, listed), visibility, rated, status },
    seats: seats.flatMap((each) => (each.player === player.id ? [each.seat] : [])),
    ...{ outcome, createdAt, startedAt, finishedAt },
    record: recordOf(id),
  };
}

/** Lists tell nobody what is personal in them. */
async function optionsOf({ deps, player }: Pick<Asking, 'deps' | 'player'>, { id, options, ...match }: ListedSight) {
  const game = gameOf(match, deps.games);
  if (!isPersonal(game, options)) return options;
  const state = (await deps.log.load(id))?.state;
  return state === undefined ? options : seeMatch(game, state, viewerOf(game, state, player.id)).options;
}

export async function* ownForks({ deps, player }: Asking, after: string) {
  for await (const id of deps.traces.of(player.id, 'fork', after)) {
    const state = (await deps.log.load(id))?.state;
    if (state === undefined) continue;
    const { game, rules, status, createdAt } = state;
    yield {
      entry: { id, game, rules, status, fork: seeFork(state), createdAt, record: recordOf(id) },
      place: id,
    } satisfies Placed<unknown>;
  }
}

function recordOf(match: MatchId): string {
  return `/v1/matches/${match}/record`;
}
