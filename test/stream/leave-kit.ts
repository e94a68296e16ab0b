/** Two players, their matches and their leave, at a time that the test sets; the stream works when it is told to. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { games } from '../../domain/games.ts';
import { isVacation } from '../../domain/match/clock/vacation.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { findBehind } from '../../functions/local/catch-up.ts';
import { bringLeave } from '../../functions/play/leave.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { type Topic, vacationTopic } from '../../functions/store/topic.ts';
import { dynamoVacations } from '../../functions/store/vacations.ts';
import { grantLeave } from '../../functions/stream/grant-leave.ts';
import { handleTopic, type StreamLine, type StreamWork } from '../../functions/stream/handle.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { projectionOn } from '../support/derived.ts';

export const DAY = 86_400_000;

/** What tests read of a match's clock. */
export interface Clock {
  readonly deadline: string | null;
  readonly state: string;
  readonly left: readonly string[] | null;
}

export type World = Awaited<ReturnType<typeof newWorld>>;

export async function newWorld() {
  const api: TestApi = await startApi(undefined, { source: UNFOLLOWED });
  const { client, table } = api.database;
  const world = { now: new Date('2030-05-10T12:00:00.000Z') };
  const now = () => world.now;
  const vacations = dynamoVacations(client, table);
  const send = api.appWith({ now, receivedAt: now, vacations });
  const lines: StreamLine[] = [];

  function work(on: DynamoDBClient = client): StreamWork {
    const projection = projectionOn({ client: on, table }, games, now);
    const play = { games, log: projection.log, vacations: dynamoVacations(on, table), now };
    return {
      projection: { ...projection, begun: (match) => bringLeave(play, match) },
      grantLeave: (player) => grantLeave({ ...play, lists: projection.lists }, player),
      tellTalk: async () => undefined,
      playPlans: async () => undefined,
      closeAccount: async () => undefined,
      deliver: async () => undefined,
      setAside: dynamoSetAside(client, table, now),
      report: (line) => lines.push(line),
    };
  }

  return {
    api,
    vacations,
    lines,
    work,
    newPlayer: (name: string) => newPlayer(send, name),
    at: (text: string) => {
      world.now = new Date(text);
    },
    later: (ms: number) => {
      world.now = new Date(world.now.getTime() + ms);
    },
    nowText: () => world.now.toISOString(),
    /** Begun, and in the lists. */
    async match(one: Client, two: Client, more: Record<string, unknown> = {}): Promise<MatchBody> {
      const match = await newMatch(one, two, more);
      await handleTopic(work(), match.id as MatchId);
      return match;
    },
    told: (topic: string, on?: DynamoDBClient) => handleTopic(work(on), topic as Topic),
    leaveTold: (player: Client, on?: DynamoDBClient) => handleTopic(work(on), vacationTopic(player.id as PlayerId)),
    /** What a start after a kill would take up. */
    behind: () => findBehind(client, table, () => undefined),
    /** What a match's log says of leave: `+` is granted, `-` is cut. */
    async leaveIn(match: MatchBody): Promise<readonly string[]> {
      const commits = await api.deps.log.read(match.id as MatchId, 0, 1000);
      return commits.flatMap(({ events }) =>
        events
          .filter(isVacation)
          .map(({ type, seat, from, to }) => `${type === 'vacation.granted' ? '+' : '-'}${seat} ${from} ${to}`),
      );
    },
    async head(match: MatchBody): Promise<number> {
      return (await api.deps.log.load(match.id as MatchId))?.state.head.seq ?? 0;
    },
    end: () => api.end(),
  };
}

export async function clockOf(player: Client, match: MatchBody): Promise<Clock> {
  const answer = await player.call<MatchBody & { clock: Clock }>('GET', `/v1/matches/${match.id}`);
  return answer.body.clock;
}

export async function move(player: Client, match: MatchBody, ply: number, ...moves: readonly string[]): Promise<void> {
  const answer = await player.call('POST', `/v1/matches/${match.id}/moves`, { ply, moves });
  if (answer.status !== 200) throw new Error(answer.text);
}

export async function vacation(player: Client, from: string, to: string): Promise<void> {
  const answer = await player.call('PUT', '/v1/me/vacation', { from, to, timeZone: 'UTC' });
  if (answer.status !== 200) throw new Error(answer.text);
}

export async function back(player: Client): Promise<void> {
  const answer = await player.call('DELETE', '/v1/me/vacation');
  if (answer.status !== 200) throw new Error(answer.text);
}
