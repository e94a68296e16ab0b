/** Looks for leaks in all that leaves the domain, by comparing worlds and by searching for secrets. */
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import type { State } from '../../domain/astromagie/types.ts';
import { type Catalogue, catalogueOf } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { saltsOf } from '../../domain/log/seal.ts';
import { createMatch } from '../../domain/match/create.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { passTimeLimit, resign } from '../../domain/match/leaving.ts';
import { legalMovesFor } from '../../domain/match/legal.ts';
import { makeMoves, rehearseMoves } from '../../domain/match/moves.ts';
import { noticesOf } from '../../domain/match/notices.ts';
import { toMove } from '../../domain/match/play.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { compactRecord, fullRecord } from '../../domain/match/record.ts';
import { joinMatch } from '../../domain/match/seating.ts';
import { seeCommit, seeMatch, seeText } from '../../domain/match/sight.ts';
import type { MatchEvent, MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Viewer } from '../../domain/sealed.ts';
import { firstSeats, type Seat } from '../../domain/seat.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { UNTIMED } from '../support/untimed.ts';
import { deck } from './given.ts';
import { type Astromagie, endsIn, gameIn, Knowledge, masked, type Orders, type Step, shuffled } from './worlds.ts';

const MATCH: MatchId = 'm_0123456789abcdef';
const SALT_KEY = '5c'.repeat(32);
const AT = '2026-03-01T12:00:00.000Z';
const DEALS = 3;

const playerAt = (viewer: Viewer): PlayerId => `p_${String(viewer).repeat(16).slice(0, 16)}`;

/** A match whose commits have no hashes, for speed: they are another's to prove. */
class World {
  readonly game: Astromagie;
  readonly games: Catalogue;
  readonly seed: string;
  readonly commits: MatchCommit[] = [];
  state: MatchState;

  constructor(game: Astromagie, orders: Orders, seats: number, options: unknown, seed: string) {
    this.game = gameIn(game, orders);
    this.games = catalogueOf([this.game]);
    this.seed = seed;
    const secrets = { seed, saltKey: SALT_KEY };
    const made = { player: playerAt(1), seat: 1, seats, visibility: 'unlisted', invited: [], entropy: '' } as const;
    const decision = createMatch(this.game, {
      ...made,
      match: MATCH,
      options: game.schemas.options.parse(options),
      secrets,
      rated: false,
      time: UNTIMED,
    });
    const first = this.commit(0, 0, decision.ok ? decision.events : []);
    this.state = startMatch(MATCH, SALT_KEY, first, this.games);
    for (const seat of firstSeats(seats).slice(1)) {
      this.add(joinMatch(this.game, this.state, { player: playerAt(seat), seat, entropy: '' }));
    }
  }

  /** What happened in the game; null if the step is refused. */
  go(step: Step): readonly AstromagieEvent[] | null {
    const { game, state } = this;
    switch (step.type) {
      case 'move':
        return this.add(makeMoves(game, state, { player: playerAt(step.seat), ply: state.ply, moves: [step.text] }));
      case 'resign':
        return this.add(resign(game, state, playerAt(step.seat)));
      case 'time':
        return this.add(passTimeLimit(game, state));
    }
  }

  /** The last commit's events of the game. */
  get happened(): readonly AstromagieEvent[] {
    const events = this.commits.at(-1)?.events ?? [];
    // The events of a game are unknown data to the match.
    return events.flatMap((event) => ('effects' in event ? event.effects : [])) as AstromagieEvent[];
  }

  private add(decision: Decision<MatchEvent>): readonly AstromagieEvent[] | null {
    if (!decision.ok) return null;
    const commit = this.commit(this.state.head.seq, this.state.ply, decision.events);
    this.state = evolveMatch(this.state, commit, this.games);
    return this.happened;
  }

  private commit(before: number, plyBefore: number, events: readonly MatchEvent[]): MatchCommit {
    const ply = plyBefore + events.filter(({ type }) => type === 'move.made').length;
    const commit = { seq: before + 1, at: AT, prev: '', hash: '', plyBefore, ply, events };
    this.commits.push(commit);
    return commit;
  }
}

/** The ways out of the domain; a test puts leaky ones in. */
export const EXITS = { seeMatch, seeCommit, seeText, legalMovesFor, fullRecord, compactRecord, noticesOf };
export type Exits = typeof EXITS;

/** All that this viewer can get, by the way it goes out. */
function seenBy(
  exits: Exits,
  world: World,
  viewer: Viewer,
  tries: readonly (readonly string[])[],
  wholeLog: boolean,
): Map<string, string> {
  const { game, state, commits } = world;
  const seen = new Map<string, string>();
  const tell = (exit: string, answer: unknown) => seen.set(exit, masked(JSON.stringify(answer)));
  tell('match', exits.seeMatch(game, state, viewer));
  tell('text', exits.seeText(game, state, viewer));
  tell(
    'events',
    (wholeLog ? commits : commits.slice(-8)).map((commit) => exits.seeCommit(state, commit, viewer)),
  );
  tell('legal moves', exits.legalMovesFor(game, state, viewer));
  // Most of a log was looked at in other matches: a third of them is looked at from the first commit on.
  if (wholeLog) tell('record', canonicalJson(exits.fullRecord(game, state, commits, viewer)));
  if (wholeLog) tell('compact record', canonicalJson(exits.compactRecord(game, state, commits, viewer)));
  if (wholeLog) tell('notices', toldTo(exits, world, viewer));
  for (const moves of tries) {
    const command = { player: playerAt(viewer), ply: state.ply, moves };
    const { decision, stoppedBeforeDraw } = rehearseMoves(game, state, command);
    if (decision.ok) {
      const commit = { seq: state.head.seq + 1, at: AT, prev: '', hash: '', plyBefore: state.ply, ply: state.ply + 1 };
      const imagined = evolveMatch(state, { ...commit, events: decision.events }, world.games);
      tell(`dry run of ${moves}`, [
        exits.seeMatch(game, { ...imagined, head: state.head }, viewer, false),
        stoppedBeforeDraw,
      ]);
    } else tell(`refused dry run of ${moves}`, decision.problem);
    const real = makeMoves(game, state, command);
    if (!real.ok) tell(`refusal of ${moves}`, real.problem);
  }
  return seen;
}

