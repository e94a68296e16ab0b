/** How time is counted in a match: the settings, the clock as it stands, and its ledger. */
import * as z from 'zod';
import { DURATION } from '../../../domain/duration.ts';
import { type ClockSettings, isSetting, settingMs } from '../../../domain/match/clock/settings.ts';
import { CLOCK_STATES } from '../../../domain/match/clock/sight.ts';
import { LEDGER_REASONS } from '../../../domain/match/clock/time.ts';
import { seatNumber, timestamp } from './common.ts';

/** From a minute to 90 days. */
export const settingDuration = z
  .string()
  .refine(isSetting, 'An ISO 8601 duration from one minute to 90 days, such as P3D or PT12H.')
  .meta({ pattern: DURATION.source, description: 'ISO 8601, from one minute to 90 days.', examples: ['P3D', 'PT12H'] });

const perTurn = { kind: z.literal('per-turn'), time: settingDuration.meta({ description: 'For each turn.' }) };
const bank = {
  kind: z.literal('bank'),
  initial: settingDuration.meta({ description: 'What each seat starts with.' }),
  increment: settingDuration.meta({ description: 'Added when a seat has finished a turn.' }),
  max: settingDuration.exactOptional().meta({ description: 'The bank never grows beyond this; not below `initial`.' }),
};
const none = { kind: z.literal('none') };

const kinds = [
  z.strictObject(none).meta({ id: 'NoClock', description: 'Nobody’s time is counted.' }),
  z.strictObject(perTurn).meta({ id: 'PerTurnClock', description: 'So much time for each turn of the game.' }),
  z
    .strictObject(bank)
    .meta({ id: 'BankClock', description: 'Fischer’s clock: a bank, and an increment for each turn.' }),
] as const;

export const CLOCK_KINDS = ['none', 'per-turn', 'bank'] as const satisfies readonly ClockSettings['kind'][];

export const clockSettings = z
  .discriminatedUnion('kind', kinds)
  .refine(isCapped, { path: ['max'], message: 'Not below `initial`.' })
  .meta({
    id: 'ClockSettings',
    description: 'How time is counted, fixed when the match is made. Default: 3 days a turn; none for who plays alone.',
    discriminator: { propertyName: 'kind', mapping: mapping(['NoClock', 'PerTurnClock', 'BankClock']) },
  });

/** What is no duration is told of by itself. */
function isCapped(clock: z.infer<(typeof kinds)[number]>): boolean {
  if (clock.kind !== 'bank' || clock.max === undefined || !isSetting(clock.max) || !isSetting(clock.initial)) {
    return true;
  }
  return settingMs(clock.max) >= settingMs(clock.initial);
}

const listed = {
  vacation: z.boolean().meta({ description: 'Whether a player’s leave stops the player’s clock.' }),
  deadline: z
    .union([timestamp, z.null()])
    .meta({ description: 'When the time of whoever is to move is up, as far as leave and pauses are known.' }),
};

const shown = {
  ...listed,
  state: z.enum(CLOCK_STATES).meta({
    id: 'ClockState',
    description:
      '`none`: nobody’s time is counted now. `due`: it has run out, and what follows is about to be stored. `paused`: by agreement. `away`: whoever is to move is on leave.',
  }),
  until: z
    .union([timestamp, z.null()])
    .meta({ description: 'When the pause or the leave that holds now ends, as far as that is known; else null.' }),
  left: z
    .union([z.array(z.string().meta({ description: 'ISO 8601.', examples: ['P2DT3H'] })), z.null()])
    .meta({ description: 'What each seat has left, by seat; null where no time is counted.' }),
  timeLimit: z
    .union([timestamp, z.null()])
    .meta({ description: 'When the game’s own time limit passes; null where it has none, and when it has passed.' }),
};

export const clockSchema = union('Clock', 'The clock as it stands.', shown);
export const listedClockSchema = union('ListedClock', 'The clock, as far as the log alone tells it.', listed);

function union<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  const ids = [`${id}None`, `${id}PerTurn`, `${id}Bank`] as const;
  return z
    .discriminatedUnion('kind', [
      z.strictObject({ ...none, ...shape }).meta({ id: ids[0] }),
      z.strictObject({ ...perTurn, ...shape }).meta({ id: ids[1] }),
      z.strictObject({ ...bank, ...shape }).meta({ id: ids[2] }),
    ])
    .meta({ id, description, discriminator: { propertyName: 'kind', mapping: mapping(ids) } });
}

function mapping([noClock, turnClock, bankClock]: readonly [string, string, string]) {
  const ref = (id: string) => `#/components/schemas/${id}`;
  return { none: ref(noClock), 'per-turn': ref(turnClock), bank: ref(bankClock) };
}

const ledgerEntry = z
  .strictObject({
    seq: z.int().min(1).meta({ description: 'The commit that caused it.' }),
    at: timestamp,
    seat: seatNumber,
    type: z.enum(['debit', 'credit']),
    reason: z.enum(LEDGER_REASONS).meta({
      description:
        '`start`: the time to begin with. `new-turn`: the full time for a turn. `turn`: how long a turn took. `pause`, `vacation`: how much of that does not count. `increment`: for a finished turn. `cap`: what was beyond `max`.',
    }),
    amount: z.string().meta({ description: 'ISO 8601.', examples: ['PT5H12M'] }),
    left: z.string().meta({ description: 'What the seat has left after it; ISO 8601.' }),
  })
  .meta({ id: 'LedgerEntry', description: 'A turn is charged when it is over.' });

export const ledgerSchema = z
  .strictObject({
    clock: clockSchema,
    entries: z.array(ledgerEntry),
    next: z.int().min(0).meta({ description: 'Pass as `after` to go on from here.' }),
    more: z.boolean().meta({ description: 'True if there is more to read at once.' }),
    asOf: timestamp.meta({ description: 'The time as of which the clock is told.' }),
  })
  .meta({ id: 'Ledger' });
