/** A new match: its settings, its seed and its first seat. */
import { commitmentOf } from '../chance.ts';
import type { AnyGame } from '../game.ts';
import { sealed } from '../sealed.ts';
import { firstSeats } from '../seat.ts';
import { begin } from './begin.ts';
import { type ClockSettings, defaultClock, type TimeSettings } from './clock/settings.ts';
import { playOptions, sentOptions } from './personal.ts';
import { type Decision, refuse } from './problems.ts';
import type { MatchEvent, MatchId, MatchSecrets, PlayerId, SeatState, Visibility } from './types.ts';

/** `options` are parsed by the game's schema, defaults filled in, and the personal among them sealed. */
export interface CreateMatch {
  readonly match: MatchId;
  readonly player: PlayerId;
  readonly options: unknown;
  readonly seat: number;
  readonly seats: number | null;
  readonly visibility: Visibility;
  readonly invited: readonly PlayerId[];
  readonly rated: boolean;
  readonly entropy: string;
  readonly secrets: MatchSecrets;
  /** Null only for a log from before there were clocks. A clock of null is the default. */
  readonly time: (Omit<TimeSettings, 'clock'> & { readonly clock: ClockSettings | null }) | null;
}

export function createMatch(game: AnyGame, command: CreateMatch): Decision<MatchEvent> {
  const { least, most } = game.seats(playOptions(game, command.options));
  const count = command.seats ?? least;
  if (count < least || count > most) {
    const range = least === most ? `${least}` : `${least} to ${most}`;
    return refuse('invalid', `${game.name} is played here by ${range}.`, { pointer: '/seats' });
  }
  const seat = firstSeats(count).find((each) => each === command.seat);
  if (seat === undefined) return refuse('invalid', `This match has the seats 1 to ${count}.`, { pointer: '/seat' });

  if (command.rated && count === 1) {
    return refuse('invalid', 'Only a match of two or more can be rated.', { pointer: '/rated' });
  }

  const created = creation(game, { ...command, creator: command.player }, count, timeSettings(command, count));
  const joined: MatchEvent = { type: 'seat.joined', seat, player: command.player, entropy: command.entropy };
  if (count > 1) return { ok: true, events: [created, joined] };
  const entropies = [command.entropy];
  const source = { seed: command.secrets.seed, match: command.match, entropies };
  return { ok: true, events: [created, joined, ...begin(game, command.options, [seat], source)] };
}

/** The first event of every match. */
export function creation(
  game: AnyGame,
  settings: Pick<CreateMatch, 'options' | 'visibility' | 'invited' | 'rated' | 'secrets'> & {
    readonly creator: PlayerId;
  },
  seats: number,
  more: Partial<TimeSettings> & { readonly rematchOf?: MatchId },
): MatchEvent {
  return {
    type: 'match.created',
    game: game.id,
    rules: game.version,
    options: settings.options,
    seats,
    visibility: settings.visibility,
    creator: settings.creator,
    invited: settings.invited,
    commitment: commitmentOf(settings.secrets.seed),
    seed: sealed('nobody', settings.secrets.seed),
    ...more,
    ...(settings.rated ? { rated: true } : {}),
  };
}

/** True if a stored first commit is what this command would have written: the same request, sent again. */
export function sameCreation(game: AnyGame, command: CreateMatch, first: readonly MatchEvent[]): boolean {
  const [created, joined] = first;
  if (created?.type !== 'match.created' || joined?.type !== 'seat.joined') return false;
  const same: readonly (readonly [unknown, unknown])[] = [
    [created.game, game.id],
    [sentOptions(game, created.options), sentOptions(game, command.options)],
    [created.seats, command.seats ?? game.seats(playOptions(game, command.options)).least],
    [created.visibility, command.visibility],
    [created.creator, command.player],
    [created.invited, command.invited],
    [created.rated ?? false, command.rated],
    [timeOf(created), timeOf(timeSettings(command, created.seats))],
    [joined.seat, command.seat],
    [joined.entropy, command.entropy],
  ];
  return same.every(([a, b]) => JSON.stringify(a) === JSON.stringify(b));
}

function timeOf({ clock, vacation, startWithin }: Partial<TimeSettings>): unknown {
  return [clock, vacation, startWithin];
}

function timeSettings({ time }: CreateMatch, seats: number): Partial<TimeSettings> {
  if (time === null) return {};
  const { clock, vacation, startWithin } = time;
  return { clock: clock ?? defaultClock(seats), vacation, startWithin };
}

export function emptySeat(): SeatState {
  return { player: null, entropy: '', status: 'empty', joinedIn: 0, resignedIn: 0 };
}
