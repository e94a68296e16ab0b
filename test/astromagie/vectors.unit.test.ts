/** That the engine reproduces the vectors is tested with the other games'; here, that a wrong one would be noticed. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replayText } from '../vectors/replay.ts';

const lines = readFileSync(new URL('../vectors/astromagie.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const games = lines.map((line) => JSON.parse(line));
const game = games.find(({ options }) => options.timeUpAfter !== null);
const report = (change: object) => replayText('x.jsonl', `${JSON.stringify({ ...game, ...change })}\n`);

describe('vectors of Astromagie', () => {
  it('are 24 games, six for each number of players, with all three ends', () => {
    expect([2, 3, 4, 5].map((count) => games.filter(({ players }) => players === count).length)).toEqual([6, 6, 6, 6]);
    expect([...new Set(games.map(({ result }) => result.reason))].sort()).toEqual(['exhausted', 'target', 'time']);
  });

  it.each([
    ['a position', { positions: game.positions.with(3, game.positions[2]) }, 'move 3 ('],
    ['a hand', { ownPositions: game.ownPositions.with(3, game.positions[4]) }, 'move 4, own position of seat'],
    ['a count of legal moves', { legalCounts: game.legalCounts.with(0, 0) }, 'legal count: expected 0'],
    ['the scores', { result: { ...game.result, scores: [] } }, 'result, scores'],
    ['the winners', { result: { ...game.result, winners: [] } }, 'result, winners'],
    ['the reason', { result: { ...game.result, reason: 'never' } }, 'result, reason'],
    ['the time', { options: { ...game.options, timeUpAfter: 1 } }, 'position: expected'],
    ['a deck', { deckOrders: [game.deckOrders[0].toReversed()] }, 'legal count'],
    ['a deck too many', { deckOrders: [...game.deckOrders, game.deckOrders[0]] }, 'decks begun'],
  ])('%s changed is caught', (_title, change, words) => {
    expect(report(change)).toMatchObject({ kind: 'different', text: expect.stringContaining(words) });
  });

  it.each([
    ['no players', { players: 'two' }],
    ['no options', { options: null }],
    ['no decks', { deckOrders: 1 }],
    ['too few decks', { deckOrders: [] }],
    ['too few own positions', { ownPositions: [] }],
  ])('%s is told as unreadable', (_title, change) => {
    expect(report(change).kind).toBe('unreadable');
  });
});
