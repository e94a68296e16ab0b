/**
 * What a change is about: a match whose log has grown, a match whose talk has, a match in which plans may have something to
 * answer, a player whose feed has grown, a player whose leave has changed, or an account that may have been closed. What has
 * changed is seen by looking.
 */
import { isMatchId, isPlayerId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';

export type VacationTopic = `vacation#${PlayerId}`;
export type TalkTopic = `talk#${MatchId}`;
export type PlanTopic = `plan#${MatchId}`;
export type AccountTopic = `account#${PlayerId}`;
export type Topic = MatchId | PlayerId | VacationTopic | TalkTopic | PlanTopic | AccountTopic;

const VACATION = 'vacation#';
const ACCOUNT = 'account#';
const TALK = 'talk#';
const PLAN = 'plan#';

export function vacationTopic(player: PlayerId): VacationTopic {
  return `${VACATION}${player}`;
}

/** Whose leave it is about; null if it is about something else. */
export function playerOnLeave(topic: string): PlayerId | null {
  const player = topic.slice(VACATION.length);
  return topic.startsWith(VACATION) && isPlayerId(player) ? player : null;
}

export function accountTopic(player: PlayerId): AccountTopic {
  return `${ACCOUNT}${player}`;
}

/** Whose account it is about; null if it is about something else. */
export function accountOf(topic: string): PlayerId | null {
  const player = topic.slice(ACCOUNT.length);
  return topic.startsWith(ACCOUNT) && isPlayerId(player) ? player : null;
}

export function talkTopic(match: MatchId): TalkTopic {
  return `${TALK}${match}`;
}

/** The match whose talk it is about; null if it is about something else. */
export function matchTalkedIn(topic: string): MatchId | null {
  const match = topic.slice(TALK.length);
  return topic.startsWith(TALK) && isMatchId(match) ? match : null;
}

export function planTopic(match: MatchId): PlanTopic {
  return `${PLAN}${match}`;
}

/** The match whose plans it is about; null if it is about something else. */
export function matchPlannedIn(topic: string): MatchId | null {
  const match = topic.slice(PLAN.length);
  return topic.startsWith(PLAN) && isMatchId(match) ? match : null;
}

export function isTopic(text: string): text is Topic {
  if (isMatchId(text) || isPlayerId(text)) return true;
  if (playerOnLeave(text) !== null || accountOf(text) !== null) return true;
  return matchTalkedIn(text) !== null || matchPlannedIn(text) !== null;
}

/** Done by who knows how, for each kind of topic. */
export interface ByTopic<Result> {
  match(match: MatchId): Result;
  feed(player: PlayerId): Result;
  leave(player: PlayerId): Result;
  talk(match: MatchId): Result;
  plans(match: MatchId): Result;
  account(player: PlayerId): Result;
}

export function byTopic<Result>(topic: Topic, act: ByTopic<Result>): Result {
  if (isMatchId(topic)) return act.match(topic);
  if (isPlayerId(topic)) return act.feed(topic);
  const player = playerOnLeave(topic);
  if (player !== null) return act.leave(player);
  const account = accountOf(topic);
  if (account !== null) return act.account(account);
  const talked = matchTalkedIn(topic);
  if (talked !== null) return act.talk(talked);
  const planned = matchPlannedIn(topic);
  if (planned === null) throw new Error('no topic is about anything else');
  return act.plans(planned);
}
