/** From the log to the lists: right however often, however late and in whatever order the stream delivers. */
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isMatchId } from '../../domain/match/ids.ts';
import { declineInvitation, invitePlayer } from '../../domain/match/invitations.ts';
import { resign } from '../../domain/match/leaving.ts';
import { joinMatch, leaveMatch } from '../../domain/match/seating.ts';
import { seeMatch } from '../../domain/match/sight.ts';
import type { MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import { findBehind } from '../../functions/local/catch-up.ts';
import type { ListedSight, ListName, Lists } from '../../functions/store/lists.ts';
import type { MatchLog } from '../../functions/store/match-log.ts';
import { type Projection, projectMatch } from '../../functions/stream/project.ts';
import { endless } from '../support/bots.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import {
  ADA,
  AQUAIGNIS,
  BOB,
  begun,
  CYD,
  created,
  goneOn,
  idFrom,
  now,
  played,
  type Story,
} from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

let database: TestTable;
let log: MatchLog;
let lists: Lists;
let derived: Projection;
const random = randomFrom();

beforeAll(async () => {
  database = await startTable();
  derived = projectionOn(database);
  ({ log, lists } = derived);
});
afterAll(() => database.stop());

const project = (match: MatchId) => projectMatch(derived, match);

/** Stores commits of a story from number `from` on. */
async function store(story: Story, from = 1): Promise<void> {
  for (const [n, commit] of story.commits.entries()) {
    const next = story.states[n];
    if (n + 1 >= from && next !== undefined) await log.append(next, commit, n);
  }
}

async function listed(list: ListName): Promise<readonly ListedSight[]> {
  const page = await lists.page({ list, status: null, game: null, limit: 100, after: null });
  return page.matches;
}

const inList = async (list: ListName, { id }: Story) => (await listed(list)).find((match) => match.id === id);

function sight(match: MatchState): ListedSight {
  const seen = seeMatch(AQUAIGNIS, match, 'onlooker');
  const { position: _p, view: _v, chance: _c, offers: _o, invitations: _i, clock, ...rest } = seen;
  const { state: _s, left: _l, timeLimit: _t, until: _u, ...listedClock } = clock;
  return { ...rest, clock: listedClock };
}

/** Everything in the table but the logs. */
async function readModels(): Promise<string[]> {
  const { Items = [] } = await database.client.send(new ScanCommand({ TableName: database.table }));
  return Items.filter(({ sk }) => !sk?.S?.startsWith('commit#'))
    .map((item) => JSON.stringify(item))
    .sort();
}

