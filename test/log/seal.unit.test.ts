import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { digestOf, digestsOnly, eventsFor, saltsOf, valueFor } from '../../domain/log/seal.ts';
import { digestsOfShown, holdsClosedSeal, holdsSeal, isClosedSeal, isOpenSeal } from '../../domain/log/shown.ts';
import { sealed } from '../../domain/sealed.ts';

const SALT = '00112233445566778899aabbccddeeff';
const salts = saltsOf('5c'.repeat(32), 'm_1', 3);
const dealt = {
  type: 'dealt',
  hands: [sealed(1, ['K01']), sealed(2, ['K02'])],
  pile: sealed('nobody', ['K03']),
  die: 4,
};

function seal(value: unknown, n: number) {
  return { value, salt: salts(n) };
}

function closed(value: unknown, n: number) {
  return { digest: digestOf(value, salts(n)) };
}

test('a digest is sha256 of the salt’s bytes and the canonical text', () => {
  const hash = createHash('sha256').update(Buffer.from(SALT, 'hex')).update('{"a":1,"b":"é"}', 'utf8');
  expect(digestOf({ b: 'é', a: 1 }, SALT)).toBe(hash.digest('hex'));
});

test('salts have 16 bytes and differ by key, match, commit and place', () => {
  const all = [
    salts(0),
    salts(1),
    saltsOf('5c'.repeat(32), 'm_1', 4)(0),
    saltsOf('5c'.repeat(32), 'm_2', 3)(0),
    saltsOf('5d'.repeat(32), 'm_1', 3)(0),
  ];
  for (const salt of all) expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(all).size).toBe(all.length);
});

describe('events as they are shown', () => {
  test('each seat sees its own', () => {
    expect(eventsFor(1, false, [dealt], salts)).toEqual([
      { type: 'dealt', hands: [seal(['K01'], 0), closed(['K02'], 1)], pile: closed(['K03'], 2), die: 4 },
    ]);
    expect(eventsFor(2, false, [dealt], salts)).toEqual([
      { type: 'dealt', hands: [closed(['K01'], 0), seal(['K02'], 1)], pile: closed(['K03'], 2), die: 4 },
    ]);
  });

  test('an onlooker and another seat see none', () => {
    expect(JSON.stringify(eventsFor('onlooker', false, [dealt], salts))).not.toMatch(/K0|salt/);
    expect(JSON.stringify(eventsFor(3, false, [dealt], salts))).not.toMatch(/K0|salt/);
  });

  test('opened, all see all', () => {
    expect(eventsFor('onlooker', true, [dealt], salts)).toEqual([
      { type: 'dealt', hands: [seal(['K01'], 0), seal(['K02'], 1)], pile: seal(['K03'], 2), die: 4 },
    ]);
  });

  test('whatever is shown, the hash is taken of the same digests', () => {
    const digests = digestsOnly([dealt, { type: 'rolled' }], salts);
    for (const viewer of [1, 2, 'onlooker'] as const) {
      for (const open of [true, false]) {
        expect(digestsOfShown(eventsFor(viewer, open, [dealt, { type: 'rolled' }], salts))).toEqual(digests);
      }
    }
  });

  test('seals are counted on from event to event', () => {
    const second = { type: 'took', card: sealed(1, 'K04') };
    expect(eventsFor(1, false, [dealt, second], salts)[1]).toEqual({ type: 'took', card: seal('K04', 3) });
  });

  test('what was stored and read back shows the same', () => {
    const stored = JSON.parse(JSON.stringify(dealt));
    expect(eventsFor(1, false, [stored], salts)).toEqual(eventsFor(1, false, [dealt], salts));
  });

  test('what is given is left as it is', () => {
    const before = JSON.stringify(dealt);
    digestsOnly([dealt], salts);
    expect(JSON.stringify(dealt)).toBe(before);
  });

  test('a personal text has its own salt, and blanked keeps its digest', () => {
    const asked = { question: { sealedFor: 1, value: 'Will it rain?', salt: SALT } as const };
    const blanked = { question: { sealedFor: 1, digest: digestOf('Will it rain?', SALT) } as const };
    expect(valueFor(1, false, asked, salts)).toEqual({ question: { value: 'Will it rain?', salt: SALT } });
    expect(valueFor(2, false, asked, salts)).toEqual({ question: { digest: blanked.question.digest } });
    for (const open of [true, false]) {
      expect(valueFor(1, open, blanked, salts)).toEqual({ question: { digest: blanked.question.digest } });
    }
    expect(digestsOnly([{ type: 'asked', ...blanked }], salts)).toEqual(
      digestsOnly([{ type: 'asked', ...asked }], salts),
    );
  });
});

describe('seals in what was shown', () => {
  test('are told by their exact shape', () => {
    expect(isOpenSeal({ value: 1, salt: SALT })).toBe(true);
    expect(isClosedSeal({ digest: 'ab'.repeat(32) })).toBe(true);
    for (const other of [
      { value: 1, salt: SALT.toUpperCase() },
      { value: 1, salt: SALT, more: 1 },
      { value: 1 },
      [1],
    ]) {
      expect(isOpenSeal(other)).toBe(false);
    }
    for (const other of [{ digest: 'AB'.repeat(32) }, { digest: 'ab' }, { digest: 'ab'.repeat(32), more: 1 }, {}]) {
      expect(isClosedSeal(other)).toBe(false);
    }
  });

  test('are found at any depth', () => {
    const shut = { digest: 'ab'.repeat(32) };
    expect(holdsClosedSeal([{ deep: { in: [shut] } }])).toBe(true);
    expect(holdsClosedSeal([{ deep: { in: [{ value: 1, salt: SALT }] } }])).toBe(false);
    expect(holdsSeal([{ deep: { in: [{ value: 1, salt: SALT }] } }])).toBe(true);
    expect(holdsSeal([{ deep: { in: [null, 'digest'] } }])).toBe(false);
  });
});
