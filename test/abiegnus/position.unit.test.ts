import { describe, expect, it } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { parsePosition } from '../../domain/abiegnus/position.ts';
import { at, positionOf, START, setUp, stateOf } from './given.ts';

const CAPS = { a1: 'A1', e4: 'W1' };

describe('position texts', () => {
  it.each([
    START,
    at(CAPS, '1 A - 0 -|- 1 0'),
    at(CAPS, '2 W W 19 -|- 2 1'),
    at(CAPS, '1 * - 0 S3|A1 7 39'),
    at(CAPS, '1 * A 3 S1S3S3A1A2A3|W1W2W3E1F1 9 0'),
    at({ ...CAPS, b2: 'F2F3P1' }, '1 A A 3 S1S3 2 0'),
    at({ ...CAPS, c3: 'P1E2W3E3F2' }, '1 * - 0 - 120000 12'),
    at(CAPS, '1 A - 0 - 2 0'),
    at(CAPS, '- - - 0 -|- 41 40'),
    at(CAPS, '- - - 0 S3S3S3S3|- 12 0'),
    at({}, '- - - 0 -|- 1 0'),
    at({}, '- - - 0 A2 1 1'),
  ])('%s reads back as itself', (text) => {
    expect(positionOf(stateOf(text))).toBe(text);
  });

  it.each([
    [at(CAPS, '- - - 0 S3S3|S3S3 9 0'), { reason: 'spirits-captured' }],
    [at({ a1: 'S3' }, '- - - 0 -|- 9 1'), { reason: 'last-large' }],
    [at(CAPS, '- - - 0 -|- 49 40'), { reason: 'drought' }],
    [at(CAPS, '- - - 0 A3 9 0'), { reason: 'large-captured' }],
    [at({ a1: 'P1' }, '- - - 0 A3 9 0'), { reason: 'ptah-exposed' }],
    [at(CAPS, '- - - 0 A2|- 9 0'), null],
  ])('%s tells how it ended', (text, outcome) => {
    const told = abiegnus.outcome(stateOf(text));
    if (outcome === null) expect(told).toBeNull();
    else expect(told).toMatchObject(outcome);
  });

  it('while a roll is owed nobody is to move', () => {
    expect(positionOf(setUp())).toMatch(/ - - - 0 -\|- 0 0$/);
  });

  it.each([
    ['nothing', ''],
    ['a field missing', at(CAPS, '1 A - 0 -|- 1')],
    ['a field too many', `${START} x`],
    ['blanks around', ` ${START}`],
    ['a line break at the end', `${START}\n`],
    ['two blanks', START.replace(' 1 A', '  1 A')],
    ['three ranks', START.replace(/\/[^/]*(?= )/, '')],
    ['five ranks', at(CAPS, '1 A - 0 -|- 1 0').replace('/', '/-,-,-,-,-/')],
    ['four files', at(CAPS, '1 A - 0 -|- 1 0').replace('-,', '')],
    ['an empty square without its dash', at(CAPS, '1 A - 0 -|- 1 0').replace('-,', ',')],
    ['half a pyramid', at({ ...CAPS, b2: 'A' }, '1 A - 0 -|- 1 0')],
    ['half a pyramid more', at({ ...CAPS, b2: 'A1A' }, '1 A - 0 -|- 1 0')],
    ['size 4', at({ ...CAPS, b2: 'A4' }, '1 A - 0 -|- 1 0')],
    ['an unknown element', at({ ...CAPS, b2: 'X1' }, '1 A - 0 -|- 1 0')],
    ['small letters', at({ ...CAPS, b2: 'a1' }, '1 A - 0 -|- 1 0')],
    ['a Ptah of size 2', at({ ...CAPS, b2: 'P2' }, '1 A - 0 - 1 0')],
    ['two Ptahs', at({ ...CAPS, b2: 'P1', b3: 'P1' }, '1 A - 0 - 1 0')],
    ['a Ptah between two players', at({ ...CAPS, b2: 'P1' }, '1 A - 0 -|- 1 0')],
    ['a captured Ptah', at(CAPS, '1 A - 0 P1 1 0')],
    ['the wrong seat for the turn', at(CAPS, '2 A - 0 -|- 1 0')],
    ['seat 2 alone', at(CAPS, '2 A - 0 - 2 0')],
    ['seat 3', at(CAPS, '3 A - 0 -|- 3 0')],
    ['three seats', at(CAPS, '1 A - 0 -|-|- 1 0')],
    ['captures out of order', at(CAPS, '1 A - 0 A3S3|- 1 0')],
    ['captures of a seat left out', at(CAPS, '1 A - 0 S3| 1 0')],
    ['an unknown roll', at(CAPS, '1 P - 0 -|- 1 0')],
    ['a roll after the end', at(CAPS, '- A - 0 -|- 1 0')],
    ['a seat without a roll', at(CAPS, '1 - - 0 -|- 1 0')],
    ['an element without a step', at(CAPS, '1 A A 0 -|- 1 0')],
    ['a step without an element', at(CAPS, '1 A - 1 -|- 1 0')],
    ['a step of another element than was rolled', at(CAPS, '1 A W 1 -|- 1 0')],
    ['an element after the end', at(CAPS, '- - A 0 -|- 1 0')],
    ['steps after the end', at(CAPS, '- - - 1 -|- 1 0')],
    ['a 20th step and still moving', at(CAPS, '1 A A 20 -|- 1 0')],
    ['steps with a leading zero', at(CAPS, '1 A A 01 -|- 1 0')],
    ['turn 0', at(CAPS, '2 A - 0 -|- 0 0')],
    ['a turn with a leading zero', at(CAPS, '1 A - 0 -|- 01 0')],
    ['40 turns without a capture and still moving', at(CAPS, '1 A - 0 -|- 41 40')],
    ['more than 40 turns without a capture', at(CAPS, '- - - 0 -|- 41 41')],
    ['a seat that can move nothing', at(CAPS, '1 F - 0 -|- 1 0')],
  ])('%s is no position', (_title, text) => {
    expect(parsePosition(text)).toBeNull();
  });
});
