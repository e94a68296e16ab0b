/**
 * The contract that every game fulfils.
 *
 * A game is a decider: pure functions over its own types. It knows no clock, no network, no player and no
 * randomness of its own. What it cannot know alone is handed to it: the seat that acts, and chance.
 *
 * Two steps make a turn. `decide` says what a move brings about by itself; `draw` then says what chance adds (a
 * roll, drawn cards, a new deal) wherever `awaitsDraw` is true. Because `decide` never sees chance, a dry run, a
 * preview or the explanation of a legal move cannot tell it ahead of its commit.
 */
import type { Chance } from './chance.ts';
import type { GameSchemas } from './schema.ts';
import type { Viewer } from './sealed.ts';
import type { Seat } from './seat.ts';

/** The id of a rule in the game's rules text, such as `AQ-17`. */
export type RuleId = `${Uppercase<string>}-${number}`;

/**
 * A fact of one game. It holds every outcome of what happened (what was rolled, dealt, captured), so that replay
 * judges nothing and draws nothing. Hidden values are wrapped by `sealed`; no other object in an event may have just
 * the fields `value` and `salt`, or just `digest`, since that is how seals are shown.
 */
export interface GameEvent {
  readonly type: string;
}

/** Why a move is not allowed: a value, never an exception. `message` is a sentence that a player understands. */
export interface Refusal {
  readonly rule: RuleId;
  readonly message: string;
}

export type Verdict<Event> =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** How a match ended. `scores` go by seat; `detail.text` is a sentence, what else is in it belongs to the game. */
export interface Outcome {
  readonly kind: string;
  readonly winners: readonly Seat[];
  readonly reason: string;
  readonly scores?: readonly number[];
  readonly detail: { readonly text: string; readonly [field: string]: unknown };
}

/** How many may play, both ends included. */
export interface SeatRange {
  readonly least: number;
  readonly most: number;
}

/** A game's time limit, if its options set one: milliseconds from the start of the match, and what its passing does. */
export interface TimeLimit<Options, State, Event> {
  after(options: Options): number | null;
  passed(state: State): readonly Event[];
}

/** What the players of a game may agree on, beyond what those of any game may. */
export interface Agreements<State> {
  /** A draw. */
  readonly draw?: true;
  /** To take moves back; only for games that hide nothing. */
  readonly takeback?: true;
  /** To end now and score as it stands: who wins then, nobody where it is a draw; null where it cannot be settled. */
  settle?(state: State): readonly Seat[] | null;
}

/** What laying plans for moves to come needs to know of chance. Without any, `rolls` is empty and nothing else is asked. */
export interface Foresight<State> {
  /** What chance may bring at the beginning of a turn, as a plan names it. */
  readonly rolls: readonly string[];
  /** Which of them the turn stands under; null if none. */
  roll(state: State): string | null;
  /**
   * The states that a draw may lead to, as far as they differ in what can be played; those that take the fewest turns
   * first. It knows no more of chance than anybody: nothing tells what will be drawn.
   */
  draws(state: State): readonly State[];
}

/**
 * `Options`, `State`, `Event` and `View` are plain JSON data: a state read back from its JSON is the same state.
 * States and events are never changed, only made anew. Methods (not function properties) are used so that games of
 * different types fit one catalogue; a state is only ever given back to the game that made it.
 */
export interface Game<Options, State, Move, Event extends GameEvent, View> {
  /** Stable key, as in `POST /v1/matches`. */
  readonly id: string;
  readonly name: string;
  /** One sentence for the catalogue. */
  readonly summary: string;
  /** Version of the rules; a match keeps the version it began with. */
  readonly version: string;
  /** What players are told of the rules, in Markdown; rulings that are not the source's bear a †. */
  readonly rulesText: string;
  /** The rules that a refusal names when a batch goes on after the turn, or the match, has ended. */
  readonly limits: { readonly turnEnded: RuleId; readonly matchEnded: RuleId };
  /** True if some seat may see what another may not. Then legal moves are for the seat to move alone. */
  readonly hidden: boolean;
  /** How many may play, over all options. */
  readonly seatRange: SeatRange;
  readonly schemas: GameSchemas;
  /** Options that are a player's own words (a question). They are sealed for whoever wrote them; play never sees them. */
  readonly personal?: readonly string[];
  readonly timeLimit?: TimeLimit<Options, State, Event>;
  readonly offers?: Agreements<State>;
  /** There are plans for moves to come where this is; only for games that hide nothing, and only where two play. */
  readonly foresight?: Foresight<State>;

  /** How many may play with these options. */
  seats(options: Options): SeatRange;

  /** The state before anything happened. What chance adds to it (a deal, a first roll) comes from `draw`. */
  setup(options: Options, seats: readonly Seat[]): State;
  /** True while chance owes this state something; nobody is to move until then. */
  awaitsDraw(state: State): boolean;
  /**
   * What chance adds, and all that follows from it until somebody can move or the game is over: passed turns, skipped
   * seats, a row that scores, a new deal. Afterwards `awaitsDraw` is false. A game whose pile has run out reaches the
   * same consequences by an empty draw, or from `decide` itself.
   */
  draw(state: State, chance: Chance): readonly Event[];
  /** What a move brings about up to the next draw, or why it is refused. */
  decide(state: State, seat: Seat, move: Move): Verdict<Event>;
  /** Never judges and never draws. */
  evolve(state: State, event: Event): State;

  /** The seats that may move now, ascending; none after the end and while a draw is awaited. */
  toMove(state: State): readonly Seat[];
  /** The number of the turn, from 1. A batch of moves ends where it changes. */
  turn(state: State): number;
  /** Sorted by the code units of their texts. Empty for a seat that is not to move. */
  legalMoves(state: State, seat: Seat): readonly Move[];
  /** One line: what this legal move would do, up to the next draw. */
  explain(state: State, seat: Seat, move: Move): string;

  /**
   * In a match of three or more: the seat plays no further part. The match goes on without it, or, where only one is
   * left, has ended by it.
   */
  leave(state: State, seat: Seat): readonly Event[];
  /** The state of a match that ended by something outside the game (a resignation): nothing is to move or to draw. */
  halt(state: State): State;
  /** The outcome of such an end, as this game counts it; the match says who wins and why. */
  ended(state: State, winners: readonly Seat[], reason: string): Outcome;
  /** Null while the game goes on, and where it was ended from outside. */
  outcome(state: State): Outcome | null;

  /** The state as this viewer may see it. `open` (after the match) opens all that was hidden. */
  view(state: State, viewer: Viewer, open: boolean): View;
  /** The board as plain text that can be told apart without colour. */
  text(view: View): string;

  /** Null if the text is no move of this game. Accepts short forms; `formatMove` prints the one canonical text. */
  parseMove(text: string): Move | null;
  formatMove(move: Move): string;
  /** The canonical text of a position; one position, one text. */
  formatPosition(state: State, viewer: Viewer, open: boolean): string;
  /** Null if the text is no position. Only for games whose positions tell all but the history. */
  parsePosition?(text: string): State | null;
}

/** Any game, where only the contract matters. */
export type AnyGame = Game<unknown, unknown, unknown, GameEvent, object>;
