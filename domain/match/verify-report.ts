/** What checking a record has found, in plain words. */
import type { MatchId, MatchState } from './types.ts';

export type Check = 'form' | 'chain' | 'header' | 'chance' | 'moves';

/** The first thing that is wrong. */
export interface Fault {
  readonly check: Check;
  /** The number of the commit; null where it is not one commit's. */
  readonly commit: number | null;
  /** Where, as a path into the record or into the commit; empty for the whole. */
  readonly field: string;
  readonly message: string;
}

export interface Finding {
  readonly about: 'chain' | 'chance' | 'moves' | 'result';
  readonly proved: 'yes' | 'partly' | 'no';
  readonly text: string;
}

export interface Subject {
  readonly match: MatchId;
  readonly game: string;
  readonly rules: string;
}

/** `unusable`: no record, or one that this catalogue cannot judge. */
type Verdict = 'ok' | 'fault' | 'unusable';

export interface Report {
  readonly verdict: Verdict;
  readonly fault: Fault | null;
  readonly subject: Subject | null;
  /** How many commits from the first are as they should be: all, or those before the fault. */
  readonly validCommits: number;
  /** The match after the last commit that could be judged. */
  readonly valid: MatchState | null;
  readonly findings: readonly Finding[];
}

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault };

export function faulty(check: Check, commit: number | null, field: string, message: string) {
  return { ok: false, fault: { check, commit, field, message } } as const;
}

/** `2 moves`, `1 commit`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
