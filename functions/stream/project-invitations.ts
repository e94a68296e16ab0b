/** The invitations that wait, in the lists of those who are invited. */
import { waitingInvitations } from '../../domain/match/invitations.ts';
import type { Step } from '../../domain/match/notices.ts';
import type { Invitation, MatchState } from '../../domain/match/types.ts';
import type { Invitations } from '../store/invitations.ts';
import type { ListedSight } from '../store/lists.ts';

/** `listed` is the match after the last of the steps. */
export async function projectInvitations(
  invitations: Invitations,
  steps: readonly Step[],
  listed: ListedSight,
): Promise<void> {
  const last = steps.at(-1);
  if (last !== undefined) await putInvitations(invitations, last.after, listed, waitedBefore(steps));
}

/** Puts those that wait, and takes off those of the others that have waited. */
export async function putInvitations(
  invitations: Invitations,
  match: MatchState,
  listed: ListedSight,
  waited: Iterable<Invitation>,
): Promise<void> {
  const { id, creator: by, head } = match;
  const waiting = waitingInvitations(match);
  const over = new Map([...waited].map((each) => [placeOf(each), each]));
  for (const each of waiting) over.delete(placeOf(each));
  await Promise.all([
    ...waiting.map(({ player, at }) => invitations.put(player, { match: listed, by, at })),
    ...[...over.values()].map(({ player, at }) => invitations.remove(player, at, id, head.seq)),
  ]);
}

/** Every invitation that waited before one of the steps. */
export function waitedBefore(steps: readonly Step[]): readonly Invitation[] {
  return steps.flatMap(({ before }) => waitingInvitations(before));
}

function placeOf({ player, at }: Invitation): string {
  return `${player} ${at}`;
}
