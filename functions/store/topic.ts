/**
 * What a change is about: a match whose log has grown, a player whose feed has, or a player whose leave has changed.
 * What has changed is seen by looking.
 */
import { isMatchId, isPlayerId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';

export type VacationTopic = `vacation#${PlayerId}`;
export type Topic = MatchId | PlayerId | VacationTopic;

const VACATION = 'vacation#';

export function vacationTopic(player: PlayerId): VacationTopic {
  return `${VACATION}${player}`;
}

/** Whose leave it is about; null if it is about something else. */
export function playerOnLeave(topic: string): PlayerId | null {
  const player = topic.slice(VACATION.length);
  return topic.startsWith(VACATION) && isPlayerId(player) ? player : null;
}

export function isTopic(text: string): text is Topic {
  return isMatchId(text) || isPlayerId(text) || playerOnLeave(text) !== null;
}

/** Done by who knows how, for each kind of topic. */
export interface ByTopic<Result> {
  match(match: MatchId): Result;
  feed(player: PlayerId): Result;
  leave(player: PlayerId): Result;
}

export function byTopic<Result>(topic: Topic, act: ByTopic<Result>): Result {
  if (isMatchId(topic)) return act.match(topic);
  if (isPlayerId(topic)) return act.feed(topic);
  const player = playerOnLeave(topic);
  if (player === null) throw new Error('no topic is about anything else');
  return act.leave(player);
}
