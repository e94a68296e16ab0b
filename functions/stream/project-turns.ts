/** Whom a match waits for. Only what changed in these steps is written: moves within a turn change nothing. */
import type { AnyGame } from '../../domain/game.ts';
import type { Step } from '../../domain/match/notices.ts';
import { seatOf, toMove } from '../../domain/match/play.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import type { OpenTurn, Turns } from '../store/turns.ts';

export async function projectTurns(turns: Turns, game: AnyGame, steps: readonly Step[]): Promise<void> {
  const seq = steps.at(-1)?.after.head.seq ?? 0;
  const open = new Map<PlayerId, OpenTurn | null>();
  for (const step of steps) {
    const before = waiting(game, step.before);
    const after = waiting(game, step.after);
    for (const player of before.keys()) if (!after.has(player)) open.set(player, null);
    for (const [player, turn] of after) {
      if (before.get(player) !== turn) open.set(player, opened(step.after, player, turn));
    }
  }
  const match = steps.at(-1)?.after.id;
  if (match === undefined) return;
  const changes = [...open].map(([player, turn]) =>
    turn === null ? turns.remove(player, match, seq) : turns.put(player, turn, seq),
  );
  await Promise.all(changes);
}

/** Each player that is to move, with the number of the turn. */
function waiting(game: AnyGame, match: MatchState | null): ReadonlyMap<PlayerId, number> {
  const players = new Map<PlayerId, number>();
  if (match === null) return players;
  for (const seat of toMove(game, match)) {
    const player = match.seats[seat - 1]?.player ?? null;
    if (player !== null) players.set(player, game.turn(match.play));
  }
  return players;
}

function opened(match: MatchState, player: PlayerId, turn: number): OpenTurn {
  return { match: match.id, game: match.game, seat: seatOf(match, player) ?? 0, turn, since: match.at };
}
