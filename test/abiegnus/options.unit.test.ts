import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { NAMES, PTAH_SQUARES, SUBJECTS } from '../../domain/abiegnus/tables.ts';

const { options } = abiegnus.schemas;

/** What is wrong, and where. */
function issues(sent: unknown): { path: string; keys?: readonly string[]; message: string }[] {
  const found = options.safeParse(sent).error?.issues ?? [];
  return found.map(({ path, message, ...more }) => ({
    path: path.join('/'),
    message,
    ...(more.code === 'unrecognized_keys' ? { keys: more.keys } : {}),
  }));
}

describe('options', () => {
  it.each([
    [{}, { mode: 'two-player', palette: 'new-aeon' }],
    [{ palette: 'golden-dawn' }, { mode: 'two-player', palette: 'golden-dawn' }],
    [{ mode: 'two-player' }, { mode: 'two-player', palette: 'new-aeon' }],
    [{ mode: 'solitaire' }, { mode: 'solitaire', palette: 'new-aeon' }],
    [
      { mode: 'divination', ptah: 'c3' },
      { mode: 'divination', palette: 'new-aeon', ptah: 'c3' },
    ],
    [
      { mode: 'divination', ptah: 'air-fire', question: 'Shall I?' },
      { mode: 'divination', palette: 'new-aeon', ptah: 'b4', question: 'Shall I?' },
    ],
  ])('%j is %j', (sent, read) => {
    expect(options.parse(sent)).toEqual(read);
    expect(options.parse(read)).toEqual(read);
  });

  it.each(PTAH_SQUARES)('AB-46: the Ptah on $square by its square, its pair and its text', ({ square, x, y }) => {
    for (const ptah of [square, `${NAMES[x]}-${NAMES[y]}`, SUBJECTS[x][y]]) {
      expect(options.parse({ mode: 'divination', ptah })).toMatchObject({ ptah: square });
    }
  });

  it.each([
    [{ mode: 'divination' }, 'ptah'],
    [{ mode: 'divination', ptah: 'a1' }, 'ptah'],
    [{ mode: 'divination', ptah: 'spirit-air' }, 'ptah'],
    [{ mode: 'divination', ptah: 'C3' }, 'ptah'],
    [{ mode: 'divination', ptah: 3 }, 'ptah'],
    [{ mode: 'divination', ptah: 'c3', question: 7 }, 'question'],
    [{ mode: 'divination', ptah: 'c3', question: 'x'.repeat(281) }, 'question'],
    [{ mode: 'divination', ptah: 'c3', question: '\ud800' }, 'question'],
    [{ mode: 'three-player' }, 'mode'],
    [{ mode: null }, 'mode'],
    [{ palette: 'grey' }, 'palette'],
  ])('%j is refused at %s', (sent, path) => {
    expect(issues(sent).map((issue) => issue.path)).toEqual([path]);
  });

  it.each([
    { ptah: 'c3' },
    { question: 'Why?' },
    { mode: 'two-player', ptah: 'c3' },
    { mode: 'solitaire', ptah: 'c3' },
    { mode: 'solitaire', question: 'Why?' },
    { mode: 'divination', ptah: 'c3', seats: 1 },
  ])('%j has a field that this mode has not', (sent) => {
    expect(issues(sent)).toEqual([expect.objectContaining({ path: '', keys: [Object.keys(sent).at(-1)] })]);
  });

  it('AB-46: without the Ptah’s square a divination is told how to say it', () => {
    expect(issues({ mode: 'divination' })[0]?.message).toMatch(/a square .*`c3`.*a pair .*`air-fire`/);
  });

  it('a question of 280 characters is counted as people do', () => {
    expect(options.safeParse({ mode: 'divination', ptah: 'c3', question: '🜁'.repeat(280) }).success).toBe(true);
  });

  it('are told as a JSON Schema, each mode with what it takes', () => {
    const { oneOf } = z.toJSONSchema(options, { io: 'input' });
    expect(oneOf?.map((each) => (typeof each === 'object' ? each.required : []))).toEqual([
      undefined,
      ['mode'],
      ['mode', 'ptah'],
    ]);
  });
});
