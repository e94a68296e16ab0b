/**
 * A player's own words among a game's options (a question asked of a divination). They are sealed for the seat of
 * whoever wrote them, each with a salt of its own, so that they can be blanked later; and play never sees them.
 */
import type { AnyGame } from '../game.ts';
import { digestOf } from '../log/seal.ts';
import { type Audience, sealed } from '../sealed.ts';
import { SEATS } from '../seat.ts';

/** `salt` (32 hex digits, random) is the root of the fields' salts. Other options stay as they are. */
export function sealPersonal(game: AnyGame, options: unknown, seat: number, salt: string): unknown {
  return withPersonal(game, options, (value, field) => ({
    ...sealed(seatNumbered(seat), value),
    salt: digestOf(field, salt).slice(0, salt.length),
  }));
}

/** The options that play goes by. */
export function playOptions(game: AnyGame, options: unknown): unknown {
  return withPersonal(game, options, () => undefined);
}

/** The options as they were sent. What has been blanked stays blank. */
export function sentOptions(game: AnyGame, options: unknown): unknown {
  return withPersonal(game, options, (value) => (isRecord(value) && 'sealedFor' in value ? value.value : value));
}

/** The options without what is personal in them: of each text only its digest stays, and the log still holds. */
export function blankOptions(game: Pick<AnyGame, 'personal'>, options: unknown): unknown {
  return withPersonal(game, options, (value) => {
    if (!isRecord(value) || typeof value.salt !== 'string') return value;
    return { sealedFor: value.sealedFor, digest: digestOf(value.value, value.salt) };
  });
}

/** Whether there is, or was before it was blanked, anything personal in the options. */
export function isPersonal(game: Pick<AnyGame, 'personal'>, options: unknown): boolean {
  return personalIn(game, options).length > 0;
}

/** Whether there is anything personal in the options that has not been blanked. */
export function isLegible(game: Pick<AnyGame, 'personal'>, options: unknown): boolean {
  return personalIn(game, options).some((seal) => 'value' in seal);
}

function personalIn({ personal = [] }: Pick<AnyGame, 'personal'>, options: unknown): Record<string, unknown>[] {
  return isRecord(options) ? personal.map((field) => options[field]).filter(isRecord) : [];
}

function withPersonal(
  game: Pick<AnyGame, 'personal'>,
  options: unknown,
  change: (value: unknown, field: string) => unknown,
): unknown {
  if (game.personal === undefined || !isRecord(options)) return options;
  const changed: Record<string, unknown> = { ...options };
  for (const field of game.personal) {
    const value = options[field];
    const next = value === undefined || value === null ? value : change(value, field);
    if (next === undefined) delete changed[field];
    else changed[field] = next;
  }
  return changed;
}

function seatNumbered(seat: number): Audience {
  return SEATS.find((each) => each === seat) ?? 'nobody';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
