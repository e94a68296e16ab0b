/** Saying something in a match: once, however often the request comes, and at once with others. */
import { laterOf } from '../../domain/match/commit.ts';
import type { Message } from '../../domain/match/talk.ts';
import type { MatchId } from '../../domain/match/types.ts';
import type { StoredMessage, Talk } from '../store/talk.ts';
import { ContentionError } from './execute.ts';

/** Each lost race means that somebody else was heard, so this bound is met only under absurd contention. */
const TRIES_MOST = 100;
const PAGE = 100;

/**
 * Puts it after all that is there, unless what came after message `after` has this very request in it. Only who has
 * read everything up to a place may take the next, so a request takes one place at most, also against itself.
 * @throws ContentionError if the talk would not stand still long enough
 */
export async function say(
  talk: Pick<Talk, 'read' | 'put'>,
  match: MatchId,
  saying: Omit<StoredMessage, 'number'>,
  after: number,
): Promise<Message> {
  // Read again with what came after it, for its time.
  let last = { number: Math.max(0, after - 1), at: '' };
  for (let attempt = 0; attempt < TRIES_MOST; attempt += 1) {
    for (let isAll = false; !isAll; ) {
      const messages = await talk.read(match, last.number, PAGE);
      const own = messages.find(({ request }) => request === saying.request);
      if (own !== undefined) return own;
      last = messages.at(-1) ?? last;
      isAll = messages.length < PAGE;
    }
    // No message is earlier than the one before it.
    const message = { ...saying, number: last.number + 1, at: laterOf(last.at, saying.at) };
    if (await talk.put(match, message)) return message;
  }
  throw new ContentionError('too many messages in one match at once');
}
