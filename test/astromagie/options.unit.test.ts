import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { schemas } from '../../domain/astromagie/schema.ts';
import { durationOf } from '../../domain/duration.ts';
import { fieldErrors } from '../../functions/api/invalid.ts';

const NONE = { targetScore: null, timeLimit: null, deals: null };
const parsed = (sent: unknown) => schemas.options.parse(sent);
const pointers = (sent: unknown) => {
  const { error } = schemas.options.safeParse(sent);
  return error === undefined ? [] : fieldErrors('body', error, '/options').map(({ pointer }) => pointer);
};

describe('options', () => {
  it.each([
    [{}, { ...NONE, deals: 1 }],
    [{ targetScore: 50 }, { ...NONE, targetScore: 50 }],
    [
      { targetScore: 50, deals: 3 },
      { ...NONE, targetScore: 50, deals: 3 },
    ],
    [
      { targetScore: 50, deals: null },
      { ...NONE, targetScore: 50 },
    ],
    [{ timeLimit: 'PT2H' }, { ...NONE, timeLimit: 'PT2H', deals: 1 }],
    [
      { timeLimit: 'PT2H', deals: null },
      { ...NONE, timeLimit: 'PT2H' },
    ],
    [
      { targetScore: 50, timeLimit: 'P2D' },
      { ...NONE, targetScore: 50, timeLimit: 'P2D' },
    ],
    [
      { targetScore: null, deals: 20 },
      { ...NONE, deals: 20 },
    ],
  ])('AS-44: %o is %o', (sent, options) => {
    expect(parsed(sent)).toEqual(options);
    // As a record is judged: filled in, they are themselves.
    expect(parsed(options)).toEqual(options);
  });

  it.each([
    ['AS-44: no number of deals, and nothing to end the match', { deals: null }, ['/options/deals']],
    ['AS-44: no deal', { deals: 0 }, ['/options/deals']],
    ['AS-44: 21 deals', { deals: 21 }, ['/options/deals']],
    ['AS-44: half a deal', { deals: 1.5 }, ['/options/deals']],
    ['AS-40: a target of 0', { targetScore: 0 }, ['/options/targetScore']],
    ['AS-40: a target of 501', { targetScore: 501 }, ['/options/targetScore']],
    ['AS-41: under ten minutes', { timeLimit: 'PT9M59S' }, ['/options/timeLimit']],
    ['AS-41: over ninety days', { timeLimit: 'P90DT1S' }, ['/options/timeLimit']],
    ['AS-41: no duration', { timeLimit: 'two hours' }, ['/options/timeLimit']],
    ['AS-41: a number', { timeLimit: 7200 }, ['/options/timeLimit']],
    ['an unknown option', { target: 50 }, ['/options/target']],
    ['two at once', { targetScore: 0, deals: 0 }, ['/options/targetScore', '/options/deals']],
  ])('%s is refused where it is', (_title, sent, where) => {
    expect(pointers(sent)).toEqual(where);
  });

  it.each([{ targetScore: 1 }, { targetScore: 500 }, { timeLimit: 'PT10M' }, { timeLimit: 'P90D' }, { deals: 20 }])(
    'AS-40, AS-41, AS-44: %o is within bounds',
    (sent) => {
      expect(schemas.options.safeParse(sent).success).toBe(true);
    },
  );

  it('are told as JSON Schema', () => {
    const schema = z.toJSONSchema(schemas.options, { io: 'input' });
    const text = JSON.stringify(schema);
    for (const word of ['targetScore', 'timeLimit', 'deals', 'ISO 8601', '"additionalProperties":false']) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain('required');
  });
});

describe('durations', () => {
  it.each([
    ['PT10M', 600_000],
    ['PT600S', 600_000],
    ['PT2H', 7_200_000],
    ['PT1H30M', 5_400_000],
    ['P1D', 86_400_000],
    ['P1DT1S', 86_401_000],
    ['P1W', 604_800_000],
    ['P0D', 0],
    ['PT0S', 0],
    ['P1DT2H3M4S', 93_784_000],
  ])('AS-41: %s is %i ms', (text, ms) => {
    expect(durationOf(text)).toBe(ms);
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    '1D',
    'P1Y',
    'P1M',
    'PT1.5H',
    'PT1H30',
    'P1W1D',
    'PT1M1H',
    'pt10m',
    'P-1D',
    '-P1D',
    'PT10M ',
    'PT10M\n',
    ' PT10M',
    'P1234567890D',
    'P1H',
    'PT1D',
  ])('AS-41: %j is no duration', (text) => {
    expect(durationOf(text)).toBeNull();
  });
});
