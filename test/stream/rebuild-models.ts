/** What is derived from the day's matches: what there is of it, as it is read, and what there should be. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { games } from '../../domain/games.ts';
import { nextLook } from '../../domain/match/clock/look.ts';
import { gameOf, type MatchCommit } from '../../domain/match/evolve.ts';
import { waitingInvitations } from '../../domain/match/invitations.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import { unpack } from '../../functions/store/packing.ts';
import { now as newest } from '../support/matches.ts';
import { all, day, derived, isClock, isModel, isResult, isTurn, PLAYERS } from './rebuild-kit.ts';

/** Lists, invitations, open turns, deadlines, results, and how far each match has come, as whoever reads them finds them. */
export async function readModels(): Promise<Map<string, unknown>> {
  const models = new Map<string, unknown>();
  for (const item of await all()) {
    if (!isModel(item) || item.gone !== undefined) continue;
    const { pk, sk, match, seq, ...rest } = item;
    models.set(`${pk?.S} ${sk?.S}`, {
      ...rest,
      match: match?.B === undefined ? null : unpack(match.B),
      // A turn stays as it is while it lasts, however many commits that takes; so do a deadline, and a result.
      seq: isTurn(item) || isClock(item) || isResult(item) ? null : seq,
    });
  }
  return models;
}

export async function feedsWith(numbers: boolean): Promise<Map<PlayerId, unknown>> {
  const feeds = new Map<PlayerId, unknown>();
  for (const player of PLAYERS) {
    const { entries } = await derived.feeds.read(player, 0, 10_000);
    feeds.set(player, numbers ? entries : entries.map(({ id: _, ...entry }) => entry));
  }
  return feeds;
}

/** What the read models should be, by the matches alone: where who is to move, who is invited, what is open, what is public. */
export function expected(): Map<string, unknown> {
  const models = new Map<string, unknown>();
  for (const match of day.stories.map(newest)) {
    const { id, status, visibility, createdAt } = match;
    const lists = [
      ...(visibility === 'public' ? ['public'] : []),
      ...(visibility === 'public' && status === 'open' ? ['lobby'] : []),
      ...match.seats.flatMap(({ player }) => (player === null ? [] : [`player#${player}`])),
    ];
    for (const list of lists) models.set(`list#${list} ${createdAt}#${id}`, { head: match.head, status });
    for (const { player, at } of waitingInvitations(match)) {
      models.set(`invited#${player} ${at}#${id}`, { head: match.head, status });
    }
    models.set(`match#${id} progress`, { seq: match.head.seq });
    for (const [player, result] of resultsOf(match)) {
      models.set(`results#${player} ${id}`, { game: match.game, result });
    }
    const due = nextLook(gameOf(match, games), match);
    if (due !== null) models.set(`match#${id} clock`, { due });
    const play = status === 'active' ? match.play : null;
    const seats = play === null ? [] : gameOf(match, games).toMove(play);
    for (const seat of seats) {
      models.set(`turns#${match.seats[seat - 1]?.player} ${id}`, { seat, turn: gameOf(match, games).turn(play) });
    }
  }
  return models;
}

/** Of matches against others that are not private, by their outcomes alone. */
function resultsOf({ status, visibility, seats, outcome }: MatchState): readonly (readonly [PlayerId, string])[] {
  if (status !== 'finished' || visibility === 'private' || seats.length === 1 || outcome === null) return [];
  return seats.flatMap(({ player }, i) => {
    if (player === null) return [];
    const wins = outcome.winners.some((seat) => seat === i + 1);
    return [[player, wins ? 'won' : outcome.winners.length > 0 ? 'lost' : 'drawn'] as const];
  });
}

/** As much of the read models as `expected` tells. */
export function outline(models: Map<string, unknown>): Map<string, unknown> {
  return new Map(
    [...models].map(([key, value]): [string, unknown] => {
      const { match, seq, seat, turn, due, game, result } = value as {
        match: { head: unknown; status: unknown } | null;
        seq: AttributeValue | null;
        seat?: AttributeValue;
        turn?: AttributeValue;
        due?: AttributeValue;
        game?: AttributeValue;
        result?: AttributeValue;
      };
      if (match !== null) return [key, { head: match.head, status: match.status }];
      if (seat !== undefined) return [key, { seat: Number(seat.N), turn: Number(turn?.N) }];
      if (result !== undefined) return [key, { game: game?.S, result: result.S }];
      if (due !== undefined) return [key, { due: Number(due.N) }];
      return [key, { seq: Number(seq?.N) }];
    }),
  );
}

export const sorted = (models: Map<string, unknown>) => [...models].sort(([a], [b]) => (a < b ? -1 : 1));

/** Whom a match invites is told to nobody who has a seat; all else is. */
function tellsSeats(commit: MatchCommit | undefined): boolean {
  const [first] = commit?.events ?? [];
  return first?.type !== 'player.invited' && first?.type !== 'invitation.withdrawn';
}

/** Each commit that concerns the player is in the feed exactly once, those of a match in order. */
export async function expectWhole(player: PlayerId): Promise<void> {
  const { entries } = await derived.feeds.read(player, 0, 10_000);
  const told = new Map<string, Set<number>>();
  let newest = new Map<string, number>();
  for (const entry of entries) {
    if (!('seq' in entry)) continue;
    expect(entry.seq).toBeGreaterThanOrEqual(newest.get(entry.match) ?? 0);
    newest = newest.set(entry.match, entry.seq);
    told.set(entry.match, (told.get(entry.match) ?? new Set()).add(entry.seq));
  }
  for (const { id, states, commits } of day.stories) {
    const seated = (n: number) => states[n]?.seats.some((seat) => seat.player === player) === true;
    const invited = (n: number) => waitingInvitations(states[n] ?? null).find((each) => each.player === player)?.since;
    // Of an invitation its beginning and its end are told, and so is to the seats who declines one.
    const concerns = (n: number) =>
      seated(n) || seated(n - 1) ? tellsSeats(commits[n]) : invited(n) !== invited(n - 1) && !returns(n);
    const returns = (n: number) => invited(n) !== undefined && invited(n) !== commits[n]?.seq;
    const due = commits.flatMap(({ seq }, n) => (concerns(n) ? [seq] : []));
    expect([...(told.get(id) ?? [])]).toEqual(due);
  }
  const ids = entries.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) + n));
  expect(new Set(entries.map((entry) => JSON.stringify({ ...entry, id: '' }))).size).toBe(entries.length);
}
