/** What a finished match of 80 plies takes: in the table, and as a compact record. */
import type { AnyGame } from '../../domain/game.ts';
import { games } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { DEFAULT_TIME } from '../../domain/match/clock/settings.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { createMatch } from '../../domain/match/create.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { resign } from '../../domain/match/leaving.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { compactRecord } from '../../domain/match/record.ts';
import { joinMatch } from '../../domain/match/seating.ts';
import type { MatchEvent, MatchState, PlayerId } from '../../domain/match/types.ts';
import { itemBytes, toItem } from '../../functions/store/commit-item.ts';
import { SNAPSHOT_EVERY } from '../../functions/store/dynamo-log.ts';
import type { Figure } from './figure.ts';
import { type KnownMove, knownGames } from './known-games.ts';

const PLIES = 80;
const MATCHES = 10;
/** DynamoDB counts so many bytes an item beside names and values. */
const OVERHEAD = 100;
const A_DAY = 86_400_000;
const ADA: PlayerId = 'p_3k9x0m2q7v5t1c8d';
const BOB: PlayerId = 'p_8f2c6t0w4y1r5n9z';
const SALT_KEY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const SEED = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752';

export function storageFigures(): Figure[] {
  const game = games.newest('aquaignis');
  if (game === undefined) throw new Error('no Aquaignis');
  const sizes = knownGames()
    .filter((moves) => moves.length > PLIES)
    .slice(0, MATCHES)
    .map((moves) => sizesOf(game, moves.slice(0, PLIES)));
  const most = (of: 'table' | 'compact') => Math.max(...sizes.map((size) => size[of]));
  const each = `the largest of ${sizes.length}`;
  return [
    {
      name: `a finished match of ${PLIES} plies in the table, ${each}`,
      unit: 'bytes',
      value: most('table'),
      target: { is: 'at most', value: 30_000 },
    },
    {
      name: `the same as a compact record, ${each}`,
      unit: 'bytes',
      value: most('compact'),
      target: { is: 'at most', value: 3_000 },
    },
  ];
}

function sizesOf(game: AnyGame, moves: readonly KnownMove[]): { table: number; compact: number } {
  let now = Date.parse('2026-03-01T12:00:00.123Z');
  let table = 0;
  const commits: MatchCommit[] = [];

  function store(state: MatchState, commit: MatchCommit): MatchState {
    commits.push(commit);
    table += itemBytes(toItem(state, commit, commit.seq % SNAPSHOT_EVERY === 0)) + OVERHEAD;
    return state;
  }
  function add(state: MatchState, decision: Decision<MatchEvent>): MatchState {
    now += A_DAY + Math.floor((now * 7) % A_DAY);
    const commit = followingCommit(state, eventsOf(decision), new Date(now));
    return store(evolveMatch(state, commit, games), commit);
  }

  const created = createMatch(game, {
    match: 'm_8f2c6t0w4y1r5n9z',
    player: ADA,
    options: {},
    seat: 1,
    seats: null,
    visibility: 'unlisted',
    invited: [],
    rated: false,
    entropy: '',
    secrets: { seed: SEED, saltKey: SALT_KEY },
    time: DEFAULT_TIME,
  });
  const first = firstCommit('m_8f2c6t0w4y1r5n9z', SALT_KEY, eventsOf(created), new Date(now));
  let state = store(startMatch('m_8f2c6t0w4y1r5n9z', SALT_KEY, first, games), first);
  state = add(state, joinMatch(game, state, { player: BOB, seat: null, entropy: '' }));
  for (const { text, seat } of moves) {
    const player = seat === 1 ? ADA : BOB;
    state = add(state, makeMoves(game, state, { player, ply: state.ply, moves: [text] }));
  }
  state = add(state, resign(game, state, BOB));
  const compact = Buffer.byteLength(canonicalJson(compactRecord(game, state, commits, 'onlooker')));
  return { table, compact };
}

function eventsOf(decision: Decision<MatchEvent>): readonly MatchEvent[] {
  if (!decision.ok) throw new Error(decision.problem.detail);
  return decision.events;
}
