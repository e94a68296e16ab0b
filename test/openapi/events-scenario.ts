/** What happened is read in every form, and a reader meets whatever the two operations on it can answer. */
import type { Client } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

const EVENTS = { Accept: 'text/event-stream' };
const LINES = { Accept: 'application/x-ndjson' };
const PAGE = { Accept: 'text/html' };

/** `match` is over, with five commits; `ada` has a seat in it. */
export async function readEvents({ ask }: Recorder, ada: Client, match: string): Promise<void> {
  const path = { match };
  await ask('listEvents', 'The log from its beginning', { path });
  await ask('listEvents', 'Nothing new', { path, query: 'after=5' });
  await ask('listEvents', 'Too long a wait', { path, query: 'wait=3600' });
  await ask('listEvents', 'As server-sent events', { path, query: 'after=3', headers: EVENTS });
  await ask('listEvents', 'As lines of JSON', { path, query: 'after=3', headers: LINES });
  await ask('listEvents', 'Over, and all is told', { path, query: 'after=5', headers: EVENTS });
  await ask('listEvents', 'As a web page', { path, headers: PAGE });

  const as = ada;
  await ask('listMyEvents', 'The oldest entries', { as, query: 'limit=5' });
  await ask('listMyEvents', 'From now on', { as, query: 'after=latest' });
  await ask('listMyEvents', 'As server-sent events', { as, query: 'limit=2', headers: EVENTS });
  await ask('listMyEvents', 'As lines of JSON', { as, query: 'limit=2', headers: LINES });
  await ask('listMyEvents', 'What came after is not kept any more', { as, query: 'after=1' });
  await ask('listMyEvents', 'No such entry yet', { as, query: 'after=9007199254740991' });
  await ask('listMyEvents', 'As a web page', { as, headers: PAGE });
  await ask('listTurns', 'Matches that wait for you', { as });
  await ask('listTurns', 'A cursor that no list gave', { as, query: 'cursor=x' });
}
