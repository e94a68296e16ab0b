/** An offer to end a pause is about that pause: it ends with it. And until when a pause or a leave holds is shown. */
import { expect, test } from 'vitest';
import { seeMatch } from '../../../domain/match/sight.ts';
import { TimedMatch } from '../../support/timed-match.ts';
import { answerIn, offerIn } from '../../support/timed-offers.ts';

const START = '2026-03-02T00:00:00.000Z';
const hour = (n: number) => new Date(Date.parse(START) + n * 3_600_000).toISOString();

function offer(match: TimedMatch, seat: number, kind: 'pause' | 'resume', at: string): number {
  match.give(offerIn(match, seat, { kind, terms: kind === 'pause' ? { for: 'PT10H' } : {} }, at), at);
  return match.state.head.seq;
}

function pause(match: TimedMatch, at: string): void {
  match.give(answerIn(match, 2, offer(match, 1, 'pause', at), 'accept', at), at);
}

const seen = (match: TimedMatch, at: string) => seeMatch(match.game, match.state, 'onlooker', false, new Date(at));

test('it is shown while the match is paused, and is nothing to answer in the next pause', () => {
  const match = new TimedMatch().start(START);
  pause(match, hour(1));
  const id = offer(match, 1, 'resume', hour(2));
  expect(seen(match, hour(3)).offers).toMatchObject([{ kind: 'resume', offer: String(id) }]);
  expect(seen(match, hour(11)).offers).toEqual([]);
  expect(answerIn(match, 2, id, 'accept', hour(11))).toMatchObject({ problem: { code: 'offer_unavailable' } });
  pause(match, hour(12));
  expect(seen(match, hour(13)).offers).toEqual([]);
  expect(answerIn(match, 2, id, 'accept', hour(13))).toMatchObject({ problem: { code: 'offer_over' } });
  // Either may offer to end this one, though nobody has moved in between.
  expect(offer(match, 1, 'resume', hour(13))).toBeGreaterThan(id);
});

test('a clock that stands still tells until when', () => {
  const match = new TimedMatch().start(START);
  expect(seen(match, hour(1)).clock).toMatchObject({ state: 'running', until: null });
  pause(match, hour(1));
  expect(seen(match, hour(2)).clock).toMatchObject({ state: 'paused', until: hour(11) });
  expect(seen(match, hour(11)).clock).toMatchObject({ state: 'running', until: null });
  match.leave(1, [{ from: hour(20), to: hour(44) }], hour(12));
  expect(seen(match, hour(19)).clock).toMatchObject({ state: 'running', until: null });
  expect(seen(match, hour(20)).clock).toMatchObject({ state: 'away', until: hour(44) });
});
