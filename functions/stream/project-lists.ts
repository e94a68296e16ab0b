/** A match in the lists of players, and in the lobby while it has a free seat. */
import type { Step } from '../../domain/match/notices.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import type { ListedSight, Lists } from '../store/lists.ts';

/** `listed` is the match after the last of the steps. */
export async function projectPlayers(lists: Lists, steps: readonly Step[], listed: ListedSight): Promise<void> {
  const seated = new Set(playersOf(steps.at(-1)?.after ?? null));
  const were = steps.flatMap(({ before }) => playersOf(before));
  const left = new Set(were.filter((player) => !seated.has(player)));
  await Promise.all([
    ...[...seated].map((player) => lists.put(`player#${player}`, listed)),
    ...[...left].map((player) => lists.remove(`player#${player}`, listed)),
  ]);
}

export async function projectLobby(lists: Lists, steps: readonly Step[], listed: ListedSight): Promise<void> {
  if (listed.visibility !== 'public') return;
  if (listed.status === 'open') await lists.put('lobby', listed);
  else if (steps.some(({ before }) => before === null || before.status === 'open')) await lists.remove('lobby', listed);
}

function playersOf(match: MatchState | null): readonly PlayerId[] {
  return (match?.seats ?? []).flatMap(({ player }) => (player === null ? [] : [player]));
}
