/**
 * Ends what has run out of time, though nobody looks, and before that warns whose time it is. The index only says where
 * to look: what is done follows from the log, read again for each match, and is stored under the condition that every
 * commit is, or told once however often. So it does not matter if a sweep is lost, comes twice, or goes by an index that
 * is late.
 */
import { isExpired, nextDue } from '../../domain/match/clock/due.ts';
import { nextLook } from '../../domain/match/clock/look.ts';
import { dueWarnings } from '../../domain/match/clock/warnings.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import type { MatchId } from '../../domain/match/types.ts';
import type { Play } from '../play/execute.ts';
import { applyLeave, applyTimeout } from '../play/timeouts.ts';
import type { DueMatch, Dues } from '../store/due.ts';
import { errorStack, errorText } from '../store/error-text.ts';
import type { LoadedMatch } from '../store/match-log.ts';
import { each } from '../stream/each.ts';
import { type Warners, warn } from './warn.ts';

export interface SweepDeps extends Warners {
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
  /** Those of which somebody was told that time gets short. */
  readonly warned: number;
  /** Those that could not be worked on, each told by a line. */
  readonly failed: number;
  /** How long ago what is left was to be looked at, at the most, in milliseconds; 0 if nothing is left. */
  readonly overdueMs: number;
}

const AT_ONCE = 8;
/** Of one match: of its seats each may be out of time, each after leave, and each race that is lost counts too. */
const TIMES_MOST = 20;

/** @throws if the index cannot be read; what fails of one match holds up no other. */
export async function sweep(deps: SweepDeps, now: Date): Promise<Swept> {
  const done = { looked: 0, ended: 0, warned: 0, failed: 0, overdueMs: 0 };

  async function one({ match, due }: DueMatch): Promise<void> {
    done.looked += 1;
    try {
      if (!deps.over()) {
        const { ended, warned } = await lookAt(deps, match, now);
        if (ended) done.ended += 1;
        if (warned) done.warned += 1;
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
    done.overdueMs = Math.max(done.overdueMs, now.getTime() - due);
  }

  await each(untilOver(deps, now.getTime()), AT_ONCE, one);
  return done;
}

/** The first that there is no time for is still told of: it is overdue. */
async function* untilOver({ dues, over }: SweepDeps, instant: number): AsyncGenerator<DueMatch> {
  for await (const found of dues.upTo(instant)) {
    yield found;
    if (over()) return;
  }
}

/** `ended`: something was stored. `warned`: somebody was told something. */
async function lookAt(deps: SweepDeps, match: MatchId, now: Date): Promise<{ ended: boolean; warned: boolean }> {
  const { play } = deps;
  for (let times = 0; times < TIMES_MOST; times += 1) {
    const loaded = await load(play, match);
    if (await applyTimeout(play, loaded, now)) continue;
    const warnings = dueWarnings(gameOf(loaded.state, play.games), loaded.state, now);
    // Leave may put the deadline off: nobody is warned of one that does not hold.
    if (warnings.length > 0 && (await applyLeave(play, loaded, now))) continue;
    let warned = false;
    for (const warning of warnings) warned = (await warn(deps, loaded.state, warning)) || warned;
    // What was stored the stream will come to.
    if (times === 0 || warned) await putOn(deps, loaded, now);
    return { ended: times > 0, warned };
  }
  throw new Error('the match does not stand still');
}

async function load({ log }: Play, match: MatchId): Promise<LoadedMatch> {
  const loaded = await log.load(match);
  if (loaded === null) throw new Error('there is no log');
  return loaded;
}

/**
 * All is done that was to be done by now. Also the entry may be late, or a ghost, which would be met again for ever. It is
 * written as the stream writes it, and gives way to what knows more.
 */
async function putOn({ play, dues }: SweepDeps, { state }: LoadedMatch, now: Date): Promise<void> {
  const game = gameOf(state, play.games);
  if (isExpired(nextDue(game, state), now)) throw new Error('what is due cannot be ended');
  await dues.put(state.id, state.head.seq, nextLook(game, state, now));
}
