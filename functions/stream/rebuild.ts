/**
 * Makes everything that is derived from the logs again from them alone: lists, invitations, open turns, the lobby, deadlines, results,
 * ratings, what feeds lack of them and of talk, deliveries of what is in feeds, and what had been set aside. The stream may
 * work on the same table meanwhile. It may be broken off at any time and begun again, and holds no more in memory than what
 * the feeds of a few players lack.
 *
 * How far a match has come is noted only when feeds have been told: the stream goes on from there.
 */
import { type DynamoDBClient, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { seeFork } from '../../domain/match/fork-life.ts';
import { isPlayerId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { dynamoBlocks } from '../store/blocks.ts';
import { modelsExpire } from '../store/expiry.ts';
import { fillFeed } from '../store/feed-filler.ts';
import { dropEntry, markRebuilt } from '../store/mend.ts';
import { keys } from '../store/table.ts';
import { type Found, hasMatches, matchesOf, scanTable } from '../store/table-scan.ts';
import { dynamoTalk } from '../store/talk.ts';
import { accountTopic, type Topic, talkTopic } from '../store/topic.ts';
import { isUnavailable } from '../store/unavailable.ts';
import { each } from './each.ts';
import { bringUpToDate, type StreamWork } from './handle.ts';
import { settleRatings } from './rate.ts';
import { rebuildEntry } from './rebuild-entry.ts';
import { rebuildFeed } from './rebuild-feed.ts';
import { rebuildMatch } from './rebuild-match.ts';
import { rebuildRating } from './rebuild-rating.ts';

export interface RebuildSettings {
  readonly work: Pick<
    StreamWork,
    'projection' | 'deliver' | 'grantLeave' | 'tellTalk' | 'playPlans' | 'closeAccount' | 'setAside'
  >;
  readonly client: DynamoDBClient;
  readonly table: string;
  now(): Date;
  /** How far it is, every two seconds. */
  say(line: string): void;
}

export interface Rebuilt {
  readonly matches: number;
  readonly feeds: number;
  /** Entries of lists, invitations, open turns, deadlines, results and ratings that should not have been there. */
  readonly removed: number;
  /** Commits and messages that a feed had not told of. */
  readonly told: number;
  /** What could not be done; it has been set aside. */
  readonly failed: ReadonlyMap<Topic, Error>;
}

const AT_ONCE = 8;
const SAY_EVERY_MS = 2000;

/** @throws if the database cannot be reached, or does not allow it */
export async function rebuild(settings: RebuildSettings): Promise<Rebuilt> {
  const { work, client, table, now, say } = settings;
  const { projection, setAside } = work;
  const failed = new Map<Topic, Error>();
  const done = { matches: 0, looked: 0, removed: 0, feeds: 0, told: 0, owners: 0 };
  let doing = () => 'begun';
  const timer = setInterval(() => say(`Rebuilding: ${doing()}`), SAY_EVERY_MS);

  /** What fails of one match or feed is no reason to leave the others as they are. */
  async function attempt(topic: Topic, action: () => Promise<void>): Promise<void> {
    if (failed.has(topic)) return;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Error) || isOfDatabase(error)) throw error;
      failed.set(topic, error);
      await setAside.put(topic, error);
    }
  }

  const through = (action: (found: Found) => Promise<void>) => each(scanTable(client, table), AT_ONCE, action);

  try {
    const asideBefore = await setAside.all();

    doing = () => `${done.matches} matches, ${done.looked} entries looked at, ${done.removed} taken out`;
    await through(async (found) => {
      if (found.kind === 'log') {
        // What is being dropped is no log any more.
        if (found.expires !== null && found.expires * 1000 <= now().getTime()) return;
        await attempt(found.match, () => readModels(settings, found.match));
        done.matches += 1;
      } else if (found.kind === 'rated') {
        await attempt(found.of.match, async () => {
          if (await rebuildRating(projection, found.of, found.player)) done.removed += 1;
        });
        done.looked += 1;
      } else if (found.kind === 'standing') {
        await projection.ratings.refresh(found.game, found.player);
      } else if (
        found.kind === 'listed' ||
        found.kind === 'turn' ||
        found.kind === 'invitation' ||
        found.kind === 'clock' ||
        found.kind === 'result'
      ) {
        await attempt(found.match, async () => {
          if (await rebuildEntry(projection, settings, found, now())) done.removed += 1;
        });
        done.looked += 1;
      }
    });

    doing = () => 'ratings';
    for (const { id } of projection.games.current) {
      for (const [match, error] of await settleRatings(projection, id)) {
        await attempt(match, () => Promise.reject(error));
      }
    }

    doing = () => `${done.feeds} feeds, which had not told of ${done.told} commits and messages`;
    await through(async (found) => {
      if (found.kind !== 'player' && found.kind !== 'guest') return;
      if (found.kind === 'guest' && (await hasMatches(client, table, found.player))) return;
      await attempt(found.player, async () => {
        const told = await feed(settings, found.player, (match) => !failed.has(match));
        done.told += told;
      });
      done.feeds += 1;
    });

    doing = () => 'noting how far it has come';
    if (![...failed.keys()].some(isPlayerId)) {
      await through(async (found) => {
        if (found.kind !== 'progress' || found.rebuilt === 0 || failed.has(found.match)) return;
        await projection.lists.setProgress(found.match, Math.max(found.seq, found.rebuilt), found.expires);
      });
    }

    doing = () => 'what is said in matches';
    await through(async (found) => {
      if (found.kind === 'talk') await attempt(talkTopic(found.match), () => work.tellTalk(found.match));
    });

    doing = () => `${done.owners} players with webhooks`;
    await through(async (found) => {
      if (found.kind !== 'owner') return;
      await attempt(found.player, () => work.deliver(found.player));
      done.owners += 1;
    });

    doing = () => 'accounts that have been closed';
    await through(async (found) => {
      if (found.kind === 'closed') await attempt(accountTopic(found.player), () => work.closeAccount(found.player));
    });

    doing = () => 'what had been set aside';
    for (const topic of asideBefore) {
      await attempt(topic, async () => {
        await bringUpToDate(work, topic);
        await setAside.remove(topic);
      });
    }
  } finally {
    clearInterval(timer);
  }
  return { ...done, failed };
}

async function readModels(settings: RebuildSettings, match: MatchId): Promise<void> {
  const { work, client, table, now } = settings;
  const { lists, log } = work.projection;
  const rebuilt = await rebuildMatch(work.projection, match, now());
  const progress = await lists.progress(match);
  const { head } = rebuilt;
  const isAhead = progress > head.seq && progress > ((await log.load(match))?.state.head.seq ?? 0);
  if (isAhead) await dropEntry(client, table, keys.progress(match), progress);
  if (isAhead || progress < head.seq) {
    await markRebuilt(client, table, match, head.seq, modelsExpire(seeFork(rebuilt)));
  }
}

async function feed(
  { work, client, table, now }: RebuildSettings,
  player: PlayerId,
  isLegible: (match: MatchId) => boolean,
): Promise<number> {
  async function* matches() {
    for await (const found of matchesOf(client, table, player)) if (isLegible(found.match)) yield found;
  }
  return rebuildFeed(
    { ...work.projection, talk: dynamoTalk(client, table), blocks: dynamoBlocks(client, table) },
    await fillFeed(client, table, player, now),
    player,
    matches(),
    now(),
  );
}

/** A fault of the database, or of what we may do with it; what it calls invalid is a fault of what we have. */
function isOfDatabase(error: Error): boolean {
  if (error instanceof DynamoDBServiceException) return error.name !== 'ValidationException';
  return isUnavailable(error);
}
