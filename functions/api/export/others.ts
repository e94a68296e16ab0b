/** Whom the player has blocked, what invitations wait, and what plans are laid. */
import { isPlayerId } from '../../../domain/match/ids.ts';
import type { Asking } from './section.ts';

const PAGE = 100;

export async function* ownBlocks({ deps, player }: Asking, after: string) {
  for (let from = isPlayerId(after) ? after : null; ; ) {
    const page = await deps.blocks.page(player.id, PAGE, from);
    for (const block of page.blocks) yield { entry: block, place: block.player };
    if (page.next === null) return;
    from = page.next;
  }
}

/** Newest first. */
export async function* ownInvitations({ deps, player }: Asking, after: string) {
  for (let from = after === '' ? null : after; ; ) {
    const page = await deps.invitations.page(player.id, PAGE, from);
    for (const { match, by, at } of page.invitations) {
      yield { entry: { match: match.id, by, at }, place: `${at}#${match.id}` };
    }
    if (page.next === null) return;
    from = page.next;
  }
}

/** Those of matches that run; by when the matches were made. */
export async function* ownPlans({ deps, player }: Asking, after: string) {
  for (let from = after === '' ? null : after; ; ) {
    const list = `player#${player.id}` as const;
    const page = await deps.lists.page({ list, status: 'active', game: null, limit: PAGE, after: from });
    const plans = await Promise.all(page.matches.map(({ id }) => deps.plans.get(id, player.id)));
    for (const [n, { id, createdAt }] of page.matches.entries()) {
      const plan = plans[n]?.plan ?? null;
      if (plan === null) continue;
      const { ply, branches } = plan;
      yield { entry: { match: id, ply, branches }, place: `${createdAt}#${id}` };
    }
    if (page.next === null) return;
    from = page.next;
  }
}
