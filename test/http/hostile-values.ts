/** What hostile requests are made of: values that nobody should send, and good bodies that are spoiled by them. */
import fc from 'fast-check';

const loneSurrogate = fc.constantFrom('\ud800', '\udfff', 'a\ud83d', '\udc00\ud800');
export const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  loneSurrogate,
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\u202e',
    '\ufeff',
    '\u2028',
    'NaN',
    '-0',
    '1e999',
    '0x10',
    '９',
    '../',
    '%00',
    "';--",
    '$(1)',
    '{{1}}',
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.constantFrom('x'.repeat(201), 'é'.repeat(500), '👩‍👩‍👧'.repeat(100)),
);
export const hugeNumber = fc.constantFrom(
  '1e400',
  '-1e400',
  '9007199254740993',
  '1e21',
  '-0.5',
  '0.1',
  '1e-400',
  '99999999999999999999999999',
  '-9',
);
/** As JSON text, so that numbers and keys may be what no JavaScript value is. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: nasty.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: hugeNumber },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 5000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 2, max: 5000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  },
);
export const unknownKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    ' ply',
    'Ply',
    'MOVES',
    'id',
    'player',
    '\0',
    'a/b~c',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

export const isText = (text: string) => text.startsWith('"');

/** Fields of an otherwise good body, one or more of them spoiled. */
export function spoiled(good: Record<string, string>, bad: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> {
  const keys = Object.keys(bad);
  const spoil = fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: keys.length })
    .chain((chosen) => fc.tuple(...chosen.map((key) => (bad[key] ?? jsonText).map((value) => [key, value] as const))));
  const more = fc
    .tuple(unknownKey, jsonText)
    .filter(([key]) => !(key in good) && !keys.includes(key))
    .map((entry) => [entry]);
  return fc.oneof({ weight: 3, arbitrary: spoil }, { weight: 1, arbitrary: more }).map((changes) => {
    const fields = Object.entries(good).filter(([key]) => !changes.some(([changed]) => changed === key));
    const parts = [...fields, ...changes].map(([key, value]) => `${JSON.stringify(key)}:${value}`);
    return `{${parts.join(',')}}`;
  });
}
