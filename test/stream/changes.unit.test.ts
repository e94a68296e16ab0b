/** What a change of an item is about: told for every kind of item, so that none is forgotten. */
import { expect, test } from 'vitest';
import { keys } from '../../functions/store/table.ts';
import { isTopic } from '../../functions/store/topic.ts';
import { topicsIn } from '../../functions/stream/changes.ts';

const PLAYER = 'p_aaaaaaaaaaaaaaaa';
const MATCH = 'm_aaaaaaaaaaaaaaaa';
const AT = '2030-01-01T00:00:00.000Z';

type Key = ReturnType<(typeof keys)[keyof typeof keys]>;

/** Of each kind an item, and what it is about; a new kind has no place here until somebody has thought of that. */
const CHANGES: Readonly<Record<keyof typeof keys, readonly [Key, ...topics: string[]]>> = {
  commit: [keys.commit(MATCH, 1), MATCH, `plan#${MATCH}`],
  message: [keys.message(MATCH, 1), `talk#${MATCH}`],
  feedEntry: [keys.feedEntry(PLAYER, 1), PLAYER],
  vacation: [keys.vacation(PLAYER), `vacation#${PLAYER}`],
  player: [keys.player(PLAYER), `account#${PLAYER}`],
  recovery: [keys.recovery(PLAYER), `account#${PLAYER}`],
  tokenEntry: [keys.tokenEntry(PLAYER, 't_aaaaaaaaaaaaaaaa'), `account#${PLAYER}`],
  notes: [keys.notes(PLAYER, MATCH), `account#${PLAYER}`],
  webhook: [keys.webhook(PLAYER, 'w_aaaaaaaaaaaaaaaa'), `account#${PLAYER}`],
  token: [keys.token('00')],
  progress: [keys.progress(MATCH)],
  talkProgress: [keys.talkProgress(MATCH)],
  clock: [keys.clock(MATCH)],
  warned: [keys.warned(MATCH, 1, 'first')],
  listed: [keys.listed(`player#${PLAYER}`, AT, MATCH)],
  saying: [keys.saying(MATCH, 'aaaaaaaaaaaaaaaa')],
  trace: [keys.trace(PLAYER, 'talk', MATCH)],
  turn: [keys.turn(PLAYER, MATCH)],
  result: [keys.result(PLAYER, MATCH)],
  feedStart: [keys.feedStart(PLAYER)],
  delivery: [keys.delivery('w_aaaaaaaaaaaaaaaa', 1)],
  lane: [keys.lane('w_aaaaaaaaaaaaaaaa', MATCH)],
  standing: [keys.standing('aquaignis', PLAYER)],
  rated: [keys.rated('aquaignis', PLAYER, AT, MATCH)],
  unrated: [keys.unrated('aquaignis', AT, MATCH)],
  setAside: [keys.setAside(MATCH)],
  streamPosition: [keys.streamPosition('shard')],
  plan: [keys.plan(PLAYER, MATCH), `plan#${MATCH}`],
  block: [keys.block(PLAYER, 'p_bbbbbbbbbbbbbbbb'), `account#${PLAYER}`],
  blockMark: [keys.blockMark(PLAYER, 'p_bbbbbbbbbbbbbbbb'), `account#${PLAYER}`],
  invitation: [keys.invitation(PLAYER, AT, MATCH)],
};

test.each(Object.entries(CHANGES))('%s', (_, [Keys, ...topics]) => {
  for (const eventName of ['INSERT', 'MODIFY', 'REMOVE'] as const) {
    const found = [...topicsIn([{ eventName, dynamodb: { Keys, SequenceNumber: '1' } }]).keys()];
    expect(found).toEqual(eventName === 'REMOVE' ? [] : topics);
    for (const each of found) expect(isTopic(each)).toBe(true);
  }
});