/** All that the viewer's feed would tell, commit by commit. */
function toldTo(exits: Exits, { game, games, commits }: World, viewer: Viewer): readonly unknown[] {
  let before: MatchState | null = null;
  return commits.map((commit) => {
    const after: MatchState =
      before === null ? startMatch(MATCH, SALT_KEY, commit, games) : evolveMatch(before, commit, games);
    const notices = exits.noticesOf(game, { before, commit, after }).get(playerAt(viewer)) ?? [];
    before = after;
    return notices;
  });
}

/** Moves to be judged: legal ones, batches that begin with one, cards that others may hold, and nonsense. */
function triesOf(world: World, random: Random): readonly (readonly string[])[] {
  const { game, state } = world;
  const [seat] = toMove(game, state);
  const legal =
    seat === undefined ? [] : game.legalMoves(state.play as State, seat).map((move) => game.formatMove(move));
  const codes = [...deck.cards.keys()];
  const wild = Array.from({ length: 4 }, () => {
    const laid = Array.from({ length: 1 + random.below(3) }, () => `${random.pick(codes)}@${1 + random.below(6)}`);
    return `play ${laid.join(' ')}`;
  });
  const some = legal.filter(() => random.below(legal.length) < 4);
  return [
    ...[...some, ...wild].map((text) => [text]),
    ...codes.filter(() => random.below(4) === 0).map((code) => [`discard ${code}`]),
    ...some.map((text) => [text, random.pick(legal)]),
  ];
}

/** Secrets that no text for this viewer may have in it. */
function secretsIn(world: World, viewer: Viewer): string[] {
  const salts = world.commits.flatMap(({ seq, events }) => {
    const saltAt = saltsOf(SALT_KEY, MATCH, seq);
    const audiences = JSON.stringify(events).match(/"sealedFor":(\d|"nobody")/g) ?? [];
    return audiences.flatMap((audience, n) => (audience === `"sealedFor":${viewer}` ? [] : [saltAt(n)]));
  });
  return [...salts, world.seed, SALT_KEY, 'sealedFor'];
}

export interface Found {
  /** Ways out that told the worlds apart, or a secret. */
  readonly leaks: readonly string[];
  /** Whether there were two worlds to compare. */
  readonly compared: boolean;
  readonly viewer: Viewer;
}

/** One random match, stopped somewhere, as one viewer sees it in both worlds. */
export function lookFor(game: Astromagie, seed: number, exits: Exits = EXITS): Found {
  const random = randomFrom(seed);
  const seats = 2 + (seed % 4);
  const viewer: Viewer = firstSeats(seats)[random.below(seats + 1)] ?? 'onlooker';
  const options = random.pick([{}, { deals: 2 }, { deals: DEALS, timeLimit: 'P1D' }, { timeLimit: 'P1D' }]);
  const orders = Array.from({ length: DEALS }, () => shuffled(deck.order, random));
  const world = new World(game, orders, seats, options, 'a5'.repeat(32));
  const knowledge = new Knowledge(orders);
  knowledge.learn(world.happened);

  const steps: { readonly step: Step; readonly ends: string }[] = [];
  const length = random.below(random.pick([20, 60, 60, 130]));
  while (steps.length < length) {
    const step = nextStep(world, random, 'timeLimit' in options);
    const before = { state: world.state, commits: world.commits.length };
    const events = world.go(step);
    if (events === null) throw new Error(`refused: ${JSON.stringify(step)}`);
    if (world.state.status !== 'active') {
      // Over, all is open: the viewer looks a step before.
      world.state = before.state;
      world.commits.length = before.commits;
      break;
    }
    knowledge.learn(events);
    steps.push({ step, ends: endsIn(events) });
  }

  const tries = triesOf(world, random);
  const seen = seenBy(exits, world, viewer, tries, seed % 3 === 0);
  const secrets = secretsIn(world, viewer);
  const leaks = [...seen].flatMap(([exit, text]) => (secrets.some((secret) => text.includes(secret)) ? [exit] : []));
  const other = new World(game, knowledge.othersFor(viewer, random), seats, options, '5a'.repeat(32));
  for (const { step, ends } of steps) {
    const events = other.go(step);
    if (events === null || endsIn(events) !== ends || other.state.status !== 'active')
      return { leaks, compared: false, viewer };
  }
  const seenToo = seenBy(exits, other, viewer, tries, seed % 3 === 0);
  const told = [...new Set([...seen.keys(), ...seenToo.keys()])].filter((exit) => seen.get(exit) !== seenToo.get(exit));
  return { leaks: [...leaks, ...told], compared: true, viewer };
}

function nextStep(world: World, random: Random, timed: boolean): Step {
  const { game, state } = world;
  const [seat = 1] = toMove(game, state);
  const playing = state.seats.flatMap(({ status }, i): Seat[] => (status === 'playing' ? [firstSeats(5)[i] ?? 1] : []));
  if (playing.length > 2 && random.below(50) === 0) return { type: 'resign', seat: random.pick(playing) };
  if (timed && !state.timePassed && random.below(60) === 0) return { type: 'time' };
  const legal = game.legalMoves(state.play as State, seat).map((move) => game.formatMove(move));
  return { type: 'move', seat, text: random.pick(legal) };
}
