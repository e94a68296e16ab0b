/** A vacation is set, set again, replaced and ended. */
import type { Client } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

const DAY = 86_400_000;

export async function takeVacations({ ask }: Recorder, as: Client, now: () => Date): Promise<void> {
  const date = (days: number) => new Date(now().getTime() + days * DAY).toISOString().slice(0, 10);
  await ask('getVacation', 'None', { as });
  const wish = { from: date(3), to: date(12), timeZone: 'Europe/Berlin' };
  await ask('setVacation', 'Ten days, in a while', { as, body: wish });
  await ask('setVacation', 'From today on instead', { as, body: { from: date(0), to: date(6) } });
  await ask('getVacation', 'Running', { as });
  await ask('setVacation', 'More days than are left', { as, body: { from: date(0), to: date(90) } });
  await ask('setVacation', 'Its end before its start', { as, body: { from: date(2), to: date(1) } });
  const nowhere = { from: date(1), to: date(1), timeZone: 'Mars/Olympus' };
  await ask('setVacation', 'No such time zone', { as, body: nowhere });
  await ask('endVacation', 'Back early', { as });
  const today = { from: date(0), to: date(0) };
  for (const _ of [1, 2]) {
    await as.call('PUT', '/v1/me/vacation', today);
    await as.call('DELETE', '/v1/me/vacation');
  }
  await ask('setVacation', 'Away three times within a day', { as, body: today });
}
