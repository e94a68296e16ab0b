/**
 * Ends what has run out of time, though nobody looks. The index only says where to look: what is done follows from the
 * log, read again for each match, and is stored under the condition that every commit is. So it does not matter if a
 * sweep is lost, comes twice, or goes by an index that is late.
 */
import { GRACE_MS } from '../../domain/match/clock/due.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import type { MatchId } from '../../domain/match/types.ts';
import type { Play } from '../play/execute.ts';
import { applyTimeout } from '../play/timeouts.ts';
import type { DueMatch, Dues } from '../store/due.ts';
import { errorStack, errorText } from '../store/error-text.ts';
import type { LoadedMatch } from '../store/match-log.ts';
import { each } from '../stream/each.ts';
import { dueAt, writeDue } from '../stream/project-due.ts';

export interface SweepDeps {
  readonly play: Play;
  readonly dues: Dues;
  report(line: SweepLine): void;
  /** True when no further match is to be begun; the next sweep finds it. */
  over(): boolean;
}

/** Nothing of a match but its id. */
export type SweepLine = {
  readonly level: 'error';
  readonly message: 'not swept';
  readonly match: MatchId;
  readonly error: string;
  readonly stack: string | undefined;
};

export interface Swept {
  /** Matches that the index told of. */
  readonly looked: number;
  /** Those in which something was stored: the end of some time, or leave that puts it off. */
  readonly ended: number;
  /** Those that could not be worked on, each told by a line. */
  readonly failed: number;
  /** How long ago the time of what is left was to be ended at the latest, in milliseconds; 0 if nothing is left. */
  readonly overdueMs: number;
}

const AT_ONCE = 8;
/** Of one match: of its seats each may be out of time, each after leave, and each race that is lost counts too. */
const TIMES_MOST = 20;

/** @throws if the index cannot be read; what fails of one match holds up no other. */
export async function sweep(deps: SweepDeps, now: Date): Promise<Swept> {
  const done = { looked: 0, ended: 0, failed: 0, overdueMs: 0 };
  const latest = now.getTime() - GRACE_MS;

  async function one({ match, due }: DueMatch): Promise<void> {
    done.looked += 1;
    try {
      if (!deps.over()) {
        if (await end(deps, match, now)) done.ended += 1;
        return;
      }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      done.failed += 1;
      deps.report({
        level: 'error',
        message: 'not swept',
        match,
        error: errorText(error),
        stack: errorStack(error),
      });
    }
    done.overdueMs = Math.max(done.overdueMs, latest - due);
  }

  await each(untilOver(deps, latest), AT_ONCE, one);
  return done;
}

/** The first that there is no time for is still told of: it is overdue. */
async function* untilOver({ dues, over }: SweepDeps, latest: number): AsyncGenerator<DueMatch> {
  for await (const found of dues.upTo(latest)) {
    yield found;
    if (over()) return;
  }
}

/** True if something was stored. */
async function end({ play, dues }: SweepDeps, match: MatchId, now: Date): Promise<boolean> {
  for (let times = 0; times < TIMES_MOST; times += 1) {
    const loaded = await load(play, match);
    if (await applyTimeout(play, loaded, now)) continue;
    if (times > 0) return true;
    await correct(play, dues, loaded, now);
    return false;
  }
  throw new Error('the match does not stand still');
}

async function load({ log }: Play, match: MatchId): Promise<LoadedMatch> {
  const loaded = await log.load(match);
  if (loaded === null) throw new Error('there is no log');
  return loaded;
}

/**
 * The log says that nothing is due. The stream will have changed the entry, or is late; or the entry is a ghost, which
 * would be met again for ever. It is written as the stream writes it, and gives way to what knows more.
 */
async function correct({ games }: Play, dues: Dues, { state }: LoadedMatch, now: Date): Promise<void> {
  const game = gameOf(state, games);
  const due = dueAt(game, state);
  if (due !== null && due + GRACE_MS <= now.getTime()) throw new Error('what is due cannot be ended');
  await writeDue(dues, game, state);
}
