/** Inviting players by name: who is told what, who may read a private match when, and that all of it may be sent again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVITED_MOST } from '../../domain/match/invitations.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newPlayer } from '../support/clients.ts';

interface Waiting {
  readonly invitations: readonly {
    readonly match: { readonly id: string; readonly seats: readonly { readonly player: unknown }[] };
    readonly by: { readonly id: string };
    readonly at: string;
  }[];
  readonly next: string | null;
}

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.end());

async function freshPlayers(): Promise<void> {
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
  cyd = await newPlayer(api.send, 'Cyd');
}

async function made(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await ada.call<MatchBody>('POST', '/v1/matches', {
    game: 'aquaignis',
    visibility: 'private',
    ...more,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

const invite = (id: string, player: Client, by = ada) =>
  by.call<MatchBody>('POST', `/v1/matches/${id}/invitations`, { player: player.id });
const withdraw = (id: string, player: Client, by = ada) =>
  by.call('DELETE', `/v1/matches/${id}/invitations/${player.id}`);
const answerWith = (how: 'accept' | 'decline', id: string, who: Client, body?: unknown) =>
  who.call<MatchBody>('POST', `/v1/matches/${id}/invitations/${how}`, body);
const canRead = async (id: string, who: Client) => (await who.call('GET', `/v1/matches/${id}`)).status === 200;

async function waiting(who: Client): Promise<readonly string[]> {
  await api.background.idle();
  return (await who.call<Waiting>('GET', '/v1/me/invitations')).body.invitations.map(({ match }) => match.id);
}

/** What a feed has told of a match, without what every entry of it has. */
async function told(who: Client, id: string) {
  await api.background.idle();
  const { body } = await who.call<{ entries: Record<string, string | number>[] }>('GET', '/v1/me/events');
  return body.entries.flatMap(({ id: _, at: __, game: ___, match, seq, ply: ____, seat: _____, ...entry }) =>
    match === id ? [`${seq} ${Object.values(entry).join(' ')}`] : [],
  );
}

