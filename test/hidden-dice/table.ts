/** A table to play at in tests: any game through the match, without store or server. */
import type { AnyGame } from '../../domain/game.ts';
import { catalogueOf } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { GRACE_MS } from '../../domain/match/clock/due.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { createMatch } from '../../domain/match/create.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { passTimeLimit, resign } from '../../domain/match/leaving.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import { sealPersonal } from '../../domain/match/personal.ts';
import { toMove } from '../../domain/match/play.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { compactRecord, fullRecord } from '../../domain/match/record.ts';
import { joinMatch, leaveMatch } from '../../domain/match/seating.ts';
import type { MatchEvent, MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Viewer } from '../../domain/sealed.ts';
import { UNTIMED } from '../support/untimed.ts';

const PLAYERS: readonly PlayerId[] = [1, 2, 3, 4, 5].map((n): PlayerId => `p_${String(n).repeat(16)}`);
export const MATCH = 'm_0123456789abcdef';
export const SEED = 'a5'.repeat(32);
export const SALT_KEY = '5c'.repeat(32);
const PERSONAL_SALT = '77'.repeat(16);

export interface Setting {
  readonly options?: unknown;
  readonly seats?: number;
  readonly seed?: string;
  readonly startsAt?: string;
  readonly rated?: boolean;
  /** By seat. */
  readonly entropies?: readonly string[];
}

/** Refusals throw: whoever wants to see one calls the decider. */
export class Table {
  readonly game: AnyGame;
  readonly commits: MatchCommit[] = [];
  state: MatchState;
  now: number;
  private readonly entropies: readonly string[];

  constructor(
    game: AnyGame,
    {
      options = {},
      seats,
      seed = SEED,
      startsAt = '2026-03-01T12:00:00.000Z',
      rated = false,
      entropies = [],
    }: Setting = {},
  ) {
    this.game = game;
    this.entropies = entropies;
    this.now = Date.parse(startsAt);
    const decision = createMatch(game, {
      match: MATCH,
      player: player(1),
      options: sealPersonal(game, game.schemas.options.parse(options), 1, PERSONAL_SALT),
      seat: 1,
      seats: seats ?? null,
      visibility: 'unlisted',
      invited: [],
      entropy: entropies[0] ?? 'pluie d’été',
      secrets: { seed, saltKey: SALT_KEY },
      rated,
      time: UNTIMED,
    });
    const commit = firstCommit(MATCH, SALT_KEY, eventsOf(decision), new Date(this.now));
    this.commits.push(commit);
    this.state = startMatch(MATCH, SALT_KEY, commit, catalogueOf([game]));
  }

  /** Everybody who is missing sits down. */
  fill(): this {
    while (this.state.status === 'open') {
      const free = this.state.seats.findIndex((seat) => seat.player === null) + 1;
      const entropy = this.entropies[free - 1] ?? `e${free}`;
      this.give(joinMatch(this.game, this.state, { player: player(free), seat: free, entropy }));
    }
    return this;
  }

  join(seat: number): void {
    this.give(joinMatch(this.game, this.state, { player: player(seat), seat, entropy: '' }));
  }

  leave(seat: number): void {
    this.give(leaveMatch(this.state, player(seat)));
  }

  get mover(): number {
    const [seat] = toMove(this.game, this.state);
    if (seat === undefined) throw new Error('nobody is to move');
    return seat;
  }

  get legal(): string[] {
    const [seat] = toMove(this.game, this.state);
    return seat === undefined
      ? []
      : this.game.legalMoves(this.state.play, seat).map((move) => this.game.formatMove(move));
  }

  /** The seat to move makes these moves. */
  move(...moves: readonly string[]): void {
    this.give(makeMoves(this.game, this.state, { player: player(this.mover), ply: this.state.ply, moves }));
  }

  resign(seat: number): void {
    this.give(resign(this.game, this.state, player(seat)));
  }

  timeUp(): void {
    const limit = this.game.timeLimit?.after(this.state.options) ?? 0;
    this.now = Date.parse(this.state.startedAt ?? '') + limit + GRACE_MS;
    this.give(passTimeLimit(this.game, this.state));
  }

  /** The match again, from its commits as a store would give them back. */
  replay(): MatchState {
    const games = catalogueOf([this.game]);
    const [first, ...later]: MatchCommit[] = JSON.parse(JSON.stringify(this.commits));
    if (first === undefined) throw new Error('a log has a first commit');
    return later.reduce(
      (state, commit) => evolveMatch(state, commit, games),
      startMatch(MATCH, SALT_KEY, first, games),
    );
  }

  full(viewer: Viewer): string {
    return canonicalJson(fullRecord(this.game, this.state, this.commits, viewer));
  }

  compact(viewer: Viewer): string {
    return canonicalJson(compactRecord(this.game, this.state, this.commits, viewer));
  }

  give(decision: Decision<MatchEvent>): void {
    this.now += 3_661_001;
    const commit = followingCommit(this.state, eventsOf(decision), new Date(this.now));
    this.commits.push(commit);
    this.state = evolveMatch(this.state, commit, catalogueOf([this.game]));
  }
}

export function player(seat: number): PlayerId {
  const id = PLAYERS[seat - 1];
  if (id === undefined) throw new RangeError(`no player ${seat}`);
  return id;
}

function eventsOf(decision: Decision<MatchEvent>): readonly MatchEvent[] {
  if (!decision.ok) throw new Error(`${decision.problem.code}: ${decision.problem.detail}`);
  return decision.events;
}
