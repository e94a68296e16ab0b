/** Recovery codes: each good once, however many try at once, and what guessing comes to. */
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCOPES } from '../../functions/store/scopes.ts';
import { type Answer, type Client, clientOf, newPlayer, nobody } from '../support/clients.ts';
import { type QuietApi, startQuietApi } from './webhook-kit.ts';

interface Recovered {
  readonly player: { readonly id: string; readonly name: string };
  readonly token: string;
  readonly code?: string;
}

let quiet: QuietApi;
let ada: Client;

beforeAll(async () => {
  quiet = await startQuietApi();
});
afterAll(() => quiet.end());
beforeEach(async () => {
  ada = await newPlayer(quiet.send, 'Ada');
});

const keyed = (key?: string): Record<string, string> => (key === undefined ? {} : { 'Idempotency-Key': key });
const make = (who: Client, key?: string) =>
  who.call<{ codes: string[] }>('POST', '/v1/me/recovery-codes', undefined, keyed(key));
const recover = (code: string, key?: string, player = ada.id, send = quiet.send): Promise<Answer<Recovered>> =>
  nobody(send).call<Recovered>('POST', '/v1/recover', { player, code }, keyed(key));
const withToken = (token: string | null) => clientOf(quiet.send, ada.id, token);

async function codesOf(who: Client, key?: string): Promise<[string, ...string[]]> {
  const { status, body } = await make(who, key);
  const [first, ...others] = body.codes;
  if (status !== 201 || first === undefined) throw new Error('no codes');
  return [first, ...others];
}

describe('codes', () => {
  test('are ten, of twenty letters and digits that are told apart', async () => {
    const codes = await codesOf(ada);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{5}-){3}[0-9a-hjkmnp-tv-z]{5}$/);
  });

  test('are kept as hashes alone', async () => {
    const codes = await codesOf(ada);
    const { client, table } = quiet.api.database;
    const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
    const kept = JSON.stringify(Items);
    for (const code of codes) for (const text of [code, code.replaceAll('-', '')]) expect(kept).not.toContain(text);
  });

  test('replace those from before', async () => {
    const [old] = await codesOf(ada);
    const [young] = await codesOf(ada);
    expect((await recover(old)).body).toMatchObject({ status: 403, code: 'wrong_code' });
    expect((await recover(young)).status).toBe(201);
  });

  test('take a token that is good for all and for ever, for so is the one they make', async () => {
    const token = async (body: Record<string, unknown>) =>
      withToken((await ada.call<Recovered>('POST', '/v1/me/tokens', { name: 'Bot', ...body })).body.token);
    for (const scope of SCOPES) {
      const most = await token({ scopes: SCOPES.filter((each) => each !== scope) });
      expect((await make(most)).body, scope).toMatchObject({ status: 403, code: 'insufficient_scope' });
    }
    const mortal = await token({ scopes: SCOPES, expiresAt: '2099-01-01T00:00:00Z' });
    expect((await make(mortal)).body).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect((await make(await token({ scopes: SCOPES }))).status).toBe(201);
  });
});

