/** What counts as something to see, in names and in what players say. */
import { expect, test } from 'vitest';
import { isVisible } from '../../functions/api/schemas/text.ts';

test.each(['a', '7', 'é', 'नमस्ते', '名', '👨‍👩‍👧', '!', '⠁', '\u{13440}a', ' x '])('%j is seen', (text) => {
  expect(isVisible(text)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \u00a0\u3000'],
  ['a zero width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a joiner', '\u200d'],
  ['a mark upon nothing', '\u0301'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['the Braille pattern without dots', '\u2800'],
  ['the null notehead', '\u{1d159}'],
  ['Egyptian blanks', '\u{13441}\u{13442}'],
])('%s is not', (_, text) => {
  expect(isVisible(text)).toBe(false);
});
