/**
 * Verifiable chance, by commit and reveal.
 *
 * A match's seed is fixed before anybody joins, and its SHA-256 is published. Every number of the match follows from
 * the seed, the match's id and the players' entropies, so that whoever has the revealed seed can draw them all again.
 */
import { createHash, createHmac } from 'node:crypto';

/** Chance as a game sees it. Each call uses up numbers; none is ever drawn twice. */
export interface Chance {
  /** A whole number from 0 to `k` - 1, each as likely; `k` from 1 to 2^32. */
  uniform(k: number): number;
  /** The deck in a new order; the given one is left as it is. */
  shuffle<Card>(deck: readonly Card[]): Card[];
  /** How many 32-bit numbers the match has used so far. */
  readonly used: number;
}

/** What fixes a match's chance. `seed` is 64 lower-case hex digits; entropies go by seat. */
export interface ChanceSource {
  readonly seed: string;
  readonly match: string;
  readonly entropies: readonly string[];
}

const NUMBERS_PER_BLOCK = 8;
const TWO_TO_32 = 2 ** 32;

/** The published commitment to a seed: SHA-256 of its bytes, in lower-case hex. */
export function commitmentOf(seed: string): string {
  return createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');
}

/** The n-th block of 32 bytes, from 0. */
export function chanceBlock(source: ChanceSource, n: number): Buffer {
  const message = `plypost/1|${source.match}|${source.entropies.join('|')}|${n}`;
  return createHmac('sha256', Buffer.from(source.seed, 'hex')).update(message, 'utf8').digest();
}

/** Chance that goes on after `used` numbers. */
export function chanceFrom(source: ChanceSource, used: number): Chance {
  return new SeededChance(source, used);
}

const NO_BLOCK = Buffer.alloc(0);

class SeededChance implements Chance {
  private readonly source: ChanceSource;
  private count: number;
  private block: Buffer = NO_BLOCK;
  private blockIndex = -1;

  constructor(source: ChanceSource, used: number) {
    this.source = source;
    this.count = used;
  }

  get used(): number {
    return this.count;
  }

  uniform(k: number): number {
    // Numbers above the largest multiple of k would favour the small remainders: they are used up and passed over.
    const limit = TWO_TO_32 - (TWO_TO_32 % k);
    let number = this.next();
    while (number >= limit) number = this.next();
    return number % k;
  }

  shuffle<Card>(deck: readonly Card[]): Card[] {
    const cards = [...deck];
    for (let i = cards.length - 1; i > 0; i -= 1) {
      const j = this.uniform(i + 1);
      const atI = cards[i];
      const atJ = cards[j];
      if (atI === undefined || atJ === undefined) throw new RangeError('a shuffle left its deck');
      cards[i] = atJ;
      cards[j] = atI;
    }
    return cards;
  }

  private next(): number {
    const wanted = Math.floor(this.count / NUMBERS_PER_BLOCK);
    if (wanted !== this.blockIndex) {
      this.block = chanceBlock(this.source, wanted);
      this.blockIndex = wanted;
    }
    const number = this.block.readUInt32BE((this.count % NUMBERS_PER_BLOCK) * 4);
    this.count += 1;
    return number;
  }
}
