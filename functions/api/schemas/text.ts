/** What people write to be read by people: well-formed, and with no line breaks but newlines. */
import * as z from 'zod';
import { codePoints } from './common.ts';

/**
 * Whether there is anything to see in it. Some that Unicode counts among letters and symbols are drawn as blanks: the
 * Braille pattern without dots, the musical null notehead, and the Egyptian blanks.
 */
export function isVisible(text: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

export function plainText(most: number) {
  return z
    .string()
    .refine((text) => codePoints(text) <= most, `At most ${most} characters.`)
    .refine((text) => text.isWellFormed(), 'Not well-formed Unicode.')
    .refine((text) => !/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'No control characters but newlines.');
}

/** The same as a regular expression that every language reads alike. */
export const PLAIN_TEXT = '^[^\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029]*$';
