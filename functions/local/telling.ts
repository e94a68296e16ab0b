/** The log, feeds, talk, plans and leave, with whoever follows them in this process told of what has been stored. */
import type { Feeds } from '../store/feeds.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Plans } from '../store/plans.ts';
import type { Talk } from '../store/talk.ts';
import { planTopic, type Topic, talkTopic, vacationTopic } from '../store/topic.ts';
import type { Vacations } from '../store/vacations.ts';

/** The log, with whoever is to know told of every commit right after it has been stored. */
export function tellingLog(log: MatchLog, tell: (topic: Topic) => void): MatchLog {
  return {
    ...log,
    async append(next, commit, sinceSnapshot) {
      const stored = await log.append(next, commit, sinceSnapshot);
      if (stored) {
        tell(next.id);
        tell(planTopic(next.id));
      }
      return stored;
    },
  };
}

/** Feeds, with whoever is to know told of every entry. */
export function tellingFeeds(feeds: Feeds, tell: (topic: Topic) => void): Feeds {
  return {
    ...feeds,
    async append(player, source, at, notices) {
      const first = await feeds.append(player, source, at, notices);
      tell(player);
      return first;
    },
  };
}

/** The talk of matches, with whoever is to know told of every message. */
export function tellingTalk(talk: Talk, tell: (topic: Topic) => void): Talk {
  return {
    ...talk,
    async put(match, message) {
      const stored = await talk.put(match, message);
      if (stored) tell(talkTopic(match));
      return stored;
    },
  };
}

/** Players' plans, with whoever is to know told of every change. */
export function tellingPlans(plans: Plans, tell: (topic: Topic) => void): Plans {
  return {
    ...plans,
    async add(match, player, laid, content) {
      const stored = await plans.add(match, player, laid, content);
      if (stored) tell(planTopic(match));
      return stored;
    },
    async change(read, content) {
      const stored = await plans.change(read, content);
      if (stored) tell(planTopic(read.match));
      return stored;
    },
  };
}

/** The players' leave, with whoever is to know told of every change. */
export function tellingVacations(vacations: Vacations, tell: (topic: Topic) => void): Vacations {
  return {
    ...vacations,
    async put(player, book, version) {
      const stored = await vacations.put(player, book, version);
      if (stored) tell(vacationTopic(player));
      return stored;
    },
  };
}
