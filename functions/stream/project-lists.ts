/** A match in the lists of players, and in the lobby while it has a free seat. */
import type { Step } from '../../domain/match/notices.ts';
import { playersOf } from '../../domain/match/play.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import type { ListedSight, Lists } from '../store/lists.ts';

/** `listed` is the match after the last of the steps. */
export async function projectPlayers(lists: Lists, steps: readonly Step[], listed: ListedSight): Promise<void> {
  await putPlayers(lists, listed, seatedBefore(steps));
}

export async function projectLobby(lists: Lists, steps: readonly Step[], listed: ListedSight): Promise<void> {
  if (listed.visibility !== 'public') return;
  if (listed.status === 'open') await lists.put('lobby', listed);
  else if (steps.some(({ before }) => before === null || before.status === 'open')) await lists.remove('lobby', listed);
}

/** Puts the match into the lists of those who have a seat, and takes it off those of the others who had one. */
export async function putPlayers(lists: Lists, listed: ListedSight, had: Iterable<PlayerId>): Promise<void> {
  const seated = new Set(playersOf(listed));
  const left = [...new Set(had)].filter((player) => !seated.has(player));
  await Promise.all([
    ...[...seated].map((player) => lists.put(`player#${player}`, listed)),
    ...left.map((player) => lists.remove(`player#${player}`, listed)),
  ]);
}

/** Everybody who had a seat before one of the steps. */
export function seatedBefore(steps: readonly Step[]): readonly PlayerId[] {
  return steps.flatMap(({ before }) => (before === null ? [] : playersOf(before)));
}
