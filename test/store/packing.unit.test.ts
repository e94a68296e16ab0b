import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DICTIONARIES, NEWEST_DICTIONARY } from '../../functions/store/dictionaries.ts';
import { pack, unpack } from '../../functions/store/packing.ts';
import { endless } from '../support/bots.ts';
import { begun, idFrom, played } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

describe('packing', () => {
  test('gives back any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        // JSON has one zero.
        expect(unpack(pack(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 1000 },
    );
  });

  test('makes the events of a move a third of their text or less', () => {
    const random = randomFrom(1);
    const { commits } = played(begun(idFrom(random)), endless(40), random, 200);
    const moves = commits.slice(2);
    const text = moves.reduce((sum, { events }) => sum + JSON.stringify(events).length, 0);
    const packed = moves.reduce((sum, { events }) => sum + pack(events).length, 0);
    expect(packed / text).toBeLessThan(1 / 3);
  });

  test('tells its dictionary in the first byte, and reads what older ones packed', () => {
    expect(pack({})[0]).toBe(NEWEST_DICTIONARY);
    for (const number of DICTIONARIES.keys()) expect(number).toBeLessThanOrEqual(255);
    const body = pack(['a']);
    expect(inflateRawSync(body.subarray(1), { dictionary: DICTIONARIES.get(NEWEST_DICTIONARY) }).toString()).toBe(
      '["a"]',
    );
  });

  test('does not read what is damaged, or of a dictionary it does not have', () => {
    const packed = pack({ type: 'move.made' });
    expect(() => unpack(new Uint8Array())).toThrow(RangeError);
    expect(() => unpack(Uint8Array.of(99, ...packed.subarray(1)))).toThrow('no dictionary 99');
    expect(() => unpack(packed.subarray(0, -2))).toThrow();
  });

  test('quotes nothing of what it cannot read', () => {
    const dictionary = DICTIONARIES.get(NEWEST_DICTIONARY);
    for (const text of ['Shall I sell?', '{"question": "Shall I sell?" oops', '["Shall I sell?"]]', '{"q":"Shall I']) {
      const packed = Uint8Array.of(NEWEST_DICTIONARY, ...deflateRawSync(text, { dictionary }));
      expect(() => unpack(packed)).toThrow(new SyntaxError('What is stored is not JSON.'));
    }
  });
});
