import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replayFile, replayText } from './replay.ts';
import { committedVectors, main } from './run.ts';

const pathOf = (name: string) => committedVectors().find((path) => path.endsWith(`/${name}`)) ?? name;

describe('vectors', () => {
  it.each(committedVectors().map((path) => [path.split('/').at(-1) ?? path, path]))(
    '%s is reproduced',
    (_name, path) => {
      expect(replayFile(path)).toMatchObject({ kind: 'same' });
    },
  );

  it('the command says a line for each file, and ends with 0', () => {
    const said: string[] = [];
    const path = pathOf('chance.json');
    expect(main([path], (line) => said.push(line))).toBe(0);
    expect(said).toEqual([`${path}: 3 seeds, all the same`]);
  });
});

describe('a changed vector is caught', () => {
  const [first = ''] = readFileSync(pathOf('aquaignis.jsonl'), 'utf8').split('\n');
  const game = JSON.parse(first);
  const changed = (change: object) => replayText('x.jsonl', `${first}\n${JSON.stringify({ ...game, ...change })}\n`);

  it.each([
    [
      'a position',
      { positions: game.positions.with(7, game.positions[6]) },
      `x.jsonl line 2, aquaignis, move 7 (${game.moves[6]}), position: expected "${game.positions[6]}", got "${game.positions[7]}"`,
    ],
    ['the start', { positions: game.positions.with(0, '?') }, 'line 2, aquaignis, start, position: expected "?"'],
    [
      'a count of legal moves',
      { legalCounts: game.legalCounts.with(3, 0) },
      `move 4 (${game.moves[3]}), legal count: expected 0, got ${game.legalCounts[3]}`,
    ],
    ['a list of legal moves', { legalMoves: game.legalMoves.with(0, []) }, `move 1 (${game.moves[0]}), legal moves`],
    ['a short form', { moves: game.moves.with(0, 's2') }, 'move 1 (s2), text: expected "s2", got "spawn 2"'],
    [
      'an illegal move',
      { moves: game.moves.with(0, 'surge 1') },
      'move 1 (surge 1), verdict: expected "legal", got {"rule"',
    ],
    ['no move', { moves: game.moves.with(0, 'dance') }, 'move 1 (dance), text: expected "dance", got null'],
    ['the winner', { result: { ...game.result, winner: 'a' } }, 'result, winner: expected "a", got null'],
    ['the reason', { result: { ...game.result, reason: 'length' } }, 'result, reason: expected "length", got "quiet"'],
  ])('%s', (_title, change, words) => {
    const report = changed(change);
    expect(report.kind).toBe('different');
    expect(report.text).toContain(words);
  });

  it('a known answer of chance', () => {
    const text = readFileSync(pathOf('chance.json'), 'utf8').replace('"W", "*", "W"', '"W", "*", "S"');
    expect(replayText('x.json', text)).toMatchObject({
      kind: 'different',
      text: expect.stringContaining('x.json entry 1, chance, rolls: expected ["W","*","S"'),
    });
  });
});

describe('what is no vector is told, and ends with 2', () => {
  const [first = ''] = readFileSync(pathOf('aquaignis.jsonl'), 'utf8').split('\n');
  const game = JSON.parse(first);

  it.each([
    ['a file cut short', 'x.jsonl', first.slice(0, 5000), 'x.jsonl line 1: no JSON object'],
    ['an empty file', 'x.jsonl', '', 'x.jsonl line 1: no JSON object'],
    ['a blank line', 'x.jsonl', `${first}\n\n${first}\n`, 'x.jsonl line 2: no JSON object'],
    ['a list', 'x.jsonl', '[1]\n', 'x.jsonl line 1: no JSON object'],
    ['an unknown game', 'x.jsonl', '{"game":"chess"}\n', 'x.jsonl line 1: no replayer for game "chess"'],
    ['no game', 'x.jsonl', '{}\n', 'no replayer for game'],
    ['a field missing', 'x.jsonl', '{"game":"aquaignis"}\n', 'field "moves" is not the list it should be'],
    [
      'too few positions',
      'x.jsonl',
      JSON.stringify({ ...game, positions: game.positions.slice(1) }),
      `field "positions" has ${game.moves.length} items, not ${game.moves.length + 1}`,
    ],
    ['no list of chance', 'x.json', '{}', 'x.json: no JSON list'],
    ['an empty list of chance', 'x.json', '[]', 'x.json: no JSON list'],
    ['a case of chance without its seed', 'x.json', '[{}]', 'x.json entry 1, chance: field "seed" is no text'],
  ])('%s', (_title, path, text, words) => {
    const report = replayText(path, text);
    expect(report.kind).toBe('unreadable');
    expect(report.text).toContain(words);
  });

  it('a missing file', () => {
    const said: string[] = [];
    expect(main(['no-such-file.jsonl'], (line) => said.push(line))).toBe(2);
    expect(said.join()).toMatch(/^no-such-file\.jsonl: cannot be read/);
  });
});
