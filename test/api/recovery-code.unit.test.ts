/** Recovery codes as texts. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CODE_BYTES, formatCode, readCode } from '../../functions/api/recovery/code.ts';

describe('a code', () => {
  test('has 5 bits of each of twenty bytes', () => {
    expect(formatCode(new Uint8Array(CODE_BYTES))).toBe('00000-00000-00000-00000');
    expect(formatCode(new Uint8Array(CODE_BYTES).fill(255))).toBe('zzzzz-zzzzz-zzzzz-zzzzz');
    expect(formatCode(Uint8Array.from({ length: CODE_BYTES }, (_, n) => n))).toBe('01234-56789-abcde-fghjk');
  });

  test('is read as it was written, and as people write it', () => {
    for (let n = 0; n < 200; n += 1) {
      const code = formatCode(randomBytes(CODE_BYTES));
      const letters = code.replaceAll('-', '');
      for (const text of [code, letters, ` ${code.toUpperCase()}\n`, code.replaceAll('0', 'O').replaceAll('1', 'I')]) {
        expect(readCode(text), text).toBe(letters);
      }
    }
    expect(readCode('oOiIl-LLLLL-ooooo-00011')).toBe('00111111110000000011');
  });

  test.each(['', '-', '0000-00000-00000-00000', '00000-00000-00000-000000', 'u0000-00000-00000-00000', 'ß'.repeat(20)])(
    'is not %j',
    (text) => expect(readCode(text)).toBeNull(),
  );
});
