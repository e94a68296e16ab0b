import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChanceSource, chanceBlock, chanceFrom, commitmentOf } from '../domain/chance.ts';

const SOURCE: ChanceSource = { seed: '0f'.repeat(32), match: 'm1', entropies: ['rain', '', 'snöw ❄'] };

/** Written out once more from the description, without sharing code with what is tested. */
function blockByHand(n: number): Buffer {
  return createHmac('sha256', Buffer.alloc(32, 0x0f)).update(`plypost/1|m1|rain||snöw ❄|${n}`).digest();
}

describe('chance', () => {
  it('the commitment is the SHA-256 of the seed’s bytes, not of its hex digits', () => {
    expect(commitmentOf(SOURCE.seed)).toBe(createHash('sha256').update(Buffer.alloc(32, 0x0f)).digest('hex'));
  });

  it('blocks are HMACs over match, entropies by seat and a decimal counter from 0', () => {
    for (const n of [0, 1, 9, 10, 123]) expect(chanceBlock(SOURCE, n).equals(blockByHand(n))).toBe(true);
  });

  it('numbers are big-endian, and go on from block to block', () => {
    const words = [0, 1, 2].flatMap((n) => Array.from({ length: 8 }, (_, i) => blockByHand(n).readUInt32BE(i * 4)));
    const chance = chanceFrom(SOURCE, 0);
    expect(words.map(() => chance.uniform(2 ** 32))).toEqual(words);
    expect(chance.used).toBe(24);
  });

  it('going on after some numbers is the same as never having stopped', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.array(fc.integer({ min: 1, max: 2 ** 32 }), { maxLength: 30 }), (before, sizes) => {
        const whole = chanceFrom(SOURCE, 0);
        for (let i = 0; i < before; i += 1) whole.uniform(6);
        const resumed = chanceFrom(SOURCE, whole.used);
        for (const size of sizes) {
          const number = resumed.uniform(size);
          expect(number).toBe(whole.uniform(size));
          expect(number).toBeGreaterThanOrEqual(0);
          expect(number).toBeLessThan(size);
        }
        expect(resumed.used).toBe(whole.used);
      }),
    );
  });

  it('a number above the largest multiple is used up and passed over', () => {
    const k = 3_000_000_000;
    const chance = chanceFrom(SOURCE, 0);
    const raw = chanceFrom(SOURCE, 0);
    for (let i = 0; i < 50; i += 1) {
      let expected = raw.uniform(2 ** 32);
      while (expected >= k) expected = raw.uniform(2 ** 32);
      expect(chance.uniform(k)).toBe(expected);
    }
    expect(chance.used).toBe(raw.used);
    expect(chance.used).toBeGreaterThan(50);
  });

  it('`uniform(1)` uses a number too', () => {
    const chance = chanceFrom(SOURCE, 0);
    expect(chance.uniform(1)).toBe(0);
    expect(chance.used).toBe(1);
  });

  it('a shuffle is Fisher-Yates from the last index down, and leaves the given deck alone', () => {
    const deck = Object.freeze(Array.from({ length: 20 }, (_, i) => i));
    const raw = chanceFrom(SOURCE, 3);
    const expected = [...deck];
    for (let i = expected.length - 1; i >= 1; i -= 1) {
      const j = raw.uniform(i + 1);
      const moved = expected[i] ?? -1;
      expected[i] = expected[j] ?? -1;
      expected[j] = moved;
    }
    const chance = chanceFrom(SOURCE, 3);
    expect(chance.shuffle(deck)).toEqual(expected);
    expect(chance.used).toBe(raw.used);
    expect(chance.shuffle([])).toEqual([]);
    expect(chance.shuffle(['only'])).toEqual(['only']);
    expect(chance.used).toBe(raw.used);
  });

  it('another seed, match, entropy or order of entropies gives other numbers', () => {
    const others: ChanceSource[] = [
      { ...SOURCE, seed: '0e'.repeat(32) },
      { ...SOURCE, match: 'm2' },
      { ...SOURCE, entropies: ['rain', '', 'snow'] },
      { ...SOURCE, entropies: ['', 'rain', 'snöw ❄'] },
      { ...SOURCE, entropies: ['rain', '', 'snöw ❄', ''] },
    ];
    const first = chanceBlock(SOURCE, 0).toString('hex');
    for (const other of others) expect(chanceBlock(other, 0).toString('hex')).not.toBe(first);
  });
});
