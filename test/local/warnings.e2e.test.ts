/** Time that gets short, over HTTP, on a server whose clock is put forward. */
import { expect, test } from 'vitest';
import type { Client, MatchBody } from '../support/clients.ts';
import { moveOn, proved, read, table, withServers } from './weeks-kit.ts';

withServers();

const DAY = 86_400_000;

interface Feed {
  readonly entries: readonly { type: string; match?: string; deadline?: string; left?: string }[];
}

/** For which deadline, and how long before it. */
async function warnings(player: Client, match: string) {
  const { body } = await player.call<Feed>('GET', '/v1/me/events?limit=100');
  const told = body.entries.filter((entry) => entry.match === match && entry.type === 'clock.warning');
  return told.map(({ deadline, left }) => [deadline, left]);
}

test('whoever is to move is told twice that time gets short, and hears it while waiting; a pause puts it off', async () => {
  const { players, advance, begin } = await table();
  const [ada, bob] = players as [Client, Client];
  const { id, clock } = await begin({ game: 'aquaignis' }, [ada, bob]);
  const deadline = clock.deadline ?? '';
  await advance('P1DT23H');
  const { next } = (await ada.call<{ next: string }>('GET', '/v1/me/events?after=latest')).body;
  const waiting = ada.call<Feed>('GET', `/v1/me/events?after=${next}&wait=25`);
  await advance('PT1H1M');
  const [first] = (await waiting).body.entries;
  const at = (before: number) => new Date(Date.parse(deadline) - before).toISOString();
  expect(first).toMatchObject({ type: 'clock.warning', match: id, seat: 1, deadline, left: 'P1D', at: at(DAY) });

  const offered = await bob.call<MatchBody>('POST', `/v1/matches/${id}/offers`, { kind: 'pause', for: 'P5D' });
  expect(offered.status, offered.text).toBe(201);
  const accepted = await ada.call<MatchBody>('POST', `/v1/matches/${id}/offers/${offered.body.head.seq}/accept`);
  expect(accepted.status, accepted.text).toBe(200);
  const then = accepted.body.clock.deadline ?? '';
  expect(Date.parse(then) - Date.parse(deadline)).toBe(5 * DAY);
  await advance('P5D');
  expect(await warnings(ada, id)).toEqual([[deadline, 'P1D']]);
  await advance('PT21H');
  expect(await warnings(ada, id)).toEqual([
    [deadline, 'P1D'],
    [then, 'PT3H'],
  ]);
  await moveOn([ada, bob], id);
  await advance('P2DT1M');
  expect(await warnings(ada, id)).toHaveLength(2);
  expect(await warnings(bob, id)).toMatchObject([[expect.any(String), 'P1D']]);
  await advance('P1D');
  expect(await read(ada, id)).toMatchObject({ status: 'finished', outcome: { reason: 'timeout', winners: [1] } });
  expect(await warnings(bob, id)).toHaveLength(1);
  await proved(ada, id);
});
