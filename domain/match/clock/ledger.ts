/** The ledger of a match's clocks: every debit and credit, with the commit that caused it. */
import { durationText } from '../../duration.ts';
import type { AnyGame } from '../../game.ts';
import type { Seat } from '../../seat.ts';
import type { Step } from '../notices.ts';
import { passTime } from './pass-time.ts';
import type { LedgerEntry } from './time.ts';

export interface LedgerLine {
  readonly seq: number;
  readonly at: string;
  readonly seat: Seat;
  readonly type: 'debit' | 'credit';
  readonly reason: LedgerEntry['reason'];
  /** ISO 8601. */
  readonly amount: string;
  /** What the seat has left after it. */
  readonly left: string;
}

export function ledgerOf(game: AnyGame, { before, commit, after }: Step): readonly LedgerLine[] {
  const { seq, at } = commit;
  return (passTime(game, before, after, commit)?.entries ?? []).map(({ seat, reason, ms, left }) => ({
    seq,
    at,
    seat,
    type: ms < 0 ? 'debit' : 'credit',
    reason,
    amount: durationText(Math.abs(ms)),
    left: durationText(left),
  }));
}