describe('somebody who is invited', () => {
  test('from the beginning, is told, sees it waiting, and takes a seat by accepting', async () => {
    await freshPlayers();
    const id = await made({ invited: [bob.id] });
    expect(await told(bob, id)).toEqual([`1 invitation.received ${ada.id}`]);
    expect(await waiting(bob)).toEqual([id]);
    const open = await bob.call<MatchBody>('GET', `/v1/matches/${id}`);
    expect(open.body.invitations).toEqual([{ player: { id: bob.id, name: 'Bob' }, at: open.body.createdAt }]);

    const accepted = await answerWith('accept', id, bob, { entropy: 'tea at four' });
    expect(accepted.body).toMatchObject({ status: 'active', invitations: [], head: { seq: 2 } });
    expect((await answerWith('accept', id, bob, { entropy: 'other' })).text).toBe(accepted.text);
    expect(await waiting(bob)).toEqual([]);
    expect(await told(bob, id)).toEqual(
      expect.arrayContaining([`1 invitation.received ${ada.id}`, `2 seat.joined 2 ${bob.id}`]),
    );
    expect((await told(bob, id)).join()).not.toContain('invitation.over');
  });

  test('later, may read a private match from then on, and joins it as any other', async () => {
    await freshPlayers();
    const id = await made();
    expect(await canRead(id, bob)).toBe(false);
    const invited = await invite(id, bob);
    expect([invited.status, invited.body.head.seq]).toEqual([201, 2]);
    expect((await invite(id, bob)).text).toBe(invited.text);
    expect(await canRead(id, bob)).toBe(true);
    expect(await waiting(bob)).toEqual([id]);
    expect((await bob.call('POST', `/v1/matches/${id}/join`)).status).toBe(200);
    expect(await waiting(bob)).toEqual([]);
    expect((await invite(id, bob)).text).toBe(invited.text);
  });

  test('declines with a reason: told to who is seated; a private match is closed to them until they are invited again', async () => {
    await freshPlayers();
    const id = await made({ invited: [bob.id, cyd.id] });
    const declined = await answerWith('decline', id, bob, { reason: 'too-slow' });
    expect([declined.status, declined.text]).toEqual([204, '']);
    expect((await answerWith('decline', id, bob)).status).toBe(204);
    expect(await told(ada, id)).toContain(`2 invitation.declined ${bob.id} too-slow`);
    expect(await told(bob, id)).toEqual([`1 invitation.received ${ada.id}`, '2 invitation.over declined']);
    expect(await told(cyd, id)).toEqual([`1 invitation.received ${ada.id}`]);
    expect(await canRead(id, bob)).toBe(false);
    for (const more of ['events', 'record', 'talk', 'clock']) {
      expect((await bob.call('GET', `/v1/matches/${id}/${more}`)).status, more).toBe(404);
    }
    expect((await answerWith('accept', id, bob)).status).toBe(404);
    expect(await waiting(bob)).toEqual([]);

    expect((await invite(id, bob)).status).toBe(201);
    expect(await canRead(id, bob)).toBe(true);
    expect(await waiting(bob)).toEqual([id]);
    expect(await told(bob, id)).toContain(`3 invitation.received ${ada.id}`);
    expect((await answerWith('decline', id, bob)).status).toBe(204);
    expect(await told(ada, id)).toContain(`4 invitation.declined ${bob.id} unspecified`);
  });

  test('is told when it is withdrawn, and when the match begins or is cancelled without them', async () => {
    await freshPlayers();
    const id = await made({ invited: [bob.id, cyd.id], visibility: 'unlisted' });
    const gone = await withdraw(id, bob);
    expect([gone.status, (await withdraw(id, bob)).status]).toEqual([204, 204]);
    expect(await told(bob, id)).toEqual([`1 invitation.received ${ada.id}`, '2 invitation.over withdrawn']);
    expect((await answerWith('accept', id, bob)).body.code).toBe('not_asked');
    expect((await answerWith('decline', id, bob)).body.code).toBe('not_asked');
    // Open to whoever knows the id.
    expect((await bob.call('POST', `/v1/matches/${id}/join`)).status).toBe(200);
    expect(await told(cyd, id)).toEqual([`1 invitation.received ${ada.id}`, '3 invitation.over started']);
    expect(await waiting(cyd)).toEqual([]);
    expect((await answerWith('decline', id, cyd)).body.code).toBe('match_started');
    expect((await answerWith('accept', id, cyd)).body.code).toBe('match_full');

    const other = await made({ invited: [cyd.id] });
    expect(await waiting(cyd)).toEqual([other]);
    await ada.call('POST', `/v1/matches/${other}/leave`);
    expect(await told(cyd, other)).toContain('2 invitation.over cancelled');
    expect(await waiting(cyd)).toEqual([]);
    expect((await answerWith('accept', other, cyd)).body.code).toBe('match_over');
  });

  test.each(['application/json', 'text/event-stream'])(
    'and no more hears nothing more of a private match, waiting for %s',
    async (accept) => {
      await freshPlayers();
      const id = await made({ invited: [bob.id, cyd.id] });
      let waits = 0;
      const watch: typeof api.deps.wake.watch = (topic) => {
        waits += 1;
        return api.deps.wake.watch(topic);
      };
      const send = api.appWith({ wake: { ...api.deps.wake, watch } });
      const waitFor = ({ id: player, token }: Client) =>
        clientOf(send, player, token).call('GET', `/v1/matches/${id}/events?after=1&wait=3`, undefined, {
          Accept: accept,
        });
      const listening = [waitFor(bob), waitFor(cyd)];
      await expect.poll(() => waits).toBe(2);
      await withdraw(id, bob);
      const [toBob, toCyd] = await Promise.all(listening);
      expect([toBob?.status, toCyd?.status]).toEqual([200, 200]);
      expect(toBob?.text).not.toContain('invitation.withdrawn');
      expect(toCyd?.text).toContain('invitation.withdrawn');
    },
  );

  test('and has left again may come back: the invitation waits as before', async () => {
    await freshPlayers();
    const id = await made({ game: 'astromagie', seats: 3, invited: [bob.id] });
    await answerWith('accept', id, bob, { seat: 3 });
    expect((await answerWith('decline', id, bob)).body.code).toBe('already_seated');
    expect((await withdraw(id, bob)).body.code).toBe('player_seated');
    await bob.call('POST', `/v1/matches/${id}/leave`);
    expect(await waiting(bob)).toEqual([id]);
    expect((await told(bob, id)).filter((line) => line.includes('invitation'))).toHaveLength(1);
    expect((await answerWith('accept', id, bob, { seat: 2 })).status).toBe(200);
  });
});

