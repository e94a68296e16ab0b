/** What a player must have been told of a match, and which turn is open: out of nothing but its log and the rules. */
import type { ShownEvent } from '../../domain/log/seal.ts';
import { Mirror } from '../support/aquaignis.ts';
import type { SentCommit } from '../support/chain.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a match gives for a turn where nothing else was asked for. */
const TURN_MS = 3 * 86_400_000;

export interface OpenTurn {
  readonly match: string;
  readonly game: string;
  readonly seat: number;
  readonly turn: number;
  readonly since: string;
  readonly deadline: string;
}

export interface Expected {
  /** The entries about the match in the player's feed, without their ids. */
  readonly told: readonly Fields[];
  /** The turn that waits for the player; null if none does. */
  readonly open: OpenTurn | null;
  /** Whether the player has a seat at last. */
  readonly seated: boolean;
}

/** Of a match of Aquaignis. */
export function expectedOf(match: string, log: readonly SentCommit[], player: string): Expected {
  const told: Fields[] = [];
  let seats: readonly unknown[] = [null, null];
  let game: Mirror | null = null;
  let open: OpenTurn | null = null;
  for (const { seq, ply, at, events } of log) {
    const before = seats;
    let over = false;
    for (const event of events) {
      const { type, seat, player: who, move } = event;
      if (type === 'seat.joined' || type === 'seat.left') {
        seats = seats.map((sitting, n) => (n + 1 !== seat ? sitting : type === 'seat.joined' ? who : null));
      }
      if (type === 'match.started') game = new Mirror();
      if (type === 'move.made') game?.play(String(move));
      if (type === 'match.finished') over = true;
    }
    const mine = 1 + (seats.includes(player) ? seats : before).indexOf(player);
    if (mine === 0) continue;
    const about = { match, game: 'aquaignis', seq, ply, seat: mine, at };
    told.push(...factsIn(events).map((fact) => ({ ...about, ...fact })));

    const turn = game === null || over || game.seat !== mine ? null : game.state.turn;
    if (turn === null) {
      open = null;
    } else if (open === null || open.turn !== turn) {
      told.push({ ...about, type: 'turn.started', turn });
      open = {
        match,
        game: 'aquaignis',
        seat: mine,
        turn,
        since: at,
        deadline: new Date(Date.parse(at) + TURN_MS).toISOString(),
      };
    }
  }
  return { told, open, seated: seats.includes(player) };
}

function factsIn(events: readonly ShownEvent[]): Fields[] {
  const moves = events.filter(({ type }) => type === 'move.made').map(({ move }) => move);
  return events.flatMap((event, n): Fields[] => {
    const { type, seat: by, player, outcome } = event;
    switch (type) {
      case 'seat.joined':
      case 'seat.left':
        return [{ type, by, player }];
      case 'match.started':
      case 'match.cancelled':
        return [{ type }];
      case 'seat.resigned':
        return [{ type, by }];
      case 'move.made':
        return events.findIndex((one) => one.type === type) === n ? [{ type, by, moves }] : [];
      case 'match.finished':
        return [{ type, outcome: shortened(outcome) }];
      default:
        return [];
    }
  });
}

function shortened(outcome: unknown): Fields {
  const { kind, winners, reason } = outcome as Fields;
  return { kind, winners, reason };
}
