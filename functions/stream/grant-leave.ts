/** What a change of a player's leave means for the player's matches. */
import type { PlayerId } from '../../domain/match/types.ts';
import type { Play } from '../play/execute.ts';
import { bringLeave } from '../play/leave.ts';
import type { Lists } from '../store/lists.ts';

export interface Granting extends Play {
  readonly lists: Pick<Lists, 'active'>;
}

/**
 * Brings every active match up to the player's leave. One that begins meanwhile is in the list before its own start is
 * looked at, so one of the two sees the other. What fails of one match keeps none of the others back.
 * @throws the first error that a match met
 */
export async function grantLeave(to: Granting, player: PlayerId): Promise<void> {
  const errors: unknown[] = [];
  for (const match of await to.lists.active(player)) {
    try {
      await bringLeave(to, match);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
