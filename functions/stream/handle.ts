/**
 * What the stream does with a change. A database that cannot be reached is a reason to try again; whatever else fails,
 * and fails again, would fail for ever: it is set aside and told, so that it holds up nothing else. The next commit of
 * the same match tries it anew, and so does `npm run rebuild`, which also clears what had been set aside.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { errorStack, errorText } from '../store/error-text.ts';
import type { SetAside } from '../store/set-aside.ts';
import { byTopic, type Topic } from '../store/topic.ts';
import { isUnavailable } from '../store/unavailable.ts';
import { topicsIn } from './changes.ts';
import { type Projection, projectMatch } from './project.ts';

export interface StreamWork {
  readonly projection: Projection;
  /** Makes deliveries to the player's webhooks of what is new in the feed. */
  deliver(player: PlayerId): Promise<void>;
  /** Brings the player's matches up to the player's leave. */
  grantLeave(player: PlayerId): Promise<void>;
  /** Tells the seats of a match of what has been said in it. */
  tellTalk(match: MatchId): Promise<void>;
  /** Plays what players have planned to answer in a match. */
  playPlans(match: MatchId): Promise<void>;
  /** Takes away what an account had that has been closed. */
  closeAccount(player: PlayerId): Promise<void>;
  readonly setAside: SetAside;
  report(line: StreamLine): void;
}

/** One line of the log: nothing of a match but its id. */
export type StreamLine = {
  readonly level: 'error';
  readonly message: 'not done' | 'set aside';
  readonly topic: Topic;
  readonly error: string;
  readonly stack: string | undefined;
};

const TRIES = 3;
const PAUSE_MS = 50;

/** Brings up to date what a topic is about. @throws what makes it worth trying again later. */
export async function handleTopic(work: StreamWork, topic: Topic): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await bringUpToDate(work, topic);
    } catch (thrown) {
      const error = asError(thrown);
      if (mayPass(error)) {
        work.report(line('not done', topic, error));
        throw error;
      }
      if (tries === TRIES) return putAside(work, topic, error);
      await sleep(PAUSE_MS * tries);
    }
  }
}

export function bringUpToDate(
  work: Pick<StreamWork, 'projection' | 'deliver' | 'grantLeave' | 'tellTalk' | 'playPlans' | 'closeAccount'>,
  topic: Topic,
): Promise<void> {
  return byTopic(topic, {
    match: (match) => projectMatch(work.projection, match),
    feed: (player) => work.deliver(player),
    leave: async (player) => {
      await work.grantLeave(player);
      await work.closeAccount(player);
    },
    talk: (match) => work.tellTalk(match),
    plans: (match) => work.playPlans(match),
    account: (player) => work.closeAccount(player),
  });
}

async function putAside(work: StreamWork, topic: Topic, error: Error): Promise<void> {
  try {
    await work.setAside.put(topic, error);
  } catch (thrown) {
    work.report(line('not done', topic, error));
    throw asError(thrown);
  }
  work.report(line('set aside', topic, error));
}

/** Does a batch of the table's changes; the numbers of the records that are to be told again. */
export async function handleRecords(work: StreamWork, records: readonly DynamoDBRecord[]): Promise<readonly string[]> {
  // One change may be about several things.
  const failures = new Set<string>();
  for (const [topic, sequence] of topicsIn(records)) {
    try {
      await handleTopic(work, topic);
    } catch {
      failures.add(sequence);
    }
  }
  return [...failures];
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function line(message: StreamLine['message'], topic: Topic, error: Error): StreamLine {
  return { level: 'error', message, topic, error: errorText(error), stack: errorStack(error) };
}

/** Rights and queues that a deployment has yet to bring will be there in a while. */
const YET_TO_COME = new Set(['AccessDeniedException', 'AccessDenied', 'QueueDoesNotExist']);

function mayPass(error: Error): boolean {
  return isUnavailable(error) || YET_TO_COME.has(error.name);
}
