/** From the log to the lists. Safe to repeat, and to run late: it goes by the log as it stands, not by the notice. */
import type { Catalogue } from '../../domain/games.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import { seatOf } from '../../domain/match/play.ts';
import { seeMatch } from '../../domain/match/sight.ts';
import type { MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Lists } from '../store/lists.ts';
import type { MatchLog } from '../store/match-log.ts';

export interface Projection {
  readonly log: MatchLog;
  readonly lists: Lists;
  readonly games: Catalogue;
}

/** Brings the lists of one match up to its log. */
export async function projectMatch({ log, lists, games }: Projection, match: MatchId): Promise<void> {
  const loaded = await log.load(match);
  if (loaded === null) return;
  const { state } = loaded;
  const {
    position: _position,
    view: _view,
    chance: _chance,
    ...listed
  } = seeMatch(gameOf(state, games), state, 'onlooker');
  if (state.visibility === 'public') await lists.put('public', listed);
  for (const { player } of state.seats) if (player !== null) await lists.put(`player#${player}`, listed);
  for (const player of whoLeft(state)) await lists.remove(`player#${player}`, listed);
  await lists.setProgress(match, state.head.seq);
}

function whoLeft(state: MatchState): readonly PlayerId[] {
  return Object.keys(state.departed).filter((id): id is PlayerId => seatOf(state, id) === undefined);
}
