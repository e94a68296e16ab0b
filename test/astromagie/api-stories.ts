/** A match played twice, in two worlds, and what a viewer is told of it in each. */
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { State } from '../../domain/astromagie/types.ts';
import { resign } from '../../domain/match/leaving.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import type { MatchState } from '../../domain/match/types.ts';
import { SEATS, type Seat } from '../../domain/seat.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { type Asked, questions, told } from './api-questions.ts';
import type { ApiWorld, Setting, Table, Who } from './api-worlds.ts';
import { deck, moverOf } from './given.ts';
import { endsIn, gameIn, Knowledge, masked, type Orders, shuffled } from './worlds.ts';

/** Null: the seat resigns. */
interface Step {
  readonly seat: Seat;
  readonly move: string | null;
  /** The deals and matches that ended with it. */
  readonly ends: string;
}

/** What the viewer was told, by the way out. */
interface Heard {
  readonly exit: string;
  readonly text: string;
}

interface Played {
  readonly steps: readonly Step[];
  readonly heard: readonly Heard[];
  readonly secrets: readonly string[];
  readonly resigned: boolean;
  /** Whether a seat that still played was passed over, since it held no cards. */
  readonly skipped: boolean;
}

export interface Compared {
  /** Ways out by which the viewer can tell the two worlds apart. */
  readonly leaks: readonly string[];
  readonly viewer: Who;
  readonly told: ReadonlySet<string>;
  readonly resigned: boolean;
  readonly skipped: boolean;
  /** Whether the viewer made an offer while hands were hidden, and took it back. */
  readonly offered: boolean;
}

/** One more than three hands. */
const FEW_CARDS = 19;

export interface Worlds {
  readonly one: ApiWorld;
  readonly other: ApiWorld;
}

/** What sets one story apart from others. */
export interface Wish {
  readonly seed: number;
  readonly round: number;
  readonly viewer: Who;
  /** Whether the viewer has a webhook; then it is no long story, since each delivery takes its time. */
  readonly hooked: boolean;
  /** Two turns of each seat; then seat 1 is to move. */
  readonly brief?: boolean;
}

/** Null where another story had to be told. */
export async function compareOnce({ one, other }: Worlds, wish: Wish): Promise<Compared | null> {
  const { seed, round, viewer, hooked, brief = false } = wish;
  const random = randomFrom(seed);
  // With few cards hands are soon empty, and the next deal comes soon. In public lists that would be told to later viewers.
  const fewCards = !brief && random.below(3) === 0;
  const orders = Array.from({ length: 4 }, () =>
    shuffled(deck.order, random).slice(0, fewCards ? FEW_CARDS : undefined),
  );
  const common: Omit<Setting, 'orders'> = {
    round,
    visibility: random.pick(fewCards ? ['unlisted', 'private'] : ['public', 'unlisted', 'private']),
    options: fewCards ? { targetScore: 500 } : { deals: 2 },
    hooked: hooked && viewer !== 'stranger' ? viewer : null,
  };
  const [least, more] = fewCards
    ? [14, 8]
    : hooked
      ? [5, 12]
      : random.pick([
          [5, 8],
          [5, 30],
        ] as const);
  const length = brief ? 6 : least + random.below(more);
  const first = await one.begin({ ...common, orders });
  const played = await tell(one, first, orders, viewer, seed, (state, n) =>
    n < length ? nextStep(state, random, fewCards) : null,
  );
  if (played === null) throw new Error('a story cannot differ from itself');

  const knowledge = new Knowledge(orders);
  knowledge.learn(await first.events());
  const others = knowledge.othersFor(viewer === 'stranger' ? 'onlooker' : viewer, random);
  const second = await other.begin({ ...common, orders: others });
  if (second.match !== first.match) throw new Error('the worlds have come apart');
  const again = await tell(other, second, others, viewer, seed, (_state, n) => played.steps[n] ?? null);
  if (again === null) {
    if (common.visibility === 'public') throw new Error('the public list differs from now on');
    await other.api.background.idle();
    other.inbox.take();
    return null;
  }
  const leaks = played.heard.flatMap(({ exit, text }, i) => {
    const secret = played.secrets.some((each) => text.includes(each));
    return secret || masked(text) !== masked(again.heard[i]?.text ?? '') ? [exit] : [];
  });
  const { resigned, skipped } = played;
  const isDone = (exit: string, status: number) =>
    played.heard.some((each) => each.exit === exit && each.text.startsWith(`[${status},`));
  const offered = isDone('offer', 201) && isDone('answer', 200);
  return { leaks, viewer, told: new Set(played.heard.map(({ exit }) => exit)), resigned, skipped, offered };
}

type Script = (state: MatchState, n: number) => Omit<Step, 'ends'> | Step | null;

