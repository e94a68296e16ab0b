/** Who may offer what when, who may answer how, and what becomes of offers that nobody answers. */
import { describe, expect, test } from 'vitest';
import { resign } from '../../../domain/match/leaving.ts';
import { ANSWERS, type AnswerKind } from '../../../domain/match/offers/answer.ts';
import type { OfferKind } from '../../../domain/match/offers/kinds.ts';
import type { Decision } from '../../../domain/match/problems.ts';
import type { MatchEvent } from '../../../domain/match/types.ts';
import { playerAt, TimedMatch, type TimedSetting } from '../../support/timed-match.ts';
import { answerIn, type OfferWish, offerIn } from '../../support/timed-offers.ts';

const START = '2026-03-02T00:00:00.000Z';
const NOW = '2026-03-02T12:00:00.000Z';
const NOBODY = 9;

/** Of all that is offered while a match goes on. */
const KINDS = ['draw', 'settle', 'abort', 'takeback', 'pause', 'resume'] as const satisfies readonly OfferKind[];
type Kind = (typeof KINDS)[number];

const begun = (setting: TimedSetting = {}) => new TimedMatch(setting).start(START);
const three = () => begun({ game: 'astromagie', seats: 3 });

function wish(kind: Kind): OfferWish {
  return { kind, terms: kind === 'pause' ? { for: 'P1D' } : kind === 'takeback' ? { toPly: 0 } : {} };
}

/** Carried out; its number is the offer's. */
function offer(match: TimedMatch, seat: number, kind: Kind, at = NOW): number {
  match.give(offerIn(match, seat, wish(kind), at), at);
  return match.state.head.seq;
}

function answer(match: TimedMatch, seat: number, id: number, how: AnswerKind, at = NOW): readonly MatchEvent[] {
  const decision = answerIn(match, seat, id, how, at);
  match.give(decision, at);
  return decision.ok ? decision.events : [];
}

function paused(): TimedMatch {
  const match = begun().move(START);
  answer(match, 2, offer(match, 1, 'pause', START), 'accept', START);
  return match;
}

function resigned(match: TimedMatch, seat: number): TimedMatch {
  match.give(resign(match.game, match.state, playerAt(seat)), NOW);
  return match;
}

const codeOf = (decision: Decision<MatchEvent>) => (decision.ok ? 'ok' : decision.problem.code);
const typesOf = (events: readonly MatchEvent[]) => events.map(({ type }) => type);
const liveIn = ({ state }: TimedMatch) => state.offers.live.map(({ kind }) => kind);

const STATES = {
  open: () => new TimedMatch(),
  begun: () => begun(),
  'one has moved': () => begun().move(START),
  'all have moved': () => begun().move(START, 3),
  paused,
  'no clock': () => begun({ clock: { kind: 'none' } }).move(START),
  over: () => resigned(begun().move(START), 2),
} as const;
type StateName = keyof typeof STATES;

const BEFORE = 'match_not_started';
const NEVER = 'offer_unavailable';

/** Of Aquaignis. */
const OFFERED: Readonly<Record<Kind, Readonly<Record<StateName, string>>>> = {
  draw: row(BEFORE, 'ok', 'ok', 'ok', 'ok', 'ok', 'match_over'),
  settle: row(BEFORE, NEVER, NEVER, NEVER, NEVER, NEVER, 'match_over'),
  abort: row(BEFORE, 'ok', 'ok', NEVER, 'ok', 'ok', 'match_over'),
  takeback: row(BEFORE, 'invalid', 'ok', 'ok', 'ok', 'ok', 'match_over'),
  pause: row(BEFORE, 'ok', 'ok', 'ok', NEVER, NEVER, 'match_over'),
  resume: row(BEFORE, NEVER, NEVER, NEVER, 'ok', NEVER, 'match_over'),
};

function row(...codes: readonly [string, string, string, string, string, string, string]): Record<StateName, string> {
  const [open, start, one, all, pause, none, over] = codes;
  return {
    ...{ open, begun: start, 'one has moved': one, 'all have moved': all },
    ...{ paused: pause, 'no clock': none, over },
  };
}

describe.each(KINDS)('to offer: %s', (kind) => {
  test.each(Object.entries(OFFERED[kind]))('%s: %s', (name, expected) => {
    const make = Object.entries(STATES).find(([each]) => each === name)?.[1] ?? STATES.open;
    const by = name === 'over' || name === 'open' ? [1] : [1, 2];
    for (const seat of by) expect(codeOf(offerIn(make(), seat, wish(kind), NOW)), `seat ${seat}`).toBe(expected);
    expect(codeOf(offerIn(make(), NOBODY, wish(kind), NOW))).toBe('not_seated');
  });
});

const TWO = { game: 'abiegnus', options: { mode: 'two-player' } };
const ALONE = { game: 'abiegnus', options: { mode: 'solitaire' }, clock: { kind: 'per-turn', time: 'P1D' } } as const;

