/** What was stored although the answer got lost: between client and server, or between server and database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { dynamoClient } from '../../functions/store/client.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Client, clientOf, type MatchBody, newPlayer, type Send } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

type Request = (player: (who: Client) => Client, match: string) => Promise<Answer<MatchBody>>;

/** Each command as it is sent, on a match where it goes through. */
const commands: { readonly [name: string]: { readonly joined: boolean; readonly send: Request } } = {
  create: {
    joined: false,
    send: (as, match) =>
      as(ada).call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' }, { 'Idempotency-Key': `after-${match}` }),
  },
  join: { joined: false, send: (as, match) => as(bob).call<MatchBody>('POST', `/v1/matches/${match}/join`) },
  leave: { joined: false, send: (as, match) => as(ada).call<MatchBody>('POST', `/v1/matches/${match}/leave`) },
  move: {
    joined: true,
    send: (as, match) => as(ada).call<MatchBody>('POST', `/v1/matches/${match}/moves`, { ply: 0, moves: ['spawn 2'] }),
  },
  resign: { joined: true, send: (as, match) => as(bob).call<MatchBody>('POST', `/v1/matches/${match}/resign`) },
};

async function matchFor(joined: boolean): Promise<string> {
  const { body } = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
  if (joined) await bob.call('POST', `/v1/matches/${body.id}/join`);
  return body.id;
}

const through = (send: Send) => (who: Client) => clientOf(send, who.id, who.token);

/** The API on a log whose first Put is stored, and then fails as if its answer had been lost. */
function losingOnce(fail: () => never): Send {
  let lost = false;
  const { log } = api.deps;
  const losing: ApiDeps['log'] = {
    ...log,
    async append(...commit) {
      const stored = await log.append(...commit);
      if (lost) return stored;
      lost = true;
      return fail();
    },
  };
  return api.appWith({ log: losing });
}

function timeout(): never {
  throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
}

const stored = async (match: string) => (await api.deps.log.read(match as `m_${string}`, 0, 100)).length;

describe.each(Object.entries(commands))('%s', (_name, { joined, send }) => {
  test('stored, then lost: the client is told 503, tries again, and gets the answer of the first', async () => {
    const match = await matchFor(joined);
    const app = losingOnce(timeout);
    const lost = await send(through(app), match);
    expect(lost.status).toBe(503);
    expect(lost.headers.get('Retry-After')).toBe('1');
    expect(lost.body).toMatchObject({ code: 'unavailable' });
    const again = await send(through(app), match);
    expect(again.status, again.text).toBeLessThan(300);
    const { id, head } = again.body;
    expect(await stored(id)).toBe(head.seq);
    // And the same for whoever asks the server that lost nothing.
    expect((await send(through(api.send), match)).text).toBe(again.text);
    expect(await stored(id)).toBe(head.seq);
  });

  test('stored, then lost on the way from the database: the second Put finds its twin, and the client sees nothing of it', async () => {
    const match = await matchFor(joined);
    let puts = 0;
    const client = dynamoClient(api.database.endpoint);
    client.middlewareStack.add(
      (next) => async (args) => {
        const answer = await next(args);
        if (args.input && 'Item' in args.input) {
          puts += 1;
          if (puts === 1) timeout();
        }
        return answer;
      },
      { step: 'deserialize', priority: 'low', name: 'loseFirstPut' },
    );
    try {
      const app = api.appWith({ log: dynamoLog(client, api.database.table, games) });
      const answer = await send(through(app), match);
      expect(answer.status, answer.text).toBeLessThan(300);
      expect(puts, 'the SDK sent the Put again, and that was refused').toBe(2);
      expect(await stored(answer.body.id)).toBe(answer.body.head.seq);
      expect((await send(through(api.send), match)).text).toBe(answer.text);
    } finally {
      client.destroy();
    }
  });
});

test('a client that hangs up learns by sending its move again that it is made once', async () => {
  for (const ms of [0, 1, 2, 3, 4, 6, 8, 12]) {
    const match = await matchFor(true);
    const gone = new AbortController();
    const sent = fetch(`${api.url}/v1/matches/${match}/moves`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ply: 0, moves: ['spawn 6'] }),
      signal: gone.signal,
    }).catch(() => null);
    await sleep(ms);
    gone.abort();
    await sent;
    const again = await ada.call<MatchBody>('POST', `/v1/matches/${match}/moves`, { ply: 0, moves: ['spawn 6'] });
    expect(again.status).toBe(200);
    expect(again.body.ply).toBe(1);
    expect(await stored(match)).toBe(3);
  }
});
