/** Judges the commits of a record one after the other, as the match judged their commands. */
import type { AnyGame } from '../game.ts';
import { canonicalJson } from '../log/canonical.ts';
import { holdsClosedSeal, isOpenSeal } from '../log/shown.ts';
import { makeMoves } from './moves.ts';
import { fold } from './play.ts';
import { hidesEffects } from './record.ts';
import type { ReadCommit } from './schema.ts';
import type { MatchId, MatchState } from './types.ts';
import { after, type Bench, decideAgain } from './verify-again.ts';
import { difference } from './verify-difference.ts';
import { NO_SEED, rehearse, upToTheDraw } from './verify-rehearse.ts';
import { type Checked, faulty } from './verify-report.ts';

/** How far judging has come. */
export interface Judged {
  /** The match after the last judged commit; null before the first. */
  readonly state: MatchState | null;
  /** False as soon as effects are hidden from whoever has the record. */
  readonly legible: boolean;
  /** True where nothing more can be judged: what is hidden would be needed, and the seed is not open to draw it again. */
  readonly stopped: boolean;
  readonly commits: number;
}

export const NOTHING_JUDGED: Judged = { state: null, legible: true, stopped: false, commits: 0 };

/** `seed` null: still hidden. */
export function benchFor(game: AnyGame, match: MatchId, seed: string | null): Bench {
  return {
    game,
    match,
    past: new Map(),
    seed: seed ?? NO_SEED,
    seedIsOpen: seed !== null,
    move: seed === null ? upToTheDraw : makeMoves,
  };
}

export function judgeCommit(bench: Bench, judged: Judged, commit: ReadCommit): Checked<Judged> {
  if (judged.stopped) return { ok: true, value: judged };
  try {
    const badOptions = optionsFault(bench.game, commit);
    if (badOptions !== null) return badOptions;
    const next = bench.seedIsOpen ? replay(bench, judged.state, commit) : rehearse(bench, judged.state, commit);
    if (!next.ok) return next;
    remember(bench, judged.state, next.value, commit);
    const legible = judged.legible && !hidesEffects(commit.events);
    const stopped = next.value === null;
    return { ok: true, value: { state: next.value ?? judged.state, legible, stopped, commits: commit.seq } };
  } catch (error) {
    // A log that was made up can hold effects that no rules ever brought about, and a game need not stand those.
    const reason = error instanceof Error ? error.message : 'unknown';
    return faulty('moves', commit.seq, 'events', `It cannot be replayed: ${reason}.`);
  }
}

/** The game's state after each ply of the commit. */
function remember(
  { game, past }: Bench,
  before: MatchState | null,
  after: MatchState | null,
  commit: ReadCommit,
): void {
  if (game.offers?.takeback !== true || after === null) return;
  let play = before?.play;
  for (const event of commit.events) {
    if (event.type !== 'move.made') continue;
    play = fold(game, play, event.effects);
    past.set(event.ply, play);
  }
  past.set(after.ply, after.play);
}

/** With the seed, everything can be done again: what comes out must be what was logged. */
function replay(bench: Bench, before: MatchState | null, commit: ReadCommit): Checked<MatchState> {
  const again = decideAgain(bench, before, commit);
  if (!again.ok) return faulty('moves', commit.seq, `events/${again.index}`, again.message);
  const found = difference(again.events, commit.events);
  if (found !== null) return faulty('moves', commit.seq, `events/${found}`, 'The rules and the chance say otherwise.');
  return { ok: true, value: after(bench, before, commit, again.events) };
}

/** Options must be what the game's schema makes of them; a text that was blanked in them is let be. */
function optionsFault(game: AnyGame, commit: ReadCommit) {
  const created = commit.events[0];
  if (created?.type !== 'match.created' || holdsClosedSeal(created.options)) return null;
  const plain = opened(created.options);
  const parsed = game.schemas.options.safeParse(plain);
  const same = parsed.success && canonicalJson(parsed.data) === canonicalJson(plain);
  return same ? null : faulty('moves', commit.seq, 'events/0/options', 'The game has no such options.');
}

function opened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isOpenSeal(value)) return value.value;
  if (Array.isArray(value)) return value.map(opened);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, opened(part)]));
}