test.each<[string, TimedSetting, readonly Kind[]]>([
  ['Aquaignis', {}, ['draw', 'abort', 'takeback', 'pause']],
  ['Abiegnus for two', TWO, ['settle', 'abort', 'pause']],
  ['Abiegnus alone', ALONE, []],
  ['Astromagie', { game: 'astromagie', seats: 3 }, ['settle', 'abort', 'pause']],
])('%s knows its kinds', (_name, setting, kinds) => {
  const possible = KINDS.filter((kind) => offerIn(begun(setting).move(START), 1, wish(kind), NOW).ok);
  expect(possible).toEqual(kinds);
});

describe('one may not offer', () => {
  test('what stands already, whoever made it; another kind one may', () => {
    const match = begun().move(START);
    offer(match, 1, 'draw');
    for (const seat of [1, 2]) expect(codeOf(offerIn(match, seat, wish('draw'), NOW))).toBe('offer_live');
    for (const seat of [1, 2]) expect(codeOf(offerIn(match, seat, wish('abort'), NOW))).toBe('ok');
  });

  test('at another ply than was seen, nor to take back to where one is or to what is to come', () => {
    const match = begun().move(START, 2);
    expect(offerIn(match, 1, { kind: 'draw', ply: 1 }, NOW)).toMatchObject({ problem: { code: 'stale_ply', ply: 2 } });
    expect(codeOf(offerIn(match, 1, { kind: 'draw', ply: 2 }, NOW))).toBe('ok');
    for (const [toPly, code] of [
      [1, 'ok'],
      [2, 'invalid'],
      [3, 'invalid'],
    ] as const) {
      expect(codeOf(offerIn(match, 1, { kind: 'takeback', terms: { toPly } }, NOW)), `to ply ${toPly}`).toBe(code);
    }
  });

  test('when one plays no further part', () => {
    const gone = resigned(three(), 2);
    expect(codeOf(offerIn(gone, 2, wish('settle'), NOW))).toBe('match_over');
    const late = three();
    const { mover } = late;
    late.expire('2026-03-05T00:00:35.000Z');
    expect(codeOf(offerIn(late, mover, wish('settle'), '2026-03-05T00:00:35.000Z'))).toBe('match_over');
  });
});

/** What the last acceptance brings about. */
const CARRIED_OUT: Readonly<Record<Kind, readonly [state: () => TimedMatch, types: readonly string[]]>> = {
  draw: [STATES['one has moved'], ['match.finished']],
  settle: [() => begun(TWO).move(START), ['match.finished']],
  abort: [STATES['one has moved'], ['match.finished']],
  takeback: [STATES['one has moved'], ['moves.taken-back']],
  pause: [STATES['one has moved'], ['match.paused']],
  resume: [paused, ['match.resumed']],
};

describe.each(KINDS)('to answer: %s', (kind) => {
  const [state, types] = CARRIED_OUT[kind];
  const made = () => {
    const match = state();
    return { match, id: offer(match, 1, kind) };
  };

  test.each<[string, number, Readonly<Record<AnswerKind, string>>]>([
    ['who was asked', 2, { accept: 'ok', decline: 'ok', withdraw: 'not_asked' }],
    ['who made it', 1, { accept: 'not_asked', decline: 'not_asked', withdraw: 'ok' }],
    ['others', NOBODY, { accept: 'not_seated', decline: 'not_seated', withdraw: 'not_seated' }],
  ])('%s', (_who, seat, expected) => {
    const { match, id } = made();
    for (const how of ANSWERS) expect(codeOf(answerIn(match, seat, id, how, NOW)), how).toBe(expected[how]);
  });

  test.each<[string, (match: TimedMatch, id: number) => unknown, string, number | null]>([
    ['accepted', (match, id) => answer(match, 2, id, 'accept'), 'accepted', 2],
    ['declined', (match, id) => answer(match, 2, id, 'decline'), 'declined', 2],
    ['withdrawn', (match, id) => answer(match, 1, id, 'withdraw'), 'withdrawn', 1],
    ['the match over', (match) => resigned(match, 1), 'lapsed', null],
  ])('once it is %s it is over for all', (_name, finish, how, by) => {
    const { match, id } = made();
    finish(match, id);
    expect(liveIn(match)).toEqual([]);
    const { seq } = match.state.head;
    expect(match.state.offers.over.at(-1)).toMatchObject({ offer: id, kind, how, seat: by, seq });
    for (const each of ['accept', 'decline'] as const) {
      expect(codeOf(answerIn(match, 2, id, each, NOW))).toBe('offer_over');
      expect(codeOf(answerIn(match, 1, id, each, NOW))).toBe('not_asked');
    }
    expect(codeOf(answerIn(match, 1, id, 'withdraw', NOW))).toBe('offer_over');
    expect(codeOf(answerIn(match, 2, id, 'withdraw', NOW))).toBe('not_asked');
  });

  test('accepted, it is carried out', () => {
    const { match, id } = made();
    expect(typesOf(answer(match, 2, id, 'accept'))).toEqual(['offer.accepted', ...types]);
  });
});

