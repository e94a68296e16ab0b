/**
 * Reads what a batch of table changes is about: matches with new commits or new talk, players with new entries in their
 * feed or another leave, matches in which plans may have something to answer, and accounts that have been closed, or have
 * got something new that a closed one may not have.
 */
import type { DynamoDBRecord } from 'aws-lambda';
import { isMatchId, isPlayerId } from '../../domain/match/ids.ts';
import { accountTopic, planTopic, type Topic, talkTopic, vacationTopic } from '../store/topic.ts';

/** What is new, in the order of the stream, each with the number of its first record in the batch. */
export function topicsIn(records: readonly DynamoDBRecord[]): ReadonlyMap<Topic, string> {
  const topics = new Map<Topic, string>();
  for (const { eventName, dynamodb } of records) {
    // What is dropped after its time is in the stream too, and is nothing new.
    if (eventName !== 'INSERT' && eventName !== 'MODIFY') continue;
    for (const topic of topicsOf(dynamodb?.Keys?.pk?.S ?? '', dynamodb?.Keys?.sk?.S ?? '')) {
      if (topics.has(topic)) continue;
      // Without its number a failure could not be told for one record alone; an empty one stands for the whole batch.
      topics.set(topic, dynamodb?.SequenceNumber ?? '');
    }
  }
  return topics;
}

/** Kinds of items of which a closed account has none, by what their partition keys begin with. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['notes', 'tokens', 'webhooks', 'blocks', 'player']);

function topicsOf(pk: string, sk: string): readonly Topic[] {
  const [kind = '', id = ''] = pk.split('#');
  if (kind === 'match' && sk.startsWith('commit#') && isMatchId(id)) return [id, planTopic(id)];
  if (kind === 'talk' && sk.startsWith('message#') && isMatchId(id)) return [talkTopic(id)];
  if (kind === 'plan' && sk.startsWith('plan#') && isMatchId(id)) return [planTopic(id)];
  if (kind === 'feed' && sk.startsWith('entry#') && isPlayerId(id)) return [id];
  if (kind === 'player' && sk === 'vacation' && isPlayerId(id)) return [vacationTopic(id)];
  return OF_ACCOUNTS.has(kind) && isPlayerId(id) ? [accountTopic(id)] : [];
}
