/**
 * A rematch: the same game, settings and players, in a match of its own, everybody one seat further. Its id and secrets
 * follow from those of the match before it and the offer, so whoever makes it makes the same; and its seed is committed
 * to in the offer, before anybody gives their share in its chance.
 */
import { createHmac } from 'node:crypto';
import { commitmentOf } from '../chance.ts';
import type { AnyGame } from '../game.ts';
import { firstSeats } from '../seat.ts';
import { begin } from './begin.ts';
import type { TimeSettings } from './clock/settings.ts';
import { creation } from './create.ts';
import { idFrom } from './ids.ts';
import type { LiveOffer } from './offers/kinds.ts';
import type { MatchEvent, MatchId, MatchSecrets, MatchState, PlayerId, Visibility } from './types.ts';

/** A match that starts with all its players seated. */
export interface SeatedMatch {
  readonly match: MatchId;
  readonly rematchOf: MatchId;
  readonly options: unknown;
  readonly visibility: Visibility;
  readonly invited: readonly PlayerId[];
  readonly rated: boolean;
  readonly creator: PlayerId;
  /** By seat. */
  readonly seats: readonly { readonly player: PlayerId; readonly entropy: string }[];
  readonly secrets: MatchSecrets;
  /** Empty for a match from before there were clocks. */
  readonly time: Partial<TimeSettings>;
}

export function rematchId(before: MatchState, offer: number): MatchId {
  return `m_${idFrom(derived(before, offer, 'id'))}`;
}

export function rematchCommitment(before: MatchState, offer: number): string {
  return commitmentOf(rematchSecrets(before, offer).seed);
}

/** What was agreed on; null if nothing was. */
export function agreedRematch(before: MatchState): SeatedMatch | null {
  const offer = before.offers.over.find(({ kind, how }) => kind === 'rematch' && how === 'accepted');
  if (before.rematch === null || offer === undefined) return null;
  const { clock, vacation, visibility, invited, rated, options } = before;
  return {
    match: before.rematch,
    rematchOf: before.id,
    options,
    visibility,
    invited: invited.map(({ player }) => player),
    rated,
    creator: before.seats[offer.by - 1]?.player ?? before.creator,
    seats: turned(before, offer),
    secrets: rematchSecrets(before, offer.offer),
    // It starts at once, so how long it would wait for players is never asked.
    time: { clock, vacation },
  };
}

export function createSeated(game: AnyGame, seated: SeatedMatch): readonly MatchEvent[] {
  const { match, rematchOf, options, seats, secrets, time } = seated;
  const numbers = firstSeats(seats.length);
  const joined = seats.map(
    ({ player, entropy }, i): MatchEvent => ({ type: 'seat.joined', seat: numbers[i] ?? 1, player, entropy }),
  );
  const source = { seed: secrets.seed, match, entropies: seats.map(({ entropy }) => entropy) };
  return [
    creation(game, seated, seats.length, { ...time, rematchOf }),
    ...joined,
    ...begin(game, options, numbers, source),
  ];
}

/** Whoever sat at the last seat sits at the first now. */
function turned({ seats }: MatchState, offer: LiveOffer): SeatedMatch['seats'] {
  const players = firstSeats(seats.length).flatMap((seat) => {
    const player = seats[seat - 1]?.player ?? null;
    const share = seat === offer.by ? offer.terms.entropy : offer.accepted.find((each) => each.seat === seat)?.entropy;
    return player === null ? [] : [{ player, entropy: share ?? '' }];
  });
  return [...players.slice(-1), ...players.slice(0, -1)];
}

function rematchSecrets(before: MatchState, offer: number): MatchSecrets {
  return {
    seed: derived(before, offer, 'seed').toString('hex'),
    saltKey: derived(before, offer, 'salts').toString('hex'),
  };
}

/** 32 bytes. The key of a match's salts never leaves, also when its seed is told. */
function derived({ id, secrets }: MatchState, offer: number, what: 'id' | 'seed' | 'salts'): Buffer {
  const key = Buffer.from(secrets.saltKey, 'hex');
  return createHmac('sha256', key).update(`plypost/rematch|${id}|${offer}|${what}`, 'utf8').digest();
}
