/** Invitations and links as the match judges them, and as its log tells them to whoever verifies it. */
import { describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import {
  acceptInvitation,
  declineInvitation,
  invitePlayer,
  waitingInvitations,
  withdrawInvitation,
} from '../../domain/match/invitations.ts';
import { digestOfCode, joinByLink, makeLink, revokeLink } from '../../domain/match/links.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { compactRecord, fullRecord } from '../../domain/match/record.ts';
import { leaveMatch } from '../../domain/match/seating.ts';
import { mayRead } from '../../domain/match/sight.ts';
import type { MatchEvent, PlayerId } from '../../domain/match/types.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { ADA, AQUAIGNIS, BOB, CYD, created, goneOn, now, type Story } from '../support/matches.ts';
import { forged } from '../verify/records.ts';

const ID = 'm_0000000000000001';
const DIGEST = digestOfCode('a code');

const join = (player: PlayerId) => ({ player, seat: null, entropy: '' });
const invite = (story: Story, player: PlayerId) => goneOn(story, (match) => invitePlayer(match, ADA, player));
const linked = (story: Story) => goneOn(story, (match) => makeLink(match, ADA, DIGEST));

function codeOf(decision: Decision<MatchEvent>): string {
  return decision.ok ? 'ok' : decision.problem.code;
}

describe('an invitation', () => {
  test('waits until the player sits down, declines, or it is withdrawn, and no longer than the match is open', () => {
    const invited = invite(created(ID, { invited: [BOB] }), CYD);
    expect(waitingInvitations(now(invited)).map(({ player, since }) => [player, since])).toEqual([
      [BOB, 1],
      [CYD, 2],
    ]);
    const declined = goneOn(invited, (match) => declineInvitation(match, BOB, 'later'));
    expect(waitingInvitations(now(declined)).map(({ player }) => player)).toEqual([CYD]);
    const withdrawn = goneOn(invited, (match) => withdrawInvitation(match, ADA, CYD));
    expect(waitingInvitations(now(withdrawn)).map(({ player }) => player)).toEqual([BOB]);
    const begun = goneOn(invited, (match) => acceptInvitation(AQUAIGNIS, match, join(BOB)));
    expect([now(begun).status, waitingInvitations(now(begun))]).toEqual(['active', []]);
    const cancelled = goneOn(invited, (match) => leaveMatch(match, ADA));
    expect(waitingInvitations(now(cancelled))).toEqual([]);
  });

  test('opens a private match, for as long as it is neither declined nor withdrawn', () => {
    const invited = invite(created(ID, { visibility: 'private', invited: [BOB] }), CYD);
    const can = (story: Story) => [BOB, CYD].map((player) => mayRead(now(story), player));
    expect(can(invited)).toEqual([true, true]);
    expect(can(goneOn(invited, (match) => declineInvitation(match, BOB, 'rated')))).toEqual([false, true]);
    expect(can(goneOn(invited, (match) => withdrawInvitation(match, ADA, CYD)))).toEqual([true, false]);
    // Whoever was invited may still look on.
    expect(can(goneOn(invited, (match) => acceptInvitation(AQUAIGNIS, match, join(BOB))))).toEqual([true, true]);
    const again = invite(
      goneOn(invited, (match) => declineInvitation(match, BOB, 'rated')),
      BOB,
    );
    expect(can(again)).toEqual([true, true]);
    expect(now(again).declined).toEqual([]);
  });

  test('is answered by who has it alone, and withdrawn by who made the match', () => {
    const match = now(created(ID, { invited: [BOB] }));
    expect(codeOf(acceptInvitation(AQUAIGNIS, match, join(CYD)))).toBe('not_asked');
    expect(codeOf(declineInvitation(match, CYD, 'later'))).toBe('not_asked');
    expect(codeOf(withdrawInvitation(match, BOB, BOB))).toBe('not_creator');
    expect(codeOf(invitePlayer(match, BOB, CYD))).toBe('not_creator');
    expect(codeOf(invitePlayer(match, ADA, ADA))).toBe('player_seated');
  });

  test('declined by more than are remembered: who declined last still is', () => {
    let story = created(ID);
    const guest = (n: number): PlayerId => `p_${String(n).padStart(16, '0')}`;
    for (let n = 0; n < 25; n += 1) {
      story = goneOn(invite(story, guest(n)), (match) => declineInvitation(match, guest(n), 'unspecified'));
    }
    expect(now(story).declined.map(({ player }) => player)).toEqual(Array.from({ length: 20 }, (_, n) => guest(n + 5)));
  });
});

describe('a link', () => {
  test('seats one, and is gone by use, by revoking, and with the start', () => {
    const story = linked(created(ID));
    const [link] = now(story).links;
    expect(link).toMatchObject({ link: 2, digest: DIGEST });
    const used = goneOn(story, (match) => joinByLink(AQUAIGNIS, match, join(BOB), 2));
    expect(used.commits.at(-1)?.events[0]).toMatchObject({ type: 'seat.joined', player: BOB, link: 2 });
    expect(now(used).links).toEqual([]);
    const revoked = goneOn(story, (match) => revokeLink(match, ADA, 2));
    expect(codeOf(joinByLink(AQUAIGNIS, now(revoked), join(BOB), 2))).toBe('link_over');
    expect(codeOf(revokeLink(now(revoked), ADA, 2))).toBe('invalid');
    expect(codeOf(makeLink(now(story), BOB, DIGEST))).toBe('not_creator');
    expect(codeOf(joinByLink(AQUAIGNIS, now(used), join(CYD), 2))).toBe('match_started');
  });
});

describe('the log', () => {
  const whole = () => {
    let story = linked(invite(created(ID, { invited: [BOB] }), CYD));
    story = goneOn(story, (match) => declineInvitation(match, BOB, 'too-fast'));
    story = goneOn(story, (match) => withdrawInvitation(match, ADA, CYD));
    story = goneOn(story, (match) => makeLink(match, ADA, digestOfCode('another')));
    story = goneOn(story, (match) => revokeLink(match, ADA, 6));
    return goneOn(story, (match) => joinByLink(AQUAIGNIS, match, join(CYD), 3));
  };

  test.each(['onlooker', 1, 2] as const)('of all this verifies for %s, in both forms', (viewer) => {
    const story = whole();
    for (const record of [fullRecord, compactRecord]) {
      const text = canonicalJson(record(AQUAIGNIS, now(story), story.commits, viewer));
      expect(verifyRecord(text, games).fault).toBeNull();
    }
  });

  test.each([
    ['a link that was never made', 6, { link: 5 }],
    ['a link that was revoked', 7, { link: 6 }],
    ['no invitation to decline', 3, { player: 'p_0000000000000000' }],
    ['a reason that there is not', 3, { reason: 'lazy' }],
    ['one who is invited already', 1, { player: BOB }],
  ])('that tells of %s does not', (_what, commit, change) => {
    const story = whole();
    const text = canonicalJson(fullRecord(AQUAIGNIS, now(story), story.commits, 'onlooker'));
    const changed = forged(text, (record) => {
      Object.assign(record.commits[commit]?.events[0] ?? {}, change);
    });
    expect(verifyRecord(changed, games).fault).not.toBeNull();
  });

  test('tells what links are by digests alone', () => {
    const text = canonicalJson(fullRecord(AQUAIGNIS, now(whole()), whole().commits, 'onlooker'));
    expect(text).toContain(DIGEST);
    expect(text).not.toContain('a code');
  });
});
