/** Records to verify, and ways to make them untrue. */
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { AnyGame } from '../../domain/game.ts';
import { catalogueOf } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { commitHash, NO_HASH } from '../../domain/log/commit.ts';
import type { ShownEvent } from '../../domain/log/seal.ts';
import { digestsOfShown } from '../../domain/log/shown.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import type { Report } from '../../domain/match/verify-report.ts';
import { hiddenDice } from '../hidden-dice/index.ts';
import { type Setting, Table } from '../hidden-dice/table.ts';
import { race } from './race.ts';

export const catalogue = catalogueOf([aquaignis, hiddenDice, race]);

export function verify(text: string): Report {
  return verifyRecord(text, catalogue);
}

/** A match after so many moves, or at its end; choices go round so that all kinds of moves come. */
export function played(game: AnyGame, moves: number, setting: Setting = {}): Table {
  const table = new Table(game, setting).fill();
  for (let n = 0; n < moves && table.state.status === 'active'; n += 1) {
    table.move(table.legal[(n * 7 + 1) % table.legal.length] ?? '');
  }
  return table;
}

export interface OpenCommit {
  seq: number;
  at: string;
  prev: string;
  hash: string;
  ply: number;
  events: ShownEvent[];
}

/** A full record that can be changed at will. */
export interface OpenRecord {
  match: string;
  game: string;
  rules: string;
  status: string;
  ply: number;
  position: string | null;
  outcome: unknown;
  head: { seq: number; hash: string };
  commits: OpenCommit[];
}

export function changed(text: string, change: (record: OpenRecord) => void): string {
  const record: OpenRecord = JSON.parse(text);
  change(record);
  return canonicalJson(record);
}

/** Changed by somebody who knows how the chain is made, and makes it whole again. */
export function forged(text: string, change: (record: OpenRecord) => void): string {
  return changed(text, (record) => {
    change(record);
    rechain(record);
  });
}

function rechain(record: OpenRecord): void {
  let prev = NO_HASH;
  let ply = 0;
  for (const [i, commit] of record.commits.entries()) {
    ply += commit.events.filter(({ type }) => type === 'move.made').length;
    const seq = i + 1;
    const hash = commitHash(record.match, seq, commit.at, prev, digestsOfShown(commit.events));
    Object.assign(commit, { seq, prev, hash, ply });
    prev = hash;
  }
  record.ply = ply;
  record.head = { seq: record.commits.length, hash: prev };
}

/** The commit, which there must be. */
export function commitOf(record: OpenRecord, seq: number): OpenCommit {
  const commit = record.commits[seq - 1];
  if (commit === undefined) throw new RangeError(`no commit ${seq}`);
  return commit;
}

/** Replaces one event of a commit. */
export function replaceEvent(record: OpenRecord, seq: number, index: number, fields: Record<string, unknown>): void {
  const { events } = commitOf(record, seq);
  const event = events[index];
  if (event === undefined) throw new RangeError(`no event ${index} in commit ${seq}`);
  events[index] = { ...event, ...fields };
}
