/** Whom a match waits for. Only what changed in these steps is written: moves within a turn change nothing. */
import type { AnyGame } from '../../domain/game.ts';
import { deadlineOf } from '../../domain/match/clock/time.ts';
import type { Step } from '../../domain/match/notices.ts';
import { seatOf, toMove } from '../../domain/match/play.ts';
import type { MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import type { OpenTurn, Turns } from '../store/turns.ts';

/** Players that were or are to move, each with the turn that is open now, if any. */
export type TurnChanges = ReadonlyMap<PlayerId, OpenTurn | null>;

export async function projectTurns(turns: Turns, game: AnyGame, steps: readonly Step[]): Promise<void> {
  const last = steps.at(-1);
  if (last !== undefined) await writeTurns(turns, last.after, turnChanges(game, steps));
}

export function turnChanges(game: AnyGame, steps: readonly Step[]): TurnChanges {
  const changes = new Map<PlayerId, OpenTurn | null>();
  for (const step of steps) {
    const before = waiting(game, step.before);
    const after = waiting(game, step.after);
    for (const player of before.keys()) if (!after.has(player)) changes.set(player, null);
    for (const [player, turn] of after) {
      const begins = before.get(player) !== turn;
      if (begins || deadlineFor(step.before, player) !== deadlineFor(step.after, player)) {
        changes.set(player, opened(step.after, player, turn));
      }
    }
  }
  return changes;
}

/** `match` is as it was after the last of what the changes come from. */
export async function writeTurns(
  turns: Turns,
  { id, head }: { readonly id: MatchId; readonly head: { readonly seq: number } },
  changes: TurnChanges,
): Promise<void> {
  const writes = [...changes].map(([player, turn]) =>
    turn === null ? turns.remove(player, id, head.seq) : turns.put(player, turn, head.seq),
  );
  await Promise.all(writes);
}

/** Each player that is to move, with the number of the turn. */
export function waiting(game: AnyGame, match: MatchState | null): ReadonlyMap<PlayerId, number> {
  const players = new Map<PlayerId, number>();
  if (match === null || match.fork !== null) return players;
  for (const seat of toMove(game, match)) {
    const player = match.seats[seat - 1]?.player ?? null;
    if (player !== null) players.set(player, game.turn(match.play));
  }
  return players;
}

function opened(match: MatchState, player: PlayerId, turn: number): OpenTurn {
  // Where no time is counted nothing changes a turn that has begun.
  const since = instant(runOf(match, player)?.since) ?? match.at;
  const deadline = deadlineFor(match, player);
  return { match: match.id, game: match.game, seat: seatOf(match, player) ?? 0, turn, since, deadline };
}

function deadlineFor(match: MatchState | null, player: PlayerId): string | null {
  if (match?.time == null) return null;
  const run = runOf(match, player);
  return run === undefined ? null : instant(deadlineOf(match.time, run));
}

function runOf(match: MatchState, player: PlayerId) {
  return match.time?.running.find(({ seat }) => seat === seatOf(match, player));
}

function instant(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
