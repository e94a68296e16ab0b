/**
 * What a token looks like: `plypost_`, 43 letters and digits from 256 random bits, and 6 more that are the CRC-32 of all
 * before them. So who looks for leaked secrets can tell one for sure, and a mistyped one costs no look-up.
 */
import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../ids.ts';

const PREFIX = 'plypost_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const FORM = new RegExp(`^(${PREFIX}[${DIGITS}]{${SECRET_LENGTH}})([${DIGITS}]{${CHECKSUM_LENGTH}})$`);
/** As tokens were before they had a checksum: 256 bits in base64url. */
const OLD_FORM = /^plypost_[A-Za-z0-9_-]{43}$/;

export function newToken(random: RandomBytes): string {
  return tokenOf(random(SECRET_BYTES));
}

/** The token of 32 bytes. */
export function tokenOf(secret: Uint8Array): string {
  const unchecked = PREFIX + base62(BigInt(`0x${Buffer.from(secret).toString('hex')}`), SECRET_LENGTH);
  return unchecked + checksum(unchecked);
}

/** False for what cannot be a token of ours. */
export function mayBeToken(text: string): boolean {
  const [, unchecked, sum] = FORM.exec(text) ?? [];
  return unchecked === undefined ? OLD_FORM.test(text) : checksum(unchecked) === sum;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = `${DIGITS[Number(rest % 62n)]}${digits}`;
  return digits;
}
