/** What a request is told of its fields: sentences, whichever way a field is wrong. */
import { expect, test } from 'vitest';
import type * as z from 'zod';
import '../../functions/api/error-texts.ts';
import { fieldErrors } from '../../functions/api/invalid.ts';
import { movesSchema, newMatchSchema } from '../../functions/api/schemas/match.ts';
import { newOfferSchema, offerParam } from '../../functions/api/schemas/offers.ts';
import { newPlayerSchema } from '../../functions/api/schemas/player.ts';

const KINDS = 'draw, settle, abort, takeback, pause, resume, rematch';
const move = { ply: 0, moves: ['spawn 4'] };

test.each<[string, z.ZodType, unknown, string, string]>([
  ['missing', movesSchema, { moves: ['x'] }, '/ply', 'This is needed.'],
  ['a text for a number', movesSchema, { ...move, ply: '0' }, '/ply', 'This has to be a number.'],
  ['a fraction', movesSchema, { ...move, ply: 0.5 }, '/ply', 'This has to be a whole number.'],
  ['too small', movesSchema, { ...move, ply: -1 }, '/ply', '0 or more.'],
  ['too large', movesSchema, { ...move, ply: 1e7 }, '/ply', '9999999 or less.'],
  ['no list', movesSchema, { ...move, moves: 'x' }, '/moves', 'This has to be a list.'],
  ['an empty list', movesSchema, { ...move, moves: [] }, '/moves', 'At least 1 item.'],
  ['a long list', movesSchema, { ...move, moves: Array(25).fill('x') }, '/moves', 'At most 24 items.'],
  ['a long text', movesSchema, { ...move, moves: ['x'.repeat(201)] }, '/moves/0', 'At most 200 characters.'],
  ['a text for a clock', newMatchSchema, { game: 'x', clock: 'P3D' }, '/clock', 'This has to be an object.'],
  ['no truth', newMatchSchema, { game: 'x', vacation: 'no' }, '/vacation', 'This has to be true or false.'],
  [
    'none of several',
    newMatchSchema,
    { game: 'x', visibility: 'open' },
    '/visibility',
    'One of: public, unlisted, private.',
  ],
  ['no kind', newOfferSchema, {}, '/kind', `One of: ${KINDS}.`],
  ['another kind', newOfferSchema, { kind: 'bribe' }, '/kind', `One of: ${KINDS}.`],
  ['no id', offerParam.pick({ offer: true }), { offer: 'x' }, '/offer', 'This has not the form /^[1-9][0-9]{0,7}$/.'],
  ['unknown', newPlayerSchema, { name: 'Ada', nick: 'A' }, '/nick', 'Unknown field.'],
  ['no object', newPlayerSchema, [], '', 'This has to be an object.'],
])('%s', (_what, schema, sent, pointer, detail) => {
  const read = schema.safeParse(sent);
  expect(read.success ? [] : fieldErrors('body', read.error)).toEqual([{ in: 'body', pointer, detail }]);
});
