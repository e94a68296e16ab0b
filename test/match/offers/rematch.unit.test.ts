/** What a rematch is made of, and that the records of both matches prove what they can of it. */
import { describe, expect, test } from 'vitest';
import { games } from '../../../domain/games.ts';
import { canonicalJson } from '../../../domain/log/canonical.ts';
import { firstCommit } from '../../../domain/match/commit.ts';
import { startMatch } from '../../../domain/match/evolve.ts';
import { resign } from '../../../domain/match/leaving.ts';
import { answerOffer } from '../../../domain/match/offers/answer.ts';
import { makeOffer } from '../../../domain/match/offers/make.ts';
import { compactRecord, fullRecord } from '../../../domain/match/record.ts';
import {
  agreedRematch,
  createSeated,
  rematchCommitment,
  rematchId,
  type SeatedMatch,
} from '../../../domain/match/rematch.ts';
import { verifyRecord } from '../../../domain/match/verify.ts';
import { playerAt, TimedMatch, type TimedSetting } from '../../support/timed-match.ts';
import { changed, commitOf, forged, replaceEvent } from '../../verify/records.ts';

const NOON = '2026-03-01T12:00:00.000Z';
const AT = new Date(NOON);
const verify = (text: string) => verifyRecord(text, games);

/** Everybody but the last seat has resigned, and all agree to play again. */
function agreed(setting: TimedSetting = {}): TimedMatch {
  const match = new TimedMatch(setting).start(NOON);
  while (match.state.status === 'active') match.give(resign(match.game, match.state, playerAt(match.mover)), NOON);
  const { length } = match.state.seats;
  const commitment = () => rematchCommitment(match.state, match.state.head.seq + 1);
  const terms = { entropy: 'share 1' };
  const offer = { player: playerAt(1), kind: 'rematch', terms, ply: null } as const;
  match.give(makeOffer(match.game, match.state, offer, { at: AT, commitment }), NOON);
  for (let seat = 2; seat <= length; seat += 1) {
    const given = {
      player: playerAt(seat),
      offer: match.state.head.seq,
      answer: 'accept',
      entropy: `share ${seat}`,
    } as const;
    const id = match.state.offers.live[0]?.offer ?? 0;
    const context = { at: AT, pastPlay: () => null, rematch: (each: number) => rematchId(match.state, each) };
    match.give(answerOffer(match.game, match.state, { ...given, offer: id }, context), NOON);
  }
  return match;
}

function seatedAfter({ state }: TimedMatch): SeatedMatch {
  const seated = agreedRematch(state);
  if (seated === null) throw new Error('nothing was agreed on');
  return seated;
}

function made(match: TimedMatch) {
  const seated = seatedAfter(match);
  const { saltKey } = seated.secrets;
  const commit = firstCommit(seated.match, saltKey, createSeated(match.game, seated), AT);
  return { commit, state: startMatch(seated.match, saltKey, commit, games) };
}

const SETTINGS: readonly TimedSetting[] = [
  {},
  { game: 'abiegnus', options: { mode: 'two-player' }, clock: { kind: 'none' } },
  { game: 'astromagie', seats: 5, vacation: false, rated: true },
];

describe.each(SETTINGS)('a rematch of %o', (setting) => {
  const match = agreed(setting);
  const { length } = match.state.seats;
  const rematch = made(match);

  test('sits everybody one seat further, with the share in chance that each has given', () => {
    const shares = Array.from({ length }, (_, i) => ({ player: playerAt(i + 1), entropy: `share ${i + 1}` }));
    const turned = [...shares.slice(-1), ...shares.slice(0, -1)];
    expect(rematch.state.seats).toMatchObject(turned);
    expect(rematch.state).toMatchObject({ status: 'active', rematchOf: match.state.id, clock: match.state.clock });
    expect(rematch.state.vacation).toBe(match.state.vacation);
    expect(rematch.state.rated).toBe(setting.rated ?? false);
  });

  test('is the same however often it is made, and no other offer’s', () => {
    expect(made(match)).toEqual(rematch);
    const [first, second] = [rematchId(match.state, 7), rematchId(match.state, 8)];
    expect(first).not.toBe(second);
    const { seed, saltKey } = seatedAfter(match).secrets;
    expect(new Set([seed, saltKey, match.state.secrets.seed, match.state.secrets.saltKey]).size).toBe(4);
  });

  test('keeps to the seed that the offer committed to', () => {
    const offered = match.commits.flatMap(({ events }) => events).find(({ type }) => type === 'offer.made');
    expect(offered).toMatchObject({ commitment: rematch.state.commitment });
  });

  test('leaves two sound records', () => {
    for (const record of [fullRecord, compactRecord]) {
      for (const { state, commits } of [match, { ...rematch, commits: [rematch.commit] }]) {
        const text = canonicalJson(record(match.game, state, commits, 'onlooker'));
        expect(verify(text)).toMatchObject({ verdict: 'ok', fault: null });
      }
    }
  });
});

describe('records that somebody made untrue', () => {
  const match = agreed();
  const text = canonicalJson(fullRecord(match.game, match.state, match.commits, 'onlooker'));
  const rematch = made(match);
  const next = canonicalJson(fullRecord(match.game, rematch.state, [rematch.commit], 'onlooker'));

  test('the seed is hidden still, though the match was over before the last commit', () => {
    const hidden = changed(text, (record) => {
      const { value: _, salt: __, ...rest } = { ...record.commits[0]?.events[0] };
      replaceEvent(record, 1, 0, { ...rest, seed: { digest: 'ab'.repeat(32) } });
    });
    // The chain is looked at first; a chain that was made anew is met by the rule itself.
    expect(verify(hidden).verdict).toBe('fault');
    const again = forged(text, (record) => replaceEvent(record, 1, 0, { seed: { digest: 'ab'.repeat(32) } }));
    expect(verify(again).fault).toMatchObject({ check: 'chance', commit: 1, field: 'events/0/seed' });
  });

  test.each<[string, Parameters<typeof forged>[1], object]>([
    ['a player is missing', (record) => commitOf(record, 1).events.splice(1, 1), { check: 'moves', field: 'events/0' }],
    [
      'a player sits twice',
      (record) => replaceEvent(record, 1, 2, { seat: 1 }),
      { check: 'moves', field: 'events/2/seat' },
    ],
  ])('of the rematch: %s', (_what, change, expected) => {
    expect(verify(forged(next, change)).fault).toMatchObject(expected);
  });

  test('a rematch that was agreed on while one asked has not answered', () => {
    const early = forged(text, (record) => record.commits.splice(-1));
    expect(verify(early).verdict).toBe('ok');
    const lone = forged(text, (record) => {
      commitOf(record, record.commits.length).events.splice(0, 1);
    });
    expect(verify(lone).fault).toMatchObject({ check: 'moves', commit: match.commits.length });
  });
});