describe('the lists', () => {
  test('tell of a match what an onlooker may see, without its position', async () => {
    const story = played(begun(idFrom(random), { visibility: 'public' }), endless(20), random, 5);
    await store(story);
    await project(story.id);
    for (const list of ['public', `player#${ADA}`, `player#${BOB}`] as const) {
      expect(await inList(list, story)).toEqual(sight(now(story)));
    }
    expect(await inList(`player#${CYD}`, story)).toBeUndefined();
    expect(await lists.progress(story.id)).toBe(now(story).head.seq);
  });

  test.each(['unlisted', 'private'] as const)('tell of an %s match only to its seats', async (visibility) => {
    const story = begun(idFrom(random), { visibility, invited: [CYD] });
    await store(story);
    await project(story.id);
    expect(await inList('public', story)).toBeUndefined();
    expect(await inList(`player#${CYD}`, story)).toBeUndefined();
    expect(await inList(`player#${ADA}`, story)).toBeDefined();
  });

  test('keep an invitation for whom it waits, where they were invited, and take it off when it is over', async () => {
    const waitingFor = async (player: PlayerId, id: MatchId) => {
      const { invitations } = await derived.invitations.page(player, 100, null);
      return invitations.filter(({ match }) => match.id === id);
    };
    const story = created(idFrom(random), { visibility: 'private', invited: [BOB] });
    await store(story);
    await project(story.id);
    expect(await waitingFor(BOB, story.id)).toEqual([{ match: sight(now(story)), by: ADA, at: now(story).createdAt }]);
    const later = goneOn(story, (match) => invitePlayer(match, ADA, CYD));
    await store(later, 2);
    await project(story.id);
    expect(await waitingFor(CYD, story.id)).toEqual([{ match: sight(now(later)), by: ADA, at: now(later).at }]);
    expect((await waitingFor(BOB, story.id))[0]?.match.head.seq).toBe(2);
    // At once declined and invited again: one entry, in its new place.
    const again = goneOn(
      goneOn(later, (match) => declineInvitation(match, BOB, 'later')),
      (match) => invitePlayer(match, ADA, BOB),
    );
    await store(again, 3);
    await project(story.id);
    expect(await waitingFor(BOB, story.id)).toEqual([{ match: sight(now(again)), by: ADA, at: now(again).at }]);
    const over = goneOn(again, (match) => joinMatch(AQUAIGNIS, match, { player: CYD, seat: null, entropy: '' }));
    await store(over, 5);
    await project(story.id);
    for (const player of [BOB, CYD]) expect(await waitingFor(player, story.id)).toEqual([]);
  });

  test('keep a cancelled match for its creator', async () => {
    const cancelled = goneOn(created(idFrom(random)), (match) => leaveMatch(match, ADA));
    await store(cancelled);
    await project(cancelled.id);
    expect((await inList(`player#${ADA}`, cancelled))?.status).toBe('cancelled');
  });

  test('stay as they are when the same is delivered again, late or early', async () => {
    const whole = goneOn(played(begun(idFrom(random), { visibility: 'public' }), endless(20), random, 6), (match) =>
      resign(AQUAIGNIS, match, BOB),
    );
    await store(whole);
    await project(whole.id);
    const before = await readModels();
    await project(whole.id);
    await Promise.all([project(whole.id), project(whole.id), project(whole.id)]);
    // What older work, held up on its way, would still write.
    for (const state of whole.states.slice(0, -1)) {
      const old = sight(state);
      await lists.put('public', old);
      await lists.put(`player#${ADA}`, old);
      await lists.setProgress(whole.id, old.head.seq, null);
      await lists.remove(`player#${BOB}`, old);
    }
    expect(await readModels()).toEqual(before);
  });

  test('a match without a log is passed over', async () => {
    const before = await readModels();
    await project('m_0000000000000000');
    expect(await readModels()).toEqual(before);
  });

  test('a projection that broke off halfway is made good by the next', async () => {
    const story = begun(idFrom(random), { visibility: 'public' });
    await store(story);
    let calls = 0;
    const failing: Lists = {
      ...lists,
      put: async (...args) => {
        calls += 1;
        if (calls === 2) throw new Error('gone');
        return lists.put(...args);
      },
    };
    await expect(projectMatch({ ...derived, lists: failing }, story.id)).rejects.toThrow('gone');
    expect(await lists.progress(story.id)).toBe(0);
    await project(story.id);
    expect(await inList(`player#${BOB}`, story)).toEqual(sight(now(story)));
    expect(await lists.progress(story.id)).toBe(2);
  });
});

describe('leaving in a match of more seats', () => {
  // The state of such a match, as a list sees it: built by hand, for no game here has three seats.
  test('an older removal does not take away what a newer return has put', async () => {
    const story = begun(idFrom(random));
    const newer = { ...sight(now(story)), head: { seq: 5, hash: 'f'.repeat(64) } };
    const older = { ...newer, head: { seq: 4, hash: 'e'.repeat(64) } };
    await lists.put(`player#${CYD}`, newer);
    await lists.remove(`player#${CYD}`, older);
    expect(await inList(`player#${CYD}`, story)).toEqual(newer);
    await lists.remove(`player#${CYD}`, { ...newer, head: { seq: 6, hash: 'd'.repeat(64) } });
    expect(await inList(`player#${CYD}`, story)).toBeUndefined();
    await lists.remove(`player#${CYD}`, newer);
  });
});

describe('what a stop left undone', () => {
  beforeEach(async () => {
    for (const id of await behind()) await project(id);
  });
  const behind = async () => (await findBehind(database.client, database.table, () => {})).filter(isMatchId);

  test('is found: every match whose lists know less than its log, and no other', async () => {
    expect(await behind()).toEqual([]);
    const [done, never, half] = [0, 1, 2].map(() => begun(idFrom(random))) as [Story, Story, Story];
    for (const story of [done, never, half]) await store(story);
    await project(done.id);
    await project(half.id);
    const longer = played(half, endless(20), random, 12);
    await store(longer, half.commits.length + 1);
    expect([...(await behind())].sort()).toEqual([never.id, half.id].sort());
    for (const id of await behind()) await project(id);
    expect(await behind()).toEqual([]);
    expect((await inList(`player#${ADA}`, longer))?.ply).toBe(now(longer).ply);
  });
});