/** Goes through the steps, and asks now and then and after the last; null where they do not bring about the same ends. */
async function tell(
  world: ApiWorld,
  table: Table,
  orders: Orders,
  viewer: Who,
  seed: number,
  script: Script,
): Promise<Played | null> {
  const asking = randomFrom(seed + 1);
  const steps: Step[] = [];
  const heard: Heard[] = [];
  let skipped = false;
  for (;;) {
    const state = await table.state();
    const next = script(state, steps.length);
    const ends = next === null ? '' : foresee(state, orders, next);
    if (next !== null && 'ends' in next && next.ends !== ends) return null;
    // Over, all is open.
    const isLast = next === null || ends.includes('game-ended');
    if (isLast || asking.below(40) === 0) heard.push(...(await askAll(world, table, viewer, state, asking)));
    if (isLast) break;
    const answer = await told(world, table, whoIs(next.seat), requestOf(table, state, next));
    if (!answer.startsWith('[200')) throw new Error(answer);
    if (next.seat === viewer) heard.push({ exit: next.move === null ? 'resigning' : 'move', text: answer });
    steps.push({ ...next, ends });
    skipped ||= next.move !== null && wasSkipped(state, playOf(await table.state()));
  }
  const { secrets } = await table.state();
  return {
    steps,
    heard,
    secrets: [secrets.seed, secrets.saltKey, 'sealedFor', ...secretsOf(table)],
    resigned: steps.some(({ move }) => move === null),
    skipped,
  };
}

/** Those that no answer after the first tells anybody. */
function secretsOf({ clients, hook }: Table): string[] {
  return [...[...clients.values()].flatMap(({ token }) => token ?? []), ...(hook === null ? [] : [hook.secret])];
}

/** `hurried`: seat 1 gets rid of its cards, the others keep theirs, so that it is soon passed over. */
function nextStep(state: MatchState, random: Random, hurried: boolean): Omit<Step, 'ends'> {
  const play = playOf(state);
  const mover = moverOf(play);
  const all = state.seats.every(({ status }) => status === 'playing');
  // Where hands end, a hand that was set aside would make it another story.
  if (!hurried && all && random.below(20) === 0) {
    return { seat: random.pick(SEATS.slice(0, state.seats.length)), move: null };
  }
  const moves = astromagie.legalMoves(play, mover);
  const sizes = moves.map(({ cards }) => cards.length);
  const size = mover === 1 ? Math.max(...sizes) : 1;
  const wanted = hurried ? moves.filter(({ cards }) => cards.length === size) : moves;
  return { seat: mover, move: astromagie.formatMove(random.pick(wanted)) };
}

function foresee(state: MatchState, orders: Orders, { seat, move }: Omit<Step, 'ends'>): string {
  const game = gameIn(astromagie, orders);
  const player = state.seats[seat - 1]?.player;
  if (player == null) throw new Error(`nobody sits at ${seat}`);
  const decision =
    move === null ? resign(game, state, player) : makeMoves(game, state, { player, ply: state.ply, moves: [move] });
  if (!decision.ok) throw new Error(decision.problem.detail);
  // The events of a game are unknown data to the match.
  return endsIn(
    decision.events.flatMap((event) => ('effects' in event ? event.effects : [])) as readonly AstromagieEvent[],
  );
}

function requestOf({ match }: Table, { ply }: MatchState, { move }: Omit<Step, 'ends'>): Asked {
  const at = `/v1/matches/${match}`;
  return move === null
    ? { exit: 'resigning', method: 'POST', path: `${at}/resign` }
    : { exit: 'move', method: 'POST', path: `${at}/moves`, body: { ply, moves: [move] } };
}

/** The state of a match is unknown data to all but its game. */
const playOf = ({ play }: MatchState) => play as State;

function whoIs(seat: Seat): Who {
  return seat === 1 || seat === 2 ? seat : 3;
}

/** Whether the turn went past a seat without cards. */
function wasSkipped(before: MatchState, after: State): boolean {
  const count = before.seats.length;
  for (let seat = (moverOf(playOf(before)) % count) + 1; seat !== moverOf(after); seat = (seat % count) + 1) {
    if (before.seats[seat - 1]?.status === 'playing' && after.hands[seat - 1]?.length === 0) return true;
  }
  return false;
}

async function askAll(world: ApiWorld, table: Table, viewer: Who, state: MatchState, random: Random): Promise<Heard[]> {
  await table.settle();
  const pushed = world.inbox.take().map((text) => ({ exit: 'payload', text }));
  // What is asked depends on the viewer's own cards alone, so that it is the same in both worlds.
  const own = viewer === 'onlooker' || viewer === 'stranger' ? [] : (playOf(state).hands[viewer - 1] ?? []);
  const held = own.length > 0 ? own.map((card) => `discard ${card}`) : ['discard gem'];
  const heard: Heard[] = [];
  for (const asked of questions(table, viewer, { ply: state.ply, seq: state.head.seq, held }, random)) {
    heard.push({ exit: asked.exit, text: await told(world, table, viewer, asked) });
  }
  return [...pushed, ...heard];
}