test.each<[Kind, TimedSetting, object]>([
  ['draw', {}, { kind: 'draw', winners: [], reason: 'agreement' }],
  ['settle', TWO, { kind: 'draw', winners: [], reason: 'settled' }],
  ['abort', {}, { kind: 'aborted', winners: [], reason: 'aborted' }],
])('%s: the outcome', (kind, setting, outcome) => {
  const match = begun(setting);
  answer(match, 2, offer(match, 1, kind), 'accept');
  expect(match.outcome).toMatchObject(outcome);
});

test('resume: a pause that has ended by itself meanwhile cannot be ended', () => {
  const match = paused();
  const id = offer(match, 1, 'resume', '2026-03-02T23:59:59.000Z');
  expect(codeOf(answerIn(match, 2, id, 'accept', '2026-03-02T23:59:59.999Z'))).toBe('ok');
  expect(codeOf(answerIn(match, 2, id, 'accept', '2026-03-03T00:00:00.000Z'))).toBe('offer_unavailable');
  expect(codeOf(answerIn(match, 2, id, 'decline', '2026-03-03T00:00:00.000Z'))).toBe('ok');
});

describe('a move', () => {
  test('declines all that its seat was asked; one’s own stay, and so does what the other was asked', () => {
    const match = paused();
    const asked = (['draw', 'abort', 'takeback'] as const).map((kind) => offer(match, 1, kind));
    offer(match, 2, 'resume');
    expect(match.mover).toBe(2);
    match.move(NOW);
    expect(match.commits.at(-1)?.events.slice(1)).toEqual(
      asked.map((id) => ({ type: 'offer.declined', offer: id, seat: 2 })),
    );
    expect(liveIn(match)).toEqual(['resume']);
  });

  test('by one of three: what that seat has accepted stays, what it has not answered is over for all', () => {
    const match = three();
    const seat = match.mover;
    const [other = 0, last = 0] = [1, 2, 3].filter((each) => each !== seat);
    const settle = offer(match, other, 'settle');
    const pause = offer(match, other, 'pause');
    const abort = offer(match, last, 'abort');
    answer(match, seat, pause, 'accept');
    answer(match, other, abort, 'accept');
    match.move(NOW);
    expect(liveIn(match)).toEqual(['pause']);
    expect(match.state.offers.over.map((each) => [each.offer, each.how, each.seat])).toEqual([
      [settle, 'declined', seat],
      [abort, 'declined', seat],
    ]);
    expect(typesOf(answer(match, last, pause, 'accept'))).toEqual(['offer.accepted', 'match.paused']);
  });
});

describe('of three seats', () => {
  const kinds = ['settle', 'abort', 'pause'] as const;

  test.each(kinds)('%s: nothing happens until all have accepted', (kind) => {
    const match = three();
    const id = offer(match, 2, kind);
    expect(typesOf(answer(match, 3, id, 'accept'))).toEqual(['offer.accepted']);
    expect(match.state.offers.live).toMatchObject([{ offer: id, accepted: [{ seat: 3, seq: id + 1 }] }]);
    expect(typesOf(answer(match, 1, id, 'accept'))).toEqual(['offer.accepted', ...CARRIED_OUT[kind][1]]);
    expect(match.state.offers).toMatchObject({ live: [], over: [{ offer: id, how: 'accepted', seat: 1 }] });
  });

  test.each(kinds)('%s: one declining ends it for all, also for who has accepted', (kind) => {
    const match = three();
    const id = offer(match, 2, kind);
    answer(match, 3, id, 'accept');
    expect(typesOf(answer(match, 1, id, 'decline'))).toEqual(['offer.declined']);
    expect(match.state).toMatchObject({ status: 'active', offers: { live: [], over: [{ how: 'declined', seat: 1 }] } });
    expect(codeOf(answerIn(match, 3, id, 'decline', NOW))).toBe('offer_over');
  });

  test.each<[string, (match: TimedMatch) => number]>([
    [
      'resigns',
      (match) => {
        resigned(match, 3);
        return 3;
      },
    ],
    [
      'runs out of time',
      (match) => {
        const { mover } = match;
        expect(match.expire('2026-03-05T00:00:35.000Z')).toBe(true);
        return mover;
      },
    ],
  ])('when one %s all offers lapse, and that seat is asked no more and has no say', (_how, drop) => {
    const match = three();
    for (const [n, kind] of kinds.entries()) offer(match, n + 1, kind);
    const gone = drop(match);
    expect(liveIn(match)).toEqual([]);
    expect(match.state.offers.over.map(({ kind, how, seat }) => [kind, how, seat])).toEqual(
      kinds.map((kind) => [kind, 'lapsed', null]),
    );
    const at = '2026-03-05T00:00:36.000Z';
    const [first = 0, second = 0] = [1, 2, 3].filter((each) => each !== gone);
    const id = offer(match, first, 'settle', at);
    for (const how of ANSWERS) expect(codeOf(answerIn(match, gone, id, how, at)), how).toBe('not_asked');
    expect(typesOf(answer(match, second, id, 'accept', at))).toEqual(['offer.accepted', 'match.finished']);
    expect(match.outcome).toMatchObject({ reason: 'settled' });
  });
});
