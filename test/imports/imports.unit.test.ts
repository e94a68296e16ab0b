/** Imports run one way: functions to domain, and nothing back. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What the domain may use from outside itself: hashing. */
const DOMAIN_MAY_USE = '^(node:)?crypto$';

/**
 * A file that may use more. When a day begins in Samoa is nothing to write oneself, and it is pure: it follows from
 * an instant and from the time zone data that come with the runtime.
 */
const ZONES = '^domain/vacation/zone[.]ts$';
const ZONE_LIBRARY = '(^|/)node_modules/temporal-(polyfill|spec)/|^temporal-polyfill/';

/** Nor is the arithmetic of ratings; that is pure too. */
const RATINGS = '^domain/rating/glicko2[.]ts$';
const RATINGS_LIBRARY = '(^|/)node_modules/glicko2-lite/|^glicko2-lite$';

const rules: IForbiddenRuleType[] = [
  {
    name: 'domain stands alone',
    severity: 'error',
    from: { path: '^domain/', pathNot: [ZONES, RATINGS] },
    to: { pathNot: `^domain/|${DOMAIN_MAY_USE}|(^|/)node_modules/zod/|^zod$` },
  },
  {
    name: 'time zones stand on their library alone',
    severity: 'error',
    from: { path: ZONES },
    to: { pathNot: `^domain/vacation/|${ZONE_LIBRARY}` },
  },
  {
    name: 'ratings stand on their library alone',
    severity: 'error',
    from: { path: RATINGS },
    to: { pathNot: `^domain/duration[.]ts$|${RATINGS_LIBRARY}` },
  },
  {
    name: 'who moves or runs out of time loads no time zones',
    severity: 'error',
    from: { pathNot: '^(domain/vacation|test)/' },
    to: { path: '^domain/vacation/(days|wish|zone)[.]ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'a book is read without time zones',
    severity: 'error',
    from: { path: '^domain/vacation/book[.]ts$' },
    to: { path: `^domain/vacation/|${ZONE_LIBRARY}` },
  },
  {
    name: 'zod in schema files alone',
    severity: 'error',
    from: { path: '^domain/', pathNot: ['^domain/schema[.]ts$', '^domain/[^.]+/schema[.]ts$'] },
    to: { path: '(^|/)node_modules/zod/|^zod$' },
  },
  {
    name: 'nothing but functions/local stands on functions/api',
    severity: 'error',
    from: { pathNot: '^(functions/(api|local)|test)/' },
    to: { path: '^functions/api/' },
  },
  {
    name: 'nothing stands on functions/local',
    severity: 'error',
    from: { pathNot: '^(functions/local|test)/' },
    to: { path: '^functions/local/' },
  },
  {
    name: 'infra names functions by path only',
    severity: 'error',
    from: { path: '^infra/' },
    to: { path: '^(domain|functions|test)/' },
  },
  {
    name: 'nothing that runs stands on infra or tests',
    severity: 'error',
    from: { path: '^(domain|functions)/' },
    to: { path: '^(infra|test)/' },
  },
  {
    name: 'the store and play know no HTTP',
    severity: 'error',
    from: { path: '^functions/(store|play|stream)/' },
    to: { path: '(^|/)node_modules/(hono|@hono)/|^@?hono(/|$)' },
  },
];

async function broken(root: string, folders: readonly string[]): Promise<{ modules: string[]; found: string[] }> {
  const { output } = await cruise(
    [...folders],
    {
      baseDir: root,
      ruleSet: { forbidden: rules },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    { extensions: ['.ts', '.js', '.mjs', '.d.ts', '.json'], conditionNames: ['import', 'default'] },
    {},
  );
  const result = output as ICruiseResult;
  return {
    modules: result.modules
      .map(({ source }) => source)
      .filter((source) => folders.some((folder) => source.startsWith(`${folder}/`))),
    found: result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}

describe('imports', () => {
  test('run one way', async () => {
    const { modules, found } = await broken(ROOT, ['domain', 'functions', 'infra']);
    // A check that sees nothing would pass too.
    for (const folder of ['domain/match/', 'domain/aquaignis/', 'functions/api/', 'functions/store/', 'infra/']) {
      expect(modules.filter((module) => module.startsWith(folder)).length, folder).toBeGreaterThan(2);
    }
    expect(found).toEqual([]);
  });
});

describe('the domain', () => {
  const IMPURE =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(Bytes|UUID|Int)\b|\bprocess\.|\bsetTimeout\b|\bfetch\(/;

  test('reads no clock, no environment and no randomness of its own', () => {
    const files = readdirSync(join(ROOT, 'domain'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(40);
    const found = files.filter((file) => IMPURE.test(readFileSync(join(ROOT, 'domain', file), 'utf8')));
    expect(found).toEqual([]);
    expect('const now = Date.now();').toMatch(IMPURE);
  });
});

describe('what goes against it is found', () => {
  const scratch: string[] = [];
  afterAll(() => {
    for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
  });

  function plant(files: Readonly<Record<string, string>>): string {
    const root = mkdtempSync(join(tmpdir(), 'plypost-imports-'));
    scratch.push(root);
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return root;
  }

  const sound = {
    'domain/match/types.ts': 'export type Id = string;\n',
    'domain/game/schema.ts': "import * as z from 'zod';\nexport const s = z.string();\n",
    'domain/vacation/days.ts': 'export const daysUsed = 1;\n',
    'functions/api/vacation.ts': "export const later = () => import('../../domain/vacation/days.ts');\n",
    'functions/api/app.ts': "import type { Id } from '../../domain/match/types.ts';\nexport const app: Id = '';\n",
    'functions/store/log.ts': 'export const log = 1;\n',
    'functions/local/main.ts': "import { app } from '../api/app.ts';\nconsole.log(app);\n",
    'infra/app.ts': "export const entry = 'functions/api/app.ts';\n",
  };

  test.each<[string, string, string]>([
    [
      'domain stands alone',
      'domain/match/a.ts',
      "import { log } from '../../functions/store/log.ts';\nconsole.log(log);\n",
    ],
    [
      'domain stands alone',
      'domain/match/a.ts',
      "import type { app } from '../../functions/api/app.ts';\nexport type A = typeof app;\n",
    ],
    [
      'domain stands alone',
      'domain/match/a.ts',
      "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\nnew DynamoDBClient({});\n",
    ],
    ['domain stands alone', 'domain/match/a.ts', "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n"],
    ['domain stands alone', 'domain/match/a.ts', "import { request } from 'node:http';\nrequest('x');\n"],
    ['domain stands alone', 'domain/match/a.ts', "import { Hono } from 'hono';\nnew Hono();\n"],
    [
      'domain stands alone',
      'domain/match/a.ts',
      "export const later = () => import('../../functions/store/log.ts');\n",
    ],
    [
      'domain stands alone',
      'domain/vacation/a.ts',
      "import * as PlainDate from 'temporal-polyfill/fns/PlainDate';\nconsole.log(PlainDate);\n",
    ],
    [
      'time zones stand on their library alone',
      'domain/vacation/zone.ts',
      "import { Hono } from 'hono';\nnew Hono();\n",
    ],
    [
      'who moves or runs out of time loads no time zones',
      'functions/play/a.ts',
      "import { daysUsed } from '../../domain/vacation/days.ts';\nconsole.log(daysUsed);\n",
    ],
    [
      'a book is read without time zones',
      'domain/vacation/book.ts',
      "import { daysUsed } from './days.ts';\nconsole.log(daysUsed);\n",
    ],
    ['zod in schema files alone', 'domain/match/a.ts', "import * as z from 'zod';\nexport const s = z.string();\n"],
    ['zod in schema files alone', 'domain/match/a.ts', "import type * as z from 'zod';\nexport type S = z.ZodType;\n"],
    [
      'nothing but functions/local stands on functions/api',
      'functions/stream/a.ts',
      "import { app } from '../api/app.ts';\nconsole.log(app);\n",
    ],
    [
      'nothing but functions/local stands on functions/api',
      'functions/store/a.ts',
      "import type { app } from '../api/app.ts';\nexport type A = typeof app;\n",
    ],
    ['nothing stands on functions/local', 'functions/store/a.ts', "import '../local/main.ts';\n"],
    [
      'infra names functions by path only',
      'infra/a.ts',
      "import { app } from '../functions/api/app.ts';\nconsole.log(app);\n",
    ],
    ['the store and play know no HTTP', 'functions/play/a.ts', "import { Hono } from 'hono';\nnew Hono();\n"],
  ])('%s: %s', async (rule, name, text) => {
    const folders = ['domain', 'functions', 'infra'];
    expect((await broken(plant(sound), folders)).found).toEqual([]);
    const { found } = await broken(plant({ ...sound, [name]: text }), folders);
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(`${rule}: ${name} → `)]));
  });
});