describe('under an Idempotency-Key', () => {
  test('the same request gives the same codes, and one of them that was used stays used', async () => {
    const codes = await codesOf(ada, 'k');
    expect((await recover(codes[0])).status).toBe(201);
    expect(await codesOf(ada, 'k')).toEqual(codes);
    expect((await recover(codes[0])).status).toBe(403);
    expect((await recover(codes[1] ?? '')).status).toBe(201);
  });

  test('racing requests give the same codes, without one the last ones stand', async () => {
    const same = await Promise.all(Array.from({ length: 10 }, () => codesOf(ada, 'k')));
    expect(new Set(same.map((codes) => codes.join())).size).toBe(1);
    const racers = await Promise.all(Array.from({ length: 8 }, () => codesOf(ada)));
    expect(new Set(racers.map((codes) => codes.join())).size).toBe(8);
    const answers = await Promise.all(racers.map(([first]) => recover(first)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('a key from before makes others, and so does another token', async () => {
    const first = await codesOf(ada, 'k');
    await codesOf(ada, 'l');
    const late = await codesOf(ada, 'k');
    expect(late).not.toContain(first[0]);
    expect((await recover(first[0])).status).toBe(403);
    const other = withToken((await recover(late[0])).body.token);
    expect(await codesOf(other, 'k')).not.toContain(late[0]);
  });
});

describe('recovering', () => {
  test('gives a token that is good for all, and leaves the others as they are', async () => {
    const [code] = await codesOf(ada);
    const recovered = await recover(code);
    expect(recovered).toMatchObject({ status: 201, body: { player: { id: ada.id, name: 'Ada' } } });
    const again = withToken(recovered.body.token);
    const { tokens } = (await again.call<{ tokens: Record<string, unknown>[] }>('GET', '/v1/me/tokens')).body;
    expect(tokens.map(({ name, scopes, current }) => ({ name, scopes, current }))).toEqual([
      { name: 'Made with the account', scopes: SCOPES, current: false },
      { name: 'Made with a recovery code', scopes: SCOPES, current: true },
    ]);
    await again.call('DELETE', `/v1/me/tokens/${tokens[0]?.id}`);
    expect((await ada.call('GET', '/v1/me')).status).toBe(401);
  });

  test('takes a code as people read it from paper', async () => {
    const [code] = await codesOf(ada);
    const read = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')}`;
    expect((await recover(read)).status).toBe(201);
  });

  test('of fifty uses of one code at once one succeeds', async () => {
    const [code] = await codesOf(ada);
    // Each on a server of its own, so that none is slowed.
    const racers = await Promise.all(
      Array.from({ length: 50 }, () => recover(code, undefined, ada.id, quiet.with({}))),
    );
    const made = racers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(racers.filter(({ body }) => body.code === 'wrong_code')).toHaveLength(49);
    expect((await withToken(made[0]?.body.token ?? '').call('GET', '/v1/me')).status).toBe(200);
  });

  test('under a key the same request gives the same token, as long as that is not revoked', async () => {
    const [code] = await codesOf(ada);
    const racers = await Promise.all(Array.from({ length: 20 }, () => recover(code, 'k')));
    expect(new Set(racers.map(({ text }) => text)).size).toBe(1);
    expect(racers[0]?.status).toBe(201);
    expect((await recover(code, 'l', ada.id, quiet.with({}))).status).toBe(403);
    const { tokens } = (await ada.call<{ tokens: { id: string }[] }>('GET', '/v1/me/tokens')).body;
    expect(tokens).toHaveLength(2);
    await ada.call('DELETE', `/v1/me/tokens/${tokens[1]?.id}`);
    expect((await recover(code, 'k', ada.id, quiet.with({}))).status).toBe(403);
  });

  test('what the first could not finish the second does', async () => {
    const [code] = await codesOf(ada);
    const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
    const tokens = { ...quiet.deps.tokens, activate: () => Promise.reject(busy) };
    expect((await recover(code, 'k', ada.id, quiet.with({ tokens }))).status).toBe(503);
    const again = await recover(code, 'k');
    expect(again.status).toBe(201);
    expect((await withToken(again.body.token).call('GET', '/v1/me')).status).toBe(200);
  });

  test('what is wrong is told by one answer, whatever it is', async () => {
    const bob = await newPlayer(quiet.send, 'Bob');
    const cyd = await newPlayer(quiet.send, 'Cyd');
    const [code, used] = await codesOf(ada);
    await codesOf(bob);
    await recover(used ?? '');
    const refused = [
      await recover(used ?? ''),
      await recover('00000-00000-00000-00000'),
      await recover('nonsense'),
      await recover(code, undefined, bob.id),
      await recover(code, undefined, cyd.id),
      await recover(code, undefined, 'p_0000000000000000'),
    ].map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }));
    expect(refused[0]).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
    for (const each of refused) expect(each).toEqual(refused[0]);
  });
});

describe('guessing', () => {
  const START = Date.now();

  function guesser() {
    let ms = 0;
    let read = 0;
    const codes: typeof quiet.deps.recovery.codes = (player) => {
      read += 1;
      return quiet.deps.recovery.codes(player);
    };
    const send = quiet.with({ receivedAt: () => new Date(START + ms), recovery: { ...quiet.deps.recovery, codes } });
    return {
      guess: (code: string, player = ada.id) => recover(code, undefined, player, send),
      reads: () => read,
      later: (more: number) => {
        ms += more;
      },
    };
  }

  test('ten wrong codes a minute and player are looked at; then none is, for the rest of the minute', async () => {
    const [code] = await codesOf(ada);
    const { guess, later, reads } = guesser();
    for (let n = 0; n < 10; n += 1) {
      expect((await guess('00000-00000-00000-00000')).status).toBe(403);
      later(1000);
    }
    expect(reads()).toBe(10);
    const slowed = await guess(code);
    expect(slowed.body).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(slowed.headers.get('Retry-After')).toBe('50');
    expect(reads()).toBe(10);
    later(49_999);
    expect((await guess(code)).headers.get('Retry-After')).toBe('1');
    later(1);
    expect((await guess(code)).status).toBe(201);
  });

  test('slows nobody else, and right codes do not count', async () => {
    const bob = await newPlayer(quiet.send, 'Bob');
    const [bobs] = await codesOf(bob);
    const codes = await codesOf(ada);
    const { guess } = guesser();
    for (const code of codes) expect((await guess(code)).status).toBe(201);
    for (let n = 0; n < 10; n += 1) await guess('00000-00000-00000-00000');
    expect((await guess('00000-00000-00000-00000')).status).toBe(429);
    expect((await guess(bobs, bob.id)).status).toBe(201);
  });
});
