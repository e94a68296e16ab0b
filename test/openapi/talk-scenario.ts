/** The players of a match talk, and one of them keeps notes. */
import { type Client, newMatch } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

interface Players {
  readonly ada: Client;
  readonly ben: Client;
  readonly cyd: Client;
}

export async function talkAndNote({ ask }: Recorder, { ada, ben, cyd }: Players): Promise<void> {
  const path = { match: (await newMatch(ada, ben)).id };
  const headers = { 'Idempotency-Key': '5f0c8f0e-8a57-4c0b-8d0a-3c1f7b1f2f11' };
  const luck = { text: 'Good luck!', to: 'seats' };
  await ask('postTalk', 'To the other seats', { as: ada, path, body: luck, headers });
  await ask('postTalk', 'The same key, another text', { as: ada, path, body: { ...luck, text: 'Luck!' }, headers });
  await ask('postTalk', 'To all who read the match', { as: ben, path, body: { text: 'Hello, all!', to: 'all' } });
  await ask('postTalk', 'Nothing to see', { as: ben, path, body: { text: '  ', to: 'all' } });
  await ask('postTalk', 'Without a seat', { as: cyd, path, body: { text: 'Who is winning?', to: 'all' } });
  await ask('listTalk', 'All, for a seat', { as: ada, path });
  await ask('listTalk', 'What was said to all', { path });
  await ask('listTalk', 'Nothing new', { as: ada, path, query: 'after=2' });
  await ask('listTalk', 'Too much at once', { path, query: 'limit=1000' });
  await ask('getNotes', 'None', { as: ada, path });
  await ask('setNotes', 'A text', { as: ada, path, body: { text: 'Ben opens at the fourth flow.' } });
  await ask('getNotes', 'One’s own', { as: ada, path });
  await ask('setNotes', 'A control character', { as: ada, path, body: { text: 'a\u0007' } });
  await ask('setNotes', 'None any more', { as: ada, path, body: { text: '' } });
}
