/** What is said in a match, as it is asked for and answered. */

import { seatOf } from '../../domain/match/play.ts';
import { MOVES_ALONE } from '../../domain/match/problems.ts';
import { type Message, mayHear } from '../../domain/match/talk.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import { apartFrom } from '../play/apart.ts';
import { say } from '../play/say.ts';
import type { Player } from '../store/players.ts';
import type { ApiDeps } from './deps.ts';
import { contentDigest, newRequestId, requestIdFor } from './ids.ts';
import { withNameOf } from './present.ts';
import { ApiProblem } from './problems.ts';

/** @throws ApiProblem */
export async function sayInMatch(
  deps: ApiDeps,
  match: MatchState,
  { id: player, secret }: Player,
  said: Pick<Message, 'text' | 'to'>,
  key: string | undefined,
  at: Date,
): Promise<Message> {
  const by = seatOf(match, player);
  if (by === undefined) throw new ApiProblem('not_seated', { detail: 'Those who have a seat talk.' });
  if (match.fork !== null) throw new ApiProblem('is_fork', { detail: MOVES_ALONE });
  const saying = { ...said, by, player, at: at.toISOString(), seq: match.head.seq };
  const newest = await deps.talk.newest(match.id);
  if (key === undefined) return say(deps.talk, match.id, { ...saying, request: newRequestId(deps.random) }, newest);

  // Noted before anything is said, so that whatever was said under the key comes after what is noted.
  const request = requestIdFor(secret, key);
  const content = contentDigest(secret, [said.text, said.to]);
  const first = await deps.talk.note(match.id, request, { content, after: newest });
  if (first.content !== content) throw new ApiProblem('idempotency_key_reused');
  return say(deps.talk, match.id, { ...saying, request }, first.after);
}

/** Stored messages that one request looks at when most of them are for others, and how many at a time after the first. */
const LOOKED_AT_MOST = 1000;
const FURTHER_PAGE = 200;

const NOBODY: ReadonlySet<PlayerId> = new Set();

/**
 * What the player may hear after message `after`. As a rule `next` is the number of a message that they have heard, and
 * so tells nothing of those that are not for them.
 */
export async function talkHeard(
  { talk, blocks }: Pick<ApiDeps, 'talk' | 'blocks'>,
  match: MatchState,
  player: PlayerId | null,
  after: number,
  limit: number,
): Promise<{ readonly messages: readonly Message[]; readonly next: number; readonly more: boolean }> {
  const heard: Message[] = [];
  let from = after;
  let isAll = false;
  for (let looked = 0; !isAll && heard.length <= limit && looked < LOOKED_AT_MOST; ) {
    const wanted = looked === 0 ? limit + 1 : FURTHER_PAGE;
    const stored = await talk.read(match.id, from, wanted);
    const authors = player === null ? [] : stored.map((message) => message.player);
    const apart = player === null ? NOBODY : await apartFrom({ blocks }, player, authors);
    heard.push(...stored.filter((message) => mayHear(match, player, message, apart)));
    from = stored.at(-1)?.number ?? from;
    looked += stored.length;
    isAll = stored.length < wanted;
  }
  const messages = heard.slice(0, limit);
  const isWhole = isAll || heard.length > limit;
  return {
    messages,
    next: isWhole ? (messages.at(-1)?.number ?? after) : from,
    more: heard.length > limit || !isAll,
  };
}

export async function presentMessages(deps: ApiDeps, messages: readonly Message[]) {
  const named = await withNameOf(
    deps,
    messages.map(({ player }) => player),
  );
  return messages.map((message) => present(message, named(message.player)));
}

export async function presentMessage(deps: ApiDeps, message: Message) {
  const named = await withNameOf(deps, [message.player]);
  return present(message, named(message.player));
}

function present({ number, at, seq, by, to, text }: Message, player: Pick<Player, 'id' | 'name'>) {
  return { number, at, seq, by, player, to, text };
}
