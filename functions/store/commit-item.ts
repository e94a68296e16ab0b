/**
 * A commit as one item. `prev` and the ply before it are not stored: the commit before tells them. A snapshot is the
 * state after the commit, stamped with the shape it has and the rules it was made by; it is never sent out.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { MatchCommit } from '../../domain/match/evolve.ts';
import { seeFork } from '../../domain/match/fork-life.ts';
import type { MatchEvent, MatchState } from '../../domain/match/types.ts';
import { expiring, logExpires } from './expiry.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';

/** Raised whenever the shape of `MatchState` or of a game's state changes; older snapshots are then passed over. */
export const SNAPSHOT_SCHEMA = 7;

/** Most bytes of an item with its snapshot, so that the Put of a move costs at most 3 write units. */
export const ITEM_BYTES_MOST = 3 * 1024;
/** Before the start nobody moves, and the state may be full of guests and links; it has to be loaded quickly all the same. */
const OPEN_ITEM_BYTES_MOST = 4 * 1024;

export type Item = Record<string, AttributeValue>;

interface Snapshot {
  readonly schema: number;
  readonly rules: string;
  readonly state: MatchState;
}

/** `next` is the match after the commit. A snapshot that would make the item too large is left out. */
export function toItem(next: MatchState, commit: MatchCommit, withSnapshot: boolean): Item {
  const item: Item = {
    ...keys.commit(next.id, commit.seq),
    at: { N: String(Date.parse(commit.at)) },
    hash: { B: Buffer.from(commit.hash, 'hex') },
    ply: { N: String(commit.ply) },
    events: { B: pack(commit.events) },
    ...(commit.seq === 1 ? { salt: { B: Buffer.from(next.secrets.saltKey, 'hex') } } : {}),
    ...expiring(logExpires(seeFork(next))),
  };
  if (!withSnapshot) return item;
  const full: Item = { ...item, snapshot: { B: pack(snapshotFrom(next)) } };
  const most = next.status === 'open' ? OPEN_ITEM_BYTES_MOST : ITEM_BYTES_MOST;
  return itemBytes(full) <= most ? full : item;
}

/** Reads an item, given the hash and ply of the commit before it. */
export function fromItem(item: Item, before: { readonly hash: string; readonly ply: number }): MatchCommit {
  return {
    seq: seqOf(item),
    at: new Date(Number(item.at?.N)).toISOString(),
    prev: before.hash,
    hash: hashOf(item),
    plyBefore: before.ply,
    ply: plyOf(item),
    events: unpack(item.events?.B ?? new Uint8Array()) as MatchEvent[],
  };
}

export function seqOf(item: Item): number {
  return Number(item.sk?.S?.slice('commit#'.length));
}

export function plyOf(item: Item): number {
  return Number(item.ply?.N);
}

export function hashOf(item: Item): string {
  return Buffer.from(item.hash?.B ?? []).toString('hex');
}

export function saltKeyOf(item: Item): string {
  return Buffer.from(item.salt?.B ?? []).toString('hex');
}

/** The state after the commit, where the item has it in today's shape. */
export function snapshotOf(item: Item): MatchState | null {
  const packed = item.snapshot?.B;
  if (packed === undefined) return null;
  const snapshot = unpack(packed) as Snapshot;
  return snapshot.schema === SNAPSHOT_SCHEMA && snapshot.rules === snapshot.state.rules ? snapshot.state : null;
}

/**
 * What blanking the options changes of an item's packed fields; null: the field is dropped. `blank` gives null where
 * there is nothing to blank. A snapshot of an older shape is of no use to anybody any more.
 */
export function blankedFields(
  item: Item,
  blank: (of: { readonly game: string; readonly rules: string; readonly options: unknown }) => unknown,
): Readonly<Record<string, Uint8Array | null>> {
  const changed: Record<string, Uint8Array | null> = {};
  const [created, ...others] = seqOf(item) === 1 ? (unpack(item.events?.B ?? new Uint8Array()) as MatchEvent[]) : [];
  if (created?.type === 'match.created') {
    const options = blank(created);
    if (options !== null) changed.events = pack([{ ...created, options }, ...others]);
  }
  if (item.snapshot !== undefined) {
    const state = snapshotOf(item);
    const options = state === null ? null : blank(state);
    if (state === null) changed.snapshot = null;
    else if (options !== null) changed.snapshot = pack(snapshotFrom({ ...state, options }));
  }
  return changed;
}

function snapshotFrom(state: MatchState): Snapshot {
  return { schema: SNAPSHOT_SCHEMA, rules: state.rules, state };
}

/** An item's size as DynamoDB counts it for capacity: names and values, numbers by their digits. */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) {
    bytes += Buffer.byteLength(name);
    if (value.S !== undefined) bytes += Buffer.byteLength(value.S);
    else if (value.N !== undefined) bytes += Math.ceil(value.N.replace(/[^0-9]/g, '').length / 2) + 1;
    else if (value.B !== undefined) bytes += value.B.length;
  }
  return bytes;
}
