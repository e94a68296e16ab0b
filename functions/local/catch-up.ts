/**
 * Finds what the stream may not have done when the server last stopped: logs longer than their read models know, talk
 * that the seats have not been told of, every player with a leave and every match with a plan, of which nothing notes
 * how far they have been looked at, and every account that has been closed, of which nothing notes what is left of it.
 */
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { isMatchId, isPlayerId } from '../../domain/match/ids.ts';
import {
  accountTopic,
  matchPlannedIn,
  matchTalkedIn,
  planTopic,
  type Topic,
  talkTopic,
  vacationTopic,
} from '../store/topic.ts';

const TELL_EVERY_MS = 2000;

/** Reads every key of the table; `tell` is called every two seconds while that goes on. */
export async function findBehind(
  client: DynamoDBClient,
  table: string,
  tell: (itemsRead: number) => void,
): Promise<readonly Topic[]> {
  const onLeave: Topic[] = [];
  const planned = new Set<Topic>();
  const closed: Topic[] = [];
  const heads = new Map<Topic, number>();
  const progress = new Map<Topic, number>();
  const input = { TableName: table, ProjectionExpression: 'pk, sk, seq, closedAt', ConsistentRead: true };
  let read = 0;
  let told = Date.now();
  for await (const page of paginateScan({ client }, input)) {
    for (const { pk, sk, seq, closedAt } of page.Items ?? []) {
      const player = pk?.S?.slice('player#'.length) ?? '';
      if (sk?.S === 'vacation' && isPlayerId(player)) onLeave.push(vacationTopic(player));
      const inPlan = matchPlannedIn(pk?.S ?? '');
      if (inPlan !== null) planned.add(planTopic(inPlan));
      if (closedAt !== undefined && isPlayerId(player)) closed.push(accountTopic(player));
      const match = matchTalkedIn(pk?.S ?? '') ?? pk?.S?.slice('match#'.length) ?? '';
      if (!isMatchId(match)) continue;
      const [kind, number] = (sk?.S ?? '').split('#');
      if (kind === 'commit') reached(heads, match, Number(number));
      if (kind === 'message') reached(heads, talkTopic(match), Number(number));
      if (kind === 'progress') progress.set(match, Number(seq?.N ?? 0));
      if (kind === 'talk') progress.set(talkTopic(match), Number(seq?.N ?? 0));
    }
    read += page.Items?.length ?? 0;
    if (Date.now() - told >= TELL_EVERY_MS) {
      tell(read);
      told = Date.now();
    }
  }
  const behind = [...heads].filter(([topic, head]) => head > (progress.get(topic) ?? 0));
  return [...behind.map(([topic]) => topic), ...onLeave, ...planned, ...closed];
}

function reached(heads: Map<Topic, number>, topic: Topic, number: number): void {
  heads.set(topic, Math.max(heads.get(topic) ?? 0, number));
}
