/** Nobody is told what they may not know: worlds that differ only in that must look the same. */
import { describe, expect, it } from 'vitest';
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import { handOf, type State } from '../../domain/astromagie/types.ts';
import { saltsOf } from '../../domain/log/seal.ts';
import { makeMoves, rehearseMoves } from '../../domain/match/moves.ts';
import { sealed } from '../../domain/sealed.ts';
import { player, Table } from '../hidden-dice/table.ts';
import { given } from './given.ts';
import { EXITS, type Exits, lookFor } from './leaks.ts';
import type { Astromagie } from './worlds.ts';

const MATCHES = 2000;

describe('no leak', () => {
  it(`AS-50: in ${MATCHES} random matches, for every seat and an onlooker, in anything that leaves`, () => {
    const compared = new Map<string, number>();
    for (let seed = 0; seed < MATCHES; seed += 1) {
      const found = lookFor(astromagie, seed);
      if (found.leaks.length > 0) expect(found.leaks, `seed ${seed}, viewer ${found.viewer}`).toEqual([]);
      if (found.compared) compared.set(`${found.viewer}`, (compared.get(`${found.viewer}`) ?? 0) + 1);
    }
    // Hardly a world is another story, and every viewer had many.
    expect([...compared.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(MATCHES * 0.8);
    expect([...compared.keys()].sort()).toEqual(['1', '2', '3', '4', '5', 'onlooker']);
    expect(Math.min(...compared.values())).toBeGreaterThan(MATCHES / 40);
  });
});

describe('a batch that goes on after its first move', () => {
  const table = new Table(astromagie).fill();
  const refused = (hands: readonly string[]) => {
    const match = { ...table.state, play: given({ hands }) };
    const command = { player: player(1), ply: match.ply, moves: ['discard ari', 'discard air'] };
    return [makeMoves(astromagie, match, command), rehearseMoves(astromagie, match, command).decision];
  };

  it('AS-50: is refused in the same words whether or not the first move would have ended the match', () => {
    const [ends, goesOn] = [refused(['ari air', 'fire']), refused(['ari air', 'tau'])];
    expect(ends).toEqual(goesOn);
    for (const decision of ends) {
      expect(decision).toMatchObject({ ok: false, problem: { code: 'illegal_move', index: 1, rule: 'AS-11' } });
    }
  });
});

/** The first ways out that tell, in as many matches as that takes. */
function leaksOf(game: Astromagie, exits: Exits = EXITS): readonly string[] {
  for (let seed = 0; seed < 400; seed += 1) {
    const { leaks } = lookFor(game, seed, exits);
    if (leaks.length > 0) return leaks;
  }
  return [];
}

const topOf = (state: State) => state.pile[0] ?? 'none';

/** An event with something more in it. */
const withMore = (event: AstromagieEvent, more: object): AstromagieEvent => ({ ...event, ...more });

let latest: State | null = null;

/** By the way out that tells, what is wrong with the game. */
const PLANTED: readonly (readonly [string, Partial<Astromagie>])[] = [
  ['match', { view: (state, viewer) => astromagie.view(state, viewer, true) }],
  ['match', { view: (state, viewer) => ({ ...astromagie.view(state, viewer, false), discards: [topOf(state)] }) }],
  ['match', { formatPosition: (state, viewer) => astromagie.formatPosition(state, viewer, true) }],
  [
    'text',
    {
      view: (state, viewer, open) => {
        latest = state;
        return astromagie.view(state, viewer, open);
      },
      text: (view) => `${astromagie.text(view)}${latest === null ? '' : topOf(latest)}`,
    },
  ],
  ['legal moves', { hidden: false }],
  ['legal moves', { explain: (state) => `You will draw ${topOf(state)}.` }],
  [
    'legal moves',
    { legalMoves: (state, seat) => astromagie.legalMoves(state, seat).filter((_, i) => i > 0 || topOf(state) > 'm') },
  ],
  ['legal moves', { decide: decideWith((state) => ({ next: topOf(state) })) }],
  ['dry run', { decide: decideAndDraw(), awaitsDraw: (state) => state.phase.type === 'dealing' }],
  [
    'refusal',
    {
      decide: (state, seat, move) => {
        const verdict = astromagie.decide(state, seat, move);
        if (verdict.ok || verdict.refusal.rule !== 'AS-11') return verdict;
        const wanted = move.type === 'discard' ? move.cards[0] : undefined;
        const elsewhere = state.hands.some((hand, i) => i !== seat - 1 && hand.some((card) => card === wanted));
        return elsewhere ? { ok: false, refusal: { rule: 'AS-11', message: 'Another holds it.' } } : verdict;
      },
    },
  ],
  [
    'events',
    { draw: drawWith((event, state) => (event.type === 'drew' ? withMore(event, { next: topOf(state) }) : event)) },
  ],
  [
    'events',
    { draw: drawWith((event) => (event.type === 'drew' ? { ...event, cards: sealed(1, event.cards.value) } : event)) },
  ],
  [
    'events',
    { draw: drawWith((event) => (event.type === 'dealt' ? { ...event, pile: sealed(2, event.pile.value) } : event)) },
  ],
  [
    'events',
    {
      draw: drawWith((event) =>
        event.type === 'dealt' ? withMore(event, { zodiacs: handSize(event.hands[1]?.cards.value ?? []) }) : event,
      ),
    },
  ],
  [
    'events',
    {
      leave: (state, seat) =>
        astromagie
          .leave(state, seat)
          .map((event) => (event.type === 'seat-left' ? withMore(event, { hand: handOf(state, seat) }) : event)),
    },
  ],
  [
    'record',
    { draw: drawWith((event, state) => (event.type === 'turn-began' ? withMore(event, { pile: state.pile }) : event)) },
  ],
];

function decideWith(more: (state: State) => object): Astromagie['decide'] {
  return (state, seat, move) => {
    const verdict = astromagie.decide(state, seat, move);
    return verdict.ok ? { ok: true, events: verdict.events.map((event) => withMore(event, more(state))) } : verdict;
  };
}

/** Where the pile is empty nothing is drawn, and it would be easy to tell at once how the deal goes on. */
function decideAndDraw(): Astromagie['decide'] {
  return (state, seat, move) => {
    const verdict = astromagie.decide(state, seat, move);
    if (!verdict.ok) return verdict;
    const after = verdict.events.reduce(astromagie.evolve, state);
    const chance = { uniform: () => 0, shuffle: <Card>(cards: readonly Card[]) => [...cards], used: 0 };
    return { ok: true, events: [...verdict.events, ...astromagie.draw(after, chance)] };
  };
}

function drawWith(change: (event: AstromagieEvent, state: State) => AstromagieEvent): Astromagie['draw'] {
  return (state, chance) => astromagie.draw(state, chance).map((event) => change(event, state));
}

function handSize(cards: readonly string[]): number {
  return cards.filter((card) => card.length === 3).length;
}

const asIfOver = <Match extends { readonly status: string }>(match: Match) => ({
  ...match,
  status: 'finished' as const,
});

const LEAKY_EXITS: readonly (readonly [string, Partial<Exits>])[] = [
  ['match', { seeMatch: (game, match, viewer) => EXITS.seeMatch(game, match, viewer, true) }],
  ['match', { seeMatch: (game, match) => EXITS.seeMatch(game, match, 1) }],
  ['dry run', { seeMatch: (game, match, viewer, open) => EXITS.seeMatch(game, match, viewer, open === false) }],
  ['text', { seeText: (game, match, viewer) => EXITS.seeText(game, asIfOver(match), viewer) }],
  ['events', { seeCommit: (match, commit, viewer) => EXITS.seeCommit(asIfOver(match), commit, viewer) }],
  ['events', { seeCommit: (match, commit) => EXITS.seeCommit(match, commit, 2) }],
  [
    'events',
    {
      seeCommit: (match, commit, viewer) => ({
        ...EXITS.seeCommit(match, commit, viewer),
        salt: saltsOf(match.secrets.saltKey, match.id, commit.seq)(0),
      }),
    },
  ],
  ['legal moves', { legalMovesFor: (game, match) => EXITS.legalMovesFor({ ...game, hidden: false }, match, 1) }],
  ['record', { fullRecord: (game, match, commits) => EXITS.fullRecord(game, match, commits, 1) }],
  [
    'record',
    { fullRecord: (game, match, commits, viewer) => EXITS.fullRecord(game, asIfOver(match), commits, viewer) },
  ],
  ['compact record', { compactRecord: (game, match, commits) => EXITS.compactRecord(game, match, commits, 1) }],
];

describe('a planted leak is found', () => {
  it.each(PLANTED.map(([exit, wrong], n) => [exit, n, wrong] as const))('%s, by the game (%i)', (exit, _n, wrong) => {
    expect(leaksOf({ ...astromagie, ...wrong }).join('\n')).toContain(exit);
  });

  it.each(LEAKY_EXITS.map(([exit, wrong], n) => [exit, n, wrong] as const))(
    '%s, on the way out (%i)',
    (exit, _n, wrong) => {
      expect(leaksOf(astromagie, { ...EXITS, ...wrong }).join('\n')).toContain(exit);
    },
  );
});
