/** A game's options as sent, judged by the game's schema, with defaults filled in. */
import type { AnyGame } from '../../domain/game.ts';
import { fieldErrors } from './invalid.ts';
import { ApiProblem } from './problems.ts';

export function optionsOf(game: AnyGame, sent: unknown): unknown {
  const parsed = game.schemas.options.safeParse(sent ?? {});
  if (parsed.success) return parsed.data;
  throw new ApiProblem('invalid', { errors: fieldErrors('body', parsed.error, '/options') });
}
