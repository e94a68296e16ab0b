/** A match of any game whose commits are made at instants that the test chooses. */

import type { Outcome } from '../../domain/game.ts';
import { games } from '../../domain/games.ts';
import { expire } from '../../domain/match/clock/expire.ts';
import { type LedgerLine, ledgerOf } from '../../domain/match/clock/ledger.ts';
import type { ClockSettings } from '../../domain/match/clock/settings.ts';
import { type Span, vacationEvents } from '../../domain/match/clock/vacation.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { createMatch } from '../../domain/match/create.ts';
import { evolveMatch, gameOf, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import type { Step } from '../../domain/match/notices.ts';
import { toMove } from '../../domain/match/play.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { joinMatch } from '../../domain/match/seating.ts';
import type { MatchEvent, MatchState, PlayerId } from '../../domain/match/types.ts';
import { knownSince } from '../../domain/vacation/book.ts';

const MATCH = 'm_0123456789abcdef';
const SECRETS = { seed: '5a'.repeat(32), saltKey: 'a5'.repeat(32) };

export interface TimedSetting {
  readonly game?: string;
  readonly options?: unknown;
  readonly seats?: number;
  readonly clock?: ClockSettings | null;
  readonly vacation?: boolean;
  readonly startWithin?: string;
  readonly rated?: boolean;
  readonly at?: string;
  /** As matches were made before there were clocks. */
  readonly before?: boolean;
}

export function playerAt(seat: number): PlayerId {
  return `p_${String(seat).repeat(16)}`;
}

export class TimedMatch {
  readonly steps: Step[] = [];
  readonly commits: MatchCommit[] = [];
  private readonly leaves = new Map<PlayerId, readonly Span[]>();
  state: MatchState;

  constructor(setting: TimedSetting = {}) {
    const { at = '2026-03-01T12:00:00.000Z', clock = null, vacation = true, startWithin = 'P14D' } = setting;
    const game = games.newest(setting.game ?? 'aquaignis');
    if (game === undefined) throw new Error('no such game');
    const decision = createMatch(game, {
      match: MATCH,
      player: playerAt(1),
      options: game.schemas.options.parse(setting.options ?? {}),
      seat: 1,
      seats: setting.seats ?? null,
      visibility: 'unlisted',
      invited: [],
      entropy: '',
      secrets: SECRETS,
      rated: setting.rated ?? false,
      time: setting.before === true ? null : { clock, vacation, startWithin },
    });
    if (!decision.ok) throw new Error(decision.problem.detail);
    const commit = firstCommit(MATCH, SECRETS.saltKey, decision.events, new Date(at));
    this.state = startMatch(MATCH, SECRETS.saltKey, commit, games);
    this.commits.push(commit);
    this.steps.push({ before: null, commit, after: this.state });
  }

  get game() {
    return gameOf(this.state, games);
  }

  get mover(): number {
    return toMove(this.game, this.state)[0] ?? 0;
  }

  /** Everybody who is missing sits down at that time. */
  start(at: string): this {
    while (this.state.status === 'open') {
      const seat = this.state.seats.findIndex(({ player }) => player === null) + 1;
      this.give(joinMatch(this.game, this.state, { player: playerAt(seat), seat, entropy: '' }), at);
    }
    return this;
  }

  /** Whoever is to move plays so many of the first legal moves, one commit each. */
  move(at: string, count = 1): this {
    for (let n = 0; n < count; n += 1) {
      const seat = toMove(this.game, this.state)[0] ?? 1;
      const [first] = this.game.legalMoves(this.state.play, seat);
      const moves = [this.game.formatMove(first)];
      this.give(makeMoves(this.game, this.state, { player: playerAt(seat), ply: this.state.ply, moves }), at);
    }
    return this;
  }

  /** A seat's leave is this from now on; what the log lacks of it is added. */
  leave(seat: number, spans: readonly Span[], at: string): readonly MatchEvent[] {
    this.leaves.set(playerAt(seat), spans);
    const events = vacationEvents(this.state, (player) => this.leaves.get(player) ?? [], knownSince(new Date(at)));
    if (events.length > 0) this.give({ ok: true, events }, at);
    return events;
  }

  /** True if time had run out. */
  expire(at: string): boolean {
    const decision = expire(this.game, this.state, new Date(at));
    if (decision.ok) this.give(decision, at);
    return decision.ok;
  }

  get outcome(): Outcome | null {
    return this.state.outcome;
  }

  get ledger(): readonly LedgerLine[] {
    return this.steps.flatMap((step) => ledgerOf(this.game, step));
  }

  give(decision: Decision<MatchEvent>, at: string): void {
    if (!decision.ok) throw new Error(`${decision.problem.code}: ${decision.problem.detail}`);
    const commit = followingCommit(this.state, decision.events, new Date(at));
    const after = evolveMatch(this.state, commit, games);
    this.commits.push(commit);
    this.steps.push({ before: this.state, commit, after });
    this.state = after;
  }
}
