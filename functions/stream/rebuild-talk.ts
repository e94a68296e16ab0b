/**
 * What a player's feed lacks of the talk of a match, of the time that entries are kept: of what was said since the player
 * sat down.
 */
import { talkNotices } from '../../domain/match/talk.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { apartFrom, type KeepingApart } from '../play/apart.ts';
import type { NumberedTelling } from '../store/feed-filler.ts';
import { isPast } from '../store/feed-items.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Talk } from '../store/talk.ts';

const PAGE = 100;
const NOBODY: ReadonlySet<PlayerId> = new Set();

/** `told`: the number of the last message that the feed tells of. */
export async function missingTalk(
  { log, talk, blocks }: KeepingApart & { readonly log: Pick<MatchLog, 'load'>; readonly talk: Pick<Talk, 'read'> },
  match: MatchId,
  told: number,
  player: PlayerId,
  now: Date,
): Promise<readonly NumberedTelling[]> {
  const missing: NumberedTelling[] = [];
  for (let done = told; ; ) {
    const messages = await talk.read(match, done, PAGE);
    const last = messages.at(-1);
    const state = last === undefined ? undefined : (await log.load(match))?.state;
    if (last === undefined || state === undefined) return missing;
    const authors = messages.map((message) => message.player);
    const apart = await apartFrom({ blocks }, player, authors);
    for (const message of messages) {
      const notice = talkNotices(state, message, NOBODY).get(player);
      if (notice === undefined || apart.has(message.player) || isPast(message.at, now)) continue;
      if (message.seq < (state.seats[notice.seat - 1]?.joinedIn ?? 0)) continue;
      missing.push({ source: { talk: match, number: message.number }, at: message.at, notices: [notice] });
    }
    done = last.number;
  }
}
