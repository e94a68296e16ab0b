/** A player as they see themselves, and what they change of that. The time zone is kept with the leave, which counts in it. */
import type { Player } from '../store/players.ts';
import type { ApiDeps } from './deps.ts';
import { languageTag } from './language.ts';
import { ApiProblem } from './problems.ts';
import { moveZone } from './vacation.ts';

export interface MeWish {
  readonly name: string | undefined;
  readonly timeZone: string | undefined;
  /** Null: none. */
  readonly language: string | null | undefined;
}

/** The same change again changes nothing. @throws ApiProblem */
export async function changeMe(deps: ApiDeps, { id }: Player, { name, timeZone, language }: MeWish): Promise<void> {
  // It is the one that may be refused.
  if (timeZone !== undefined) await moveZone(deps, id, timeZone);
  if (name === undefined && language === undefined) return;
  await deps.players.change(id, {
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language: language === null ? null : languageTag(language) }),
  });
}

export async function presentMe(deps: ApiDeps, caller: Player) {
  const [player, { book }] = await Promise.all([deps.players.fresh(caller.id), deps.vacations.book(caller.id)]);
  if (player === null) throw new ApiProblem('unauthenticated', { detail: 'The account has been closed.' });
  const { id, name, language } = player;
  return { player: { id, name }, timeZone: book.timeZone, language };
}
