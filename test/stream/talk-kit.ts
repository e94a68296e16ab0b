/** Players who talk in their matches, and the stream that tells it when it is told to. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { games } from '../../domain/games.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { findBehind } from '../../functions/local/catch-up.ts';
import { dynamoBlocks } from '../../functions/store/blocks.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { dynamoTalk } from '../../functions/store/talk.ts';
import { type Topic, talkTopic } from '../../functions/store/topic.ts';
import { dynamoTraces } from '../../functions/store/traces.ts';
import { handleTopic, type StreamLine, type StreamWork } from '../../functions/stream/handle.ts';
import { tellTalk } from '../../functions/stream/tell-talk.ts';
import { startApi, UNFOLLOWED } from '../support/api.ts';
import { type Client, newPlayer } from '../support/clients.ts';
import { projectionOn } from '../support/derived.ts';

export type World = Awaited<ReturnType<typeof newWorld>>;

export async function newWorld() {
  const api = await startApi(undefined, { source: UNFOLLOWED });
  const { client, table } = api.database;
  const now = () => new Date();
  const lines: StreamLine[] = [];

  function work(on: DynamoDBClient = client): StreamWork {
    const telling = {
      talk: dynamoTalk(on, table),
      log: dynamoLog(on, table, games),
      feeds: dynamoFeeds(on, table, now),
      blocks: dynamoBlocks(on, table),
      traces: dynamoTraces(on, table),
      players: dynamoPlayers(on, table),
    };
    return {
      projection: projectionOn({ client: on, table }, games, now),
      tellTalk: (match) => tellTalk(telling, match),
      playPlans: async () => undefined,
      closeAccount: async () => undefined,
      grantLeave: async () => undefined,
      deliver: async () => undefined,
      setAside: dynamoSetAside(client, table, now),
      report: (line) => lines.push(line),
    };
  }

  return {
    api,
    lines,
    work,
    newPlayer: (name: string) => newPlayer(api.appWith({}), name),
    async said(who: Client, match: string, text: string, to = 'seats'): Promise<number> {
      const answer = await who.call<{ number: number }>('POST', `/v1/matches/${match}/talk`, { text, to });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.number;
    },
    /** What the stream makes of it. */
    told: (match: string, on?: DynamoDBClient) => handleTopic(work(on), talkTopic(match as MatchId)),
    followed: (topic: Topic) => handleTopic(work(), topic),
    /** What a start after a kill would take up. */
    behind: () => findBehind(client, table, () => undefined),
    /** The messages that a player's feed tells of, as `seat/by/number`. */
    async heardBy(who: Client, match: string): Promise<readonly string[]> {
      const { entries } = await dynamoFeeds(client, table, now).read(who.id as PlayerId, 0, 1000);
      return entries.flatMap((entry) =>
        entry.type === 'talk.said' && entry.match === match ? [`${entry.seat}/${entry.by}/${entry.talk}`] : [],
      );
    },
    end: () => api.end(),
  };
}
