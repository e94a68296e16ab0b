/** Fills in what a player's feed lacks of the time that entries are kept, across matches in the order of their times. */
import { gameOf } from '../../domain/match/evolve.ts';
import { noticesOf } from '../../domain/match/notices.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { KeepingApart } from '../play/apart.ts';
import { stepsAfter } from '../play/steps.ts';
import type { FeedFiller, NumberedTelling } from '../store/feed-filler.ts';
import { isPast, placeOf } from '../store/feed-items.ts';
import type { Talk } from '../store/talk.ts';
import type { Projection } from './project.ts';
import { missingTalk } from './rebuild-talk.ts';

/**
 * `matches` are all that the player has had a seat in, or been invited to, lately, each with the number of its newest commit. How many items
 * were added.
 */
export async function rebuildFeed(
  from: Pick<Projection, 'log' | 'games'> & KeepingApart & { readonly talk: Pick<Talk, 'read'> },
  feed: FeedFiller,
  player: PlayerId,
  matches: AsyncIterable<{ readonly match: MatchId; readonly seq: number }>,
  now: Date,
): Promise<number> {
  const missing: NumberedTelling[] = [];
  for await (const { match, seq } of matches) {
    if (feed.toldOf(match) < seq) missing.push(...(await missingOf(from, match, feed.toldOf(match), player, now)));
    missing.push(...(await missingTalk(from, match, feed.toldOfTalk(match), player, now)));
  }
  missing.sort(byTime);
  let added = 0;
  for (const telling of missing) if (await feed.add(telling)) added += 1;
  return added;
}

async function missingOf(
  { log, games }: Pick<Projection, 'log' | 'games'>,
  match: MatchId,
  told: number,
  player: PlayerId,
  now: Date,
): Promise<readonly NumberedTelling[]> {
  const state = (await log.load(match))?.state;
  if (state === undefined || isPast(state.at, now)) return [];
  const game = gameOf(state, games);
  const missing: NumberedTelling[] = [];
  for (let done = told; ; ) {
    const steps = await stepsAfter(log, games, match, done);
    const last = steps.at(-1);
    if (last === undefined) return missing;
    for (const step of steps) {
      const { seq, at } = step.commit;
      if (isPast(at, now)) continue;
      const notices = noticesOf(game, step).get(player) ?? [];
      if (notices.length > 0) missing.push({ source: { match, seq }, at, notices });
    }
    done = last.after.head.seq;
  }
}

function byTime(a: NumberedTelling, b: NumberedTelling): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  const [one, two] = [placeOf(a.source), placeOf(b.source)];
  if (one.name !== two.name) return one.name < two.name ? -1 : 1;
  return one.seq - two.seq;
}
