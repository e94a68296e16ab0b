/**
 * The log, feeds, talk, plans, leave and what else there is of accounts, with whoever follows them in this process told of
 * what has been stored.
 */
import type { PlayerId } from '../../domain/match/types.ts';
import type { Feeds } from '../store/feeds.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Notes } from '../store/notes.ts';
import type { Plans } from '../store/plans.ts';
import type { Players } from '../store/players.ts';
import type { Recovery } from '../store/recovery.ts';
import type { Talk } from '../store/talk.ts';
import type { Tokens } from '../store/tokens.ts';
import { accountTopic, planTopic, type Topic, talkTopic, vacationTopic } from '../store/topic.ts';
import type { Vacations } from '../store/vacations.ts';
import type { Webhooks } from '../store/webhooks.ts';

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

export interface AccountStores {
  readonly players: Players;
  readonly tokens: Tokens;
  readonly recovery: Recovery;
  readonly notes: Notes;
  readonly webhooks: Webhooks;
}

/** What accounts keep, with whoever is to know told that one was closed, or got something that a closed one may not have. */
export function tellingAccounts(stores: AccountStores, tell: (topic: Topic) => void): AccountStores {
  const { players, tokens, recovery, notes, webhooks } = stores;
  const telling = async <Answer>(player: PlayerId, answer: Promise<Answer>): Promise<Answer> => {
    const made = await answer;
    tell(accountTopic(player));
    return made;
  };
  return {
    players: { ...players, close: (id, at) => telling(id, players.close(id, at)) },
    tokens: { ...tokens, add: (token, text) => telling(token.player, tokens.add(token, text)) },
    recovery: { ...recovery, replace: (player, codes) => telling(player, recovery.replace(player, codes)) },
    notes: { ...notes, put: (player, match, text) => telling(player, notes.put(player, match, text)) },
    webhooks: { ...webhooks, create: (webhook) => telling(webhook.player, webhooks.create(webhook)) },
  };
}
