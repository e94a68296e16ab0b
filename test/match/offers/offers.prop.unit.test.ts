/** Random offers, answers, moves and takebacks: what they do follows from the log, and records prove it. */
import { describe, expect, test } from 'vitest';
import { games } from '../../../domain/games.ts';
import { canonicalJson } from '../../../domain/log/canonical.ts';
import { commitHash } from '../../../domain/log/commit.ts';
import { digestsOnly, saltsOf } from '../../../domain/log/seal.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../../domain/match/evolve.ts';
import { ANSWERS, answerOffer } from '../../../domain/match/offers/answer.ts';
import { OFFER_KINDS } from '../../../domain/match/offers/kinds.ts';
import { makeOffer } from '../../../domain/match/offers/make.ts';
import { compactRecord, fullRecord } from '../../../domain/match/record.ts';
import { rematchCommitment, rematchId } from '../../../domain/match/rematch.ts';
import type { MatchState } from '../../../domain/match/types.ts';
import { verifyRecord } from '../../../domain/match/verify.ts';
import { randomFrom } from '../../support/random.ts';
import { playerAt, TimedMatch } from '../../support/timed-match.ts';

const random = randomFrom();
console.log(`seed ${random.seed}`);

const minute = (n: number) => new Date(Date.parse('2026-03-01T12:00:00.000Z') + n * 60_000).toISOString();

function offer(match: TimedMatch, seat: number, kind: (typeof OFFER_KINDS)[number], at: string, toPly = 0) {
  const terms = kind === 'pause' ? { for: 'PT90M' } : kind === 'takeback' ? { toPly } : {};
  return makeOffer(
    match.game,
    match.state,
    { player: playerAt(seat), kind, terms, ply: null },
    { at: new Date(at), commitment: () => rematchCommitment(match.state, match.state.head.seq + 1) },
  );
}

function answer(match: TimedMatch, seat: number, id: number, how: (typeof ANSWERS)[number], at: string) {
  const pastPlay = (ply: number) => match.steps.findLast(({ after }) => after.ply === ply)?.after.play ?? null;
  const command = { player: playerAt(seat), offer: id, answer: how };
  return answerOffer(match.game, match.state, command, {
    at: new Date(at),
    pastPlay,
    rematch: (offer) => rematchId(match.state, offer),
  });
}

function takeBack(match: TimedMatch, toPly: number, at: string): void {
  match.give(offer(match, 1, 'takeback', at, toPly), at);
  match.give(answer(match, 2, match.state.offers.live[0]?.offer ?? 0, 'accept', at), at);
}

function someMatch(): TimedMatch {
  const match = new TimedMatch().start(minute(0));
  for (let n = 1; n < 80 && match.state.status === 'active'; n += 1) {
    const at = minute(n);
    const seat = 1 + random.below(2);
    const { live } = match.state.offers;
    if (random.below(3) === 0) match.move(at);
    else if (live.length > 0 && random.below(2) === 0) {
      const decision = answer(match, seat, random.pick(live).offer, random.pick(ANSWERS), at);
      if (decision.ok) match.give(decision, at);
    } else {
      const rare = random.below(8) === 0 ? OFFER_KINDS : (['takeback', 'pause', 'resume'] as const);
      const decision = offer(match, seat, random.pick(rare), at, random.below(match.state.ply + 1));
      if (decision.ok) match.give(decision, at);
    }
  }
  return match;
}

const matches = Array.from({ length: 60 }, someMatch);

describe('random offers', () => {
  test.each(matches.map((match, n) => [n, match] as const))('%d: replay, and a sound record', (_n, match) => {
    let state: MatchState | null = null;
    for (const commit of JSON.parse(JSON.stringify(match.commits)) as MatchCommit[]) {
      const before: MatchState | null = state;
      state =
        state === null
          ? startMatch(match.state.id, match.state.secrets.saltKey, commit, games)
          : evolveMatch(state, commit, games);
      expect(state.ply).toBeGreaterThanOrEqual(before?.ply ?? 0);
      const kinds = state.offers.live.map(({ kind }) => kind);
      expect(new Set(kinds).size).toBe(kinds.length);
    }
    expect(state).toEqual(match.state);
    for (const record of [fullRecord, compactRecord]) {
      const text = canonicalJson(record(match.game, match.state, match.commits, 'onlooker'));
      expect(verifyRecord(text, games)).toMatchObject({ verdict: 'ok', fault: null });
    }
  });

  test('all of it has come about', () => {
    const types = new Set(matches.flatMap(({ commits }) => commits.flatMap(({ events }) => events.map((e) => e.type))));
    for (const type of ['offer.declined', 'offer.withdrawn', 'match.paused', 'match.resumed', 'moves.taken-back']) {
      expect(types).toContain(type);
    }
  });
});

test('a takeback brings back the history that draws are judged by', () => {
  const match = new TimedMatch().start(minute(0)).move(minute(1), 3);
  const then = match.state;
  match.move(minute(2), 2);
  takeBack(match, then.ply, minute(3));
  expect(match.state.play).toEqual(then.play);
  expect(match.state.play).toHaveProperty('quietStarts');
  expect(match.state.ply).toBe(then.ply + 3);
  expect(match.state.drawn).toBe(then.drawn);
});

test('a record with another state restored, its hashes made anew, is refuted', () => {
  const match = new TimedMatch().start(minute(0)).move(minute(1), 4);
  takeBack(match, 1, minute(2));
  const last = match.commits.at(-1);
  if (last === undefined) throw new Error('no commit');
  const other = match.steps.find(({ after }) => after.ply === 2)?.after.play;
  const events = last.events.map((event) =>
    event.type === 'moves.taken-back' ? { ...event, restored: other } : event,
  );
  const { id, secrets } = match.state;
  const hash = commitHash(
    id,
    last.seq,
    last.at,
    last.prev,
    digestsOnly(events, saltsOf(secrets.saltKey, id, last.seq)),
  );
  const forged: MatchCommit = { ...last, events, hash };
  const before = match.steps.at(-1)?.before;
  if (before == null) throw new Error('no state');
  const after = evolveMatch(before, forged, games);
  const record = fullRecord(match.game, after, [...match.commits.slice(0, -1), forged], 'onlooker');
  expect(verifyRecord(canonicalJson(record), games)).toMatchObject({ verdict: 'fault', fault: { commit: last.seq } });
});
