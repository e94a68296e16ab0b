/** Every byte of a record counts: whatever is changed, put in or taken out, it is found. */
import { describe, expect, test } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { hiddenDice } from '../hidden-dice/index.ts';
import type { Table } from '../hidden-dice/table.ts';
import { played, verify } from './records.ts';

const SPACE = 0x20;

function resigned(table: Table): Table {
  table.resign(2);
  return table;
}

const aqua = resigned(played(aquaignis, 2));
const running = played(hiddenDice, 2);
const solo = played(hiddenDice, 9, { options: { solo: true, rounds: 1 } });
const open = played(aquaignis, 1);

/** As the command reads a file: what is no UTF-8 is no record. */
function holds(bytes: Uint8Array): boolean {
  try {
    return verify(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).verdict === 'ok';
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** What might stand in a byte's place: its neighbours, another case, another digit, blanks, quotes, no UTF-8. */
function replacements(byte: number): number[] {
  const all = [byte - 1, byte + 1, byte ^ 0x20, 0x30 + ((byte + 1) % 10), 0x61 + (byte % 6), SPACE, 0x0a, 0x22, 0xff];
  return [...new Set(all)].filter((other) => other !== byte && other >= 0 && other < 256);
}

function spliced(bytes: Uint8Array, from: number, to: number, ...put: readonly number[]): Uint8Array {
  return Buffer.concat([bytes.subarray(0, from), Uint8Array.from(put), bytes.subarray(to)]);
}

describe.each([
  ['a finished match of Aquaignis', aqua.full('onlooker')],
  ['the same, compact', aqua.compact('onlooker')],
  ['a running match of Aquaignis', open.full(1)],
  ['a running match with hidden hands, as seat 1 sees it', running.full(1)],
  ['the same, compact, as an onlooker sees it', running.compact('onlooker')],
  ['a finished match with dice', solo.full(1)],
  ['the same, compact', solo.compact(1)],
])('%s', (_name, text) => {
  const bytes = new TextEncoder().encode(text);

  test('holds, and has other than ASCII in it', () => {
    expect(verify(text).fault).toBeNull();
    expect(bytes.length).toBeGreaterThan(text.length);
  });

  test('no byte can be changed', () => {
    const unfound: string[] = [];
    for (const [i, byte] of bytes.entries()) {
      for (const other of replacements(byte)) {
        const copy = bytes.slice();
        copy[i] = other;
        if (holds(copy)) unfound.push(`${i}: ${byte} to ${other}`);
      }
    }
    expect(unfound).toEqual([]);
  });

  test('no byte can be taken out or put in', () => {
    const unfound: string[] = [];
    for (let i = 0; i <= bytes.length; i += 1) {
      if (i < bytes.length && holds(spliced(bytes, i, i + 1))) unfound.push(`${i} out`);
      for (const other of [SPACE, 0x30, bytes[i] ?? 0x0a]) {
        if (holds(spliced(bytes, i, i, other))) unfound.push(`${i} in ${other}`);
      }
    }
    expect(unfound).toEqual([]);
  });

  test.each([
    ['a mark at its beginning', `\ufeff${text}`],
    ['a line end at its end', `${text}\n`],
    ['itself once more', text + text],
    ['blanks between', JSON.stringify(JSON.parse(text), null, 1)],
    ['escapes for letters', text.replace('rules', '\\u0072ules')],
  ])('nor is it one with %s', (_what, other) => {
    expect(other).not.toBe(text);
    expect(verify(other).verdict).not.toBe('ok');
  });
});