test('whoever made the match invites, and nobody else; and only players that there are, but not oneself', async () => {
  await freshPlayers();
  const id = await made({ game: 'astromagie', seats: 3, invited: [bob.id] });
  await answerWith('accept', id, bob);
  expect((await invite(id, cyd, bob)).body.code).toBe('not_creator');
  expect((await withdraw(id, cyd, bob)).body.code).toBe('not_creator');
  expect((await invite(id, bob)).status).toBe(201);
  const nobody = clientOf(api.send, 'p_0000000000000000', null);
  for (const [player, pointer] of [
    [nobody, '/player'],
    [ada, '/player'],
  ] as const) {
    expect((await invite(id, player)).body).toMatchObject({ code: 'invalid', errors: [{ in: 'body', pointer }] });
  }
  const stranger = await newPlayer(api.send, 'Dot');
  expect((await invite(id, bob, stranger)).status).toBe(404);
  await ada.call('POST', `/v1/matches/${id}/leave`);
  expect((await invite(id, cyd)).body.code).toBe('match_over');

  const wish = { game: 'aquaignis', invited: [bob.id, ada.id] };
  for (const [invited, pointer] of [
    [[bob.id, ada.id], '/invited/1'],
    [[bob.id, bob.id], '/invited/1'],
    [[nobody.id], '/invited/0'],
  ] as const) {
    const refused = await ada.call('POST', '/v1/matches', { ...wish, invited });
    expect(refused.body).toMatchObject({ code: 'invalid', errors: [{ in: 'body', pointer }] });
  }
});

test('a seat that was taken otherwise needs no invitation; and a match has so many and no more', async () => {
  await freshPlayers();
  const id = await made({ game: 'astromagie', seats: 3, visibility: 'unlisted' });
  await bob.call('POST', `/v1/matches/${id}/join`);
  expect((await invite(id, bob)).body.code).toBe('player_seated');
  for (let n = 0; n < INVITED_MOST; n += 1) {
    expect((await invite(id, await newPlayer(api.send, `Guest ${n}`))).status).toBe(201);
  }
  expect((await invite(id, cyd)).body.code).toBe('too_many_invitations');
});

test('a match that was made is answered as it was, whatever has become of the accounts since', async () => {
  await freshPlayers();
  const wish = { game: 'aquaignis', invited: [bob.id] };
  const headers = { 'Idempotency-Key': 'before-bob-went' };
  const first = await ada.call('POST', '/v1/matches', wish, headers);
  const send = api.appWith({
    players: { ...api.deps.players, byId: async (id) => (id === bob.id ? null : api.deps.players.byId(id)) },
  });
  const again = clientOf(send, ada.id, ada.token);
  expect((await again.call('POST', '/v1/matches', wish, headers)).status).toBe(first.status);
  expect((await again.call('POST', '/v1/matches', wish)).body.code).toBe('invalid');
});

test('those that wait come newest first, page by page', async () => {
  await freshPlayers();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    ids.unshift(await made());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  // The one that was made first is the last to which Bob is invited.
  for (const id of ids) await invite(id, bob);
  await withdraw(ids[1] ?? '', bob);
  const wanted = ids.filter((_, n) => n !== 1).reverse();
  expect(await waiting(bob)).toEqual(wanted);
  const found: string[] = [];
  let path = '/v1/me/invitations?limit=2';
  for (let pages = 0; pages < 4; pages += 1) {
    const { body, headers } = await bob.call<Waiting>('GET', path);
    expect(body.invitations.every(({ by }) => by.id === ada.id)).toBe(true);
    found.push(...body.invitations.map(({ match }) => match.id));
    if (body.next === null) break;
    expect(headers.get('Link')).toContain('rel="next"');
    path = `/v1/me/invitations?limit=2&cursor=${body.next}`;
  }
  expect(found).toEqual(wanted);
  expect((await bob.call('GET', '/v1/me/invitations?cursor=bm93aGVyZQ')).body.code).toBe('invalid');
});
