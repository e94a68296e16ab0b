/**
 * From what is said in a match to the feeds of its seats, but for those who are kept apart from whoever said it. Safe to
 * repeat, to run late and twice at once: a feed knows each message by its number, and how far it has come is noted last.
 */
import { playersOf } from '../../domain/match/play.ts';
import { talkNotices } from '../../domain/match/talk.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { apartFrom, type KeepingApart } from '../play/apart.ts';
import type { Feeds } from '../store/feeds.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Talk } from '../store/talk.ts';

export interface TellingTalk extends KeepingApart {
  readonly talk: Pick<Talk, 'read' | 'told' | 'setTold'>;
  readonly log: Pick<MatchLog, 'load'>;
  readonly feeds: Pick<Feeds, 'append'>;
}

const PAGE = 50;

export async function tellTalk({ talk, log, feeds, blocks }: TellingTalk, match: MatchId): Promise<void> {
  let done = await talk.told(match);
  for (;;) {
    const messages = await talk.read(match, done, PAGE);
    const last = messages.at(-1);
    const state = last === undefined ? undefined : (await log.load(match))?.state;
    if (last === undefined || state === undefined) return;
    const apartOf = new Map<PlayerId, ReadonlySet<PlayerId>>();
    for (const message of messages) {
      const { player: author, number } = message;
      const apart = apartOf.get(author) ?? (await apartFrom({ blocks }, author, playersOf(state)));
      apartOf.set(author, apart);
      const source = { talk: match, number };
      const notices = [...talkNotices(state, message, apart)];
      await Promise.all(notices.map(([player, notice]) => feeds.append(player, source, message.at, [notice])));
    }
    done = last.number;
    await talk.setTold(match, done);
  }
}
