import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../domain/log/canonical.ts';

describe('canonical JSON (RFC 8785)', () => {
  test.each<[unknown, string]>([
    [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    // Keys by UTF-16 units, not by code points: the RFC's own example.
    [
      {
        '\u20ac': 'Euro',
        '\r': 'CR',
        '\ufb33': 'Dagesh',
        '1': 'One',
        '\u{1f600}': 'Grin',
        '\u0080': 'Control',
        ö: 'o',
      },
      '{"\\r":"CR","1":"One","\u0080":"Control","ö":"o","€":"Euro","😀":"Grin","\ufb33":"Dagesh"}',
    ],
    [[1 / 3, 1e30, 4.5, 2e-3, 1e-27, -0], '[0.3333333333333333,1e+30,4.5,0.002,1e-27,0]'],
    ['€$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
    [{ kept: null, dropped: undefined }, '{"kept":null}'],
  ])('%#', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('is the same for what was read back from it', () => {
    const text = canonicalJson({ z: [{ y: 'é', x: 0.1 }], a: { c: '', b: {} } });
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });

  test('is what a library makes of any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([undefined, () => 1])('%s has no text', (value) => {
    expect(() => canonicalJson(value)).toThrow(RangeError);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s has no text', (value) => {
    expect(() => canonicalJson({ value })).toThrow();
  });
});

test('sha256 is of the text’s UTF-8, in lower-case hex', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('é')).toBe(sha256(Uint8Array.of(0xc3, 0xa9)));
});
