/** A player's share in a match's chance. It is joined to the others' by `|`, so it may not hold one. */

export const ENTROPY_MOST = 64;

/** At most 64 code points, well-formed, no `|` and no control characters. */
export function isEntropy(text: string): boolean {
  return text.isWellFormed() && [...text].length <= ENTROPY_MOST && !/[|\p{Cc}]/u.test(text);
}
