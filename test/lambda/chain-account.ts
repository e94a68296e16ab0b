/** The life and the end of an account, through the deployed functions. */
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { SECTION_NAMES } from '../../functions/api/export/sections.ts';
import { type Client, newMatch, newPlayer, type Send } from '../support/clients.ts';
import type { TestTable } from '../support/engine.ts';

const NAME = 'Quillfeather';

export interface Through {
  readonly send: Send;
  readonly database: TestTable;
  /** Until nothing follows from what has happened any more; `told`: but for what webhooks are sent. */
  settle(): Promise<void>;
  told(): Promise<void>;
}

/** Somebody who has something of every kind, and a match against `bob`. */
export async function richAccount({ send }: Through, bob: Client): Promise<{ eve: Client; match: string }> {
  const eve = await newPlayer(send, `Eve ${NAME}`);
  const somebody = await newPlayer(send, 'Somebody');
  const options = { mode: 'divination', ptah: 'c3', question: `Will ${NAME} win?` };
  await eve.call('POST', '/v1/matches', { game: 'abiegnus', options });
  const { id: match } = await newMatch(eve, bob, { rated: true });
  const today = new Date().toISOString().slice(0, 10);
  for (const [method, path, body] of [
    ['POST', `/v1/matches/${match}/talk`, { text: `${NAME} plays`, to: 'all' }],
    ['PUT', `/v1/matches/${match}/notes`, { text: `${NAME} notes` }],
    ['POST', `/v1/matches/${match}/forks`, {}],
    ['POST', '/v1/me/tokens', { name: NAME, scopes: ['talk'] }],
    ['POST', '/v1/me/recovery-codes', {}],
    ['PUT', '/v1/me/vacation', { from: today, to: today }],
    ['POST', '/v1/webhooks', { url: `https://${NAME.toLowerCase()}.example/` }],
    ['PUT', `/v1/me/blocks/${somebody.id}`, undefined],
  ] as const) {
    expect((await eve.call(method, path, body)).status, path).toBeLessThan(300);
  }
  return { eve, match };
}

export async function expectAllGivenOut({ told }: Through, eve: Client): Promise<void> {
  await told();
  const file = await eve.call<Record<string, unknown[]>>('GET', '/v1/me/export');
  expect(file.status, file.text).toBe(200);
  for (const list of SECTION_NAMES.filter((name) => !['plans', 'invitations', 'ratings'].includes(name))) {
    expect(file.body[list], list).not.toEqual([]);
  }
}

export async function expectNothingLeft(
  { database, settle }: Through,
  { eve, bob, match }: { eve: Client; bob: Client; match: string },
): Promise<void> {
  expect((await eve.call('DELETE', '/v1/me')).status).toBe(204);
  await settle();
  expect((await bob.call('GET', `/v1/matches/${match}`)).body).toMatchObject({
    status: 'finished',
    outcome: { winners: [2], reason: 'resignation' },
    seats: [{ player: { id: eve.id, name: 'deleted player' } }, { player: { name: 'Bob' } }],
  });
  const left: string[] = [];
  const input = { TableName: database.table, ConsistentRead: true };
  for await (const { Items: items = [] } of paginateScan({ client: database.client }, input)) {
    left.push(
      ...items.map((item) => JSON.stringify(item)).filter((text) => text.toLowerCase().includes(NAME.toLowerCase())),
    );
  }
  expect(left).toEqual([]);
}
