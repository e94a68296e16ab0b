/** Recovery codes: 100 bits in 20 letters and digits that nobody mistakes for others, to be written on paper. */
import { ID_ALPHABET } from '../../../domain/match/ids.ts';

export const CODE_BYTES = 20;

const GROUP = 5;
const CODE = new RegExp(`^[${ID_ALPHABET}]{${CODE_BYTES}}$`);

/** 5 bits of each byte. */
export function formatCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, CODE_BYTES), (byte) => ID_ALPHABET[byte & 31]).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? '';
}

/** As it is hashed; null for what is no code. Takes what people make of one when they read it from paper. */
export function readCode(text: string): string | null {
  const letters = text.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return CODE.test(letters) ? letters : null;
}
