/**
 * From what is said in a match to the feeds of its seats, but for those who are kept apart from whoever said it. Safe to
 * repeat, to run late and twice at once: a feed knows each message by its number, and how far it has come is noted last.
 *
 * Where somebody said something is noted before it is looked whether they still have an account: so of this and the
 * closing of the account one sees the other.
 */
import { playersOf } from '../../domain/match/play.ts';
import { talkNotices } from '../../domain/match/talk.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { apartFrom, type KeepingApart } from '../play/apart.ts';
import type { Feeds } from '../store/feeds.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Players } from '../store/players.ts';
import type { Talk } from '../store/talk.ts';
import type { Traces } from '../store/traces.ts';

export interface TellingTalk extends KeepingApart {
  readonly talk: Pick<Talk, 'read' | 'told' | 'setTold' | 'blank'>;
  readonly traces: Pick<Traces, 'put'>;
  readonly players: Pick<Players, 'closedAt'>;
  readonly log: Pick<MatchLog, 'load'>;
  readonly feeds: Pick<Feeds, 'append'>;
}

const PAGE = 50;

export async function tellTalk(to: TellingTalk, match: MatchId): Promise<void> {
  const { talk, log, feeds, traces, players } = to;
  let done = await talk.told(match);
  for (;;) {
    const messages = await talk.read(match, done, PAGE);
    const last = messages.at(-1);
    const state = last === undefined ? undefined : (await log.load(match))?.state;
    if (last === undefined || state === undefined) return;
    for (const player of new Set(messages.map((message) => message.player))) {
      await traces.put(player, 'talk', match);
      if ((await players.closedAt(player)) !== null) await talk.blank(match, player);
    }
    const apartOf = new Map<PlayerId, ReadonlySet<PlayerId>>();
    for (const message of messages) {
      const { player: author, number } = message;
      const apart = apartOf.get(author) ?? (await apartFrom(to, author, playersOf(state)));
      apartOf.set(author, apart);
      const source = { talk: match, number };
      const notices = [...talkNotices(state, message, apart)];
      await Promise.all(notices.map(([player, notice]) => feeds.append(player, source, message.at, [notice])));
    }
    done = last.number;
    await talk.setTold(match, done);
  }
}
