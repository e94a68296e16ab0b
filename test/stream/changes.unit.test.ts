/** What a change of an item is about: told for every kind of item, so that none is forgotten. */
import { expect, test } from 'vitest';
import { keys } from '../../functions/store/table.ts';
import { isTopic } from '../../functions/store/topic.ts';
import { topicsIn } from '../../functions/stream/changes.ts';

const PLAYER = 'p_aaaaaaaaaaaaaaaa';
const MATCH = 'm_aaaaaaaaaaaaaaaa';
const AT = '2030-01-01T00:00:00.000Z';

const CHANGES: readonly (readonly [ReturnType<(typeof keys)[keyof typeof keys]>, string | null])[] = [
  [keys.commit(MATCH, 1), MATCH],
  [keys.message(MATCH, 1), `talk#${MATCH}`],
  [keys.feedEntry(PLAYER, 1), PLAYER],
  [keys.vacation(PLAYER), `vacation#${PLAYER}`],
  [keys.player(PLAYER), `account#${PLAYER}`],
  [keys.recovery(PLAYER), `account#${PLAYER}`],
  [keys.tokenEntry(PLAYER, 't_aaaaaaaaaaaaaaaa'), `account#${PLAYER}`],
  [keys.notes(PLAYER, MATCH), `account#${PLAYER}`],
  [keys.webhook(PLAYER, 'w_aaaaaaaaaaaaaaaa'), `account#${PLAYER}`],
  [keys.token('00'), null],
  [keys.progress(MATCH), null],
  [keys.talkProgress(MATCH), null],
  [keys.clock(MATCH), null],
  [keys.warned(MATCH, 1, 'first'), null],
  [keys.listed(`player#${PLAYER}`, AT, MATCH), null],
  [keys.saying(MATCH, 'aaaaaaaaaaaaaaaa'), null],
  [keys.trace(PLAYER, 'talk', MATCH), null],
  [keys.turn(PLAYER, MATCH), null],
  [keys.result(PLAYER, MATCH), null],
  [keys.feedStart(PLAYER), null],
  [keys.delivery('w_aaaaaaaaaaaaaaaa', 1), null],
  [keys.lane('w_aaaaaaaaaaaaaaaa', MATCH), null],
  [keys.standing('aquaignis', PLAYER), null],
  [keys.rated('aquaignis', PLAYER, AT, MATCH), null],
  [keys.unrated('aquaignis', AT, MATCH), null],
  [keys.setAside(MATCH), null],
  [keys.streamPosition('shard'), null],
];

test.each(CHANGES)('%j', (Keys, topic) => {
  for (const eventName of ['INSERT', 'MODIFY', 'REMOVE'] as const) {
    const topics = [...topicsIn([{ eventName, dynamodb: { Keys, SequenceNumber: '1' } }]).keys()];
    expect(topics).toEqual(topic === null || eventName === 'REMOVE' ? [] : [topic]);
    for (const each of topics) expect(isTopic(each)).toBe(true);
  }
});
