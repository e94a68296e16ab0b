/** The player's rating after each rated match, by game. */
import { isMatchId } from '../../../domain/match/ids.ts';
import type { Asking } from './section.ts';

/** A place is a game, when a match of it ended, and its id. */
export async function* ownRatings({ deps, player }: Asking, after: string) {
  const [game = '', finishedAt = '', match = ''] = after.split(' ');
  const names = deps.games.current.map(({ id }) => id).sort();
  for (const name of names.filter((each) => each >= game)) {
    const from = name === game && isMatchId(match) ? { game, finishedAt, match } : null;
    for await (const { standing, ...of } of deps.ratingHistory.of(name, player.id, from)) {
      const { rating, deviation, volatility, matches } = standing;
      const place = `${name} ${of.finishedAt} ${of.match}`;
      yield { entry: { ...of, rating, deviation, volatility, matches }, place };
    }
  }
}
