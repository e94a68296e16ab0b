/** What tokens look like, and what cannot be one. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mayBeToken, newToken, tokenOf } from '../../functions/api/tokens/form.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bytes = (n: number) => createHash('sha256').update(String(n)).digest();
const value = (text: string) => [...text].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);

describe('a token', () => {
  test('is the prefix, 256 bits in base 62, and the CRC-32 of both, as the page says', () => {
    for (let n = 0; n < 200; n += 1) {
      const token = tokenOf(bytes(n));
      expect(token).toMatch(/^plypost_[0-9A-Za-z]{49}$/);
      expect(value(token.slice(8, 51)).toString(16).padStart(64, '0')).toBe(bytes(n).toString('hex'));
      expect(Number(value(token.slice(51)))).toBe(crc32(token.slice(0, 51)));
      expect(mayBeToken(token)).toBe(true);
    }
  });

  test('has room for the least and the greatest', () => {
    expect(tokenOf(new Uint8Array(32))).toBe('plypost_00000000000000000000000000000000000000000001DuqXf');
    const greatest = tokenOf(new Uint8Array(32).fill(255));
    expect(greatest).toHaveLength(57);
    expect(mayBeToken(greatest)).toBe(true);
  });

  test('is made of 32 random bytes', () => {
    const asked: number[] = [];
    newToken((count) => {
      asked.push(count);
      return bytes(1);
    });
    expect(asked).toEqual([32]);
  });
});

describe('no token', () => {
  const token = tokenOf(bytes(7));

  test('is what differs in one letter, wherever', () => {
    for (let at = 8; at < token.length; at += 1) {
      const other = token[at] === 'x' ? 'y' : 'x';
      expect(mayBeToken(token.slice(0, at) + other + token.slice(at + 1)), String(at)).toBe(false);
    }
  });

  test.each(['', 'plypost_', 'plypost_wrong', token.slice(1), token.slice(0, -1), `${token}0`, ` ${token}`, 'Bearer'])(
    'is %j',
    (text) => expect(mayBeToken(text)).toBe(false),
  );

  test('but what was one before there were checksums may still be', () => {
    expect(mayBeToken(`plypost_${bytes(1).toString('base64url')}`)).toBe(true);
  });
});
