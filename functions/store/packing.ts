/**
 * JSON as it is stored: deflated against a dictionary of the words that logs are full of, which makes much less of
 * a move's events than their text. The first byte tells the dictionary; one that has been used may never be changed, only
 * followed by another.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DICTIONARIES, NEWEST_DICTIONARY } from './dictionaries.ts';
import { readJson } from './stored-json.ts';

/** @throws RangeError if the value has no JSON form. */
export function pack(value: unknown): Uint8Array {
  const dictionary = dictionaryOf(NEWEST_DICTIONARY);
  const body = deflateRawSync(JSON.stringify(value), { dictionary, level: 9 });
  const packed = new Uint8Array(body.length + 1);
  packed[0] = NEWEST_DICTIONARY;
  packed.set(body, 1);
  return packed;
}

/** @throws RangeError on an unknown dictionary, SyntaxError or a zlib error on damaged data. */
export function unpack(packed: Uint8Array): unknown {
  const dictionary = dictionaryOf(packed[0] ?? -1);
  const body = inflateRawSync(packed.subarray(1), { dictionary });
  return readJson(body.toString('utf8'));
}

function dictionaryOf(number: number): Buffer {
  const dictionary = DICTIONARIES.get(number);
  if (dictionary === undefined) throw new RangeError(`no dictionary ${number}`);
  return dictionary;
}
