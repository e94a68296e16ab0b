/** Somebody takes all of their data along, and closes their account. */
import type { Client } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedStream } from './stream.ts';

export async function leaveForGood({ ask }: Recorder, as: Client, stream: RecordedStream): Promise<void> {
  const made = await as.call<{ id: string }>('POST', '/v1/matches', { game: 'aquaignis' });
  const match = made.body.id;
  await as.call('POST', `/v1/matches/${match}/talk`, { text: 'Is anybody there?', to: 'all' });
  await as.call('PUT', `/v1/matches/${match}/notes`, { text: 'Nobody comes.' });
  await stream.catchUp();
  await ask('exportAccount', 'All that is theirs', { as });
  await ask('exportAccount', 'A cursor of something else', { as, query: 'cursor=WyJib2FyZCJd' });
  await ask('closeAccount', 'A parameter that there is not', { as, query: 'really=true' });
  await ask('closeAccount', 'For good', { as });
  await ask('closeAccount', 'Once more, with a token that is good for nothing', { as });
}
