/** The page on proof: what its code prints, against what it says, against the domain, and on records of a server. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chanceBlock, chanceFrom, commitmentOf } from '../../domain/chance.ts';
import { commitHash, NO_HASH } from '../../domain/log/commit.ts';
import { digestOf } from '../../domain/log/seal.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { newMatch, newPlayer } from '../support/clients.ts';
import { hasShell, type Page, readPage, runCommands } from '../support/page.ts';

const run = promisify(execFile);
const FACES = ['spirit', 'air', 'water', 'earth', 'fire', 'wild'];

let page: Page;
let source: string;
let folder: string;
let script: string;
beforeAll(async () => {
  page = await readPage('docs/proof.md');
  source = page.blocks('js').join('');
  folder = await mkdtemp(join(tmpdir(), 'plypost-proof-'));
  script = join(folder, 'proof.mjs');
  await writeFile(script, source);
});
afterAll(() => rm(folder, { recursive: true }));

test('it prints what the page says, and what the domain says', async () => {
  const { stdout } = await run('node', [script]);
  expect(stdout).toBe(page.blocks('text').join(''));
  const salt = '000102030405060708090a0b0c0d0e0f';
  const digest = digestOf(['sun2', 'water'], salt);
  const events = [{ type: 'drawn', seat: 2, cards: { digest } }];
  const chance = {
    seed: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    match: 'Kx7Qp2',
    entropies: ['rain', 'snöw ❄'],
  };
  const die = chanceFrom(chance, 0);
  expect(stdout.trimEnd().split('\n')).toEqual([
    digest,
    commitHash('m_0123456789abcdef', 1, '2026-03-02T00:00:00.000Z', NO_HASH, events),
    commitmentOf(chance.seed),
    chanceBlock(chance, 0).toString('hex'),
    Array.from({ length: 5 }, () => FACES[die.uniform(6)]).join(' '),
    chanceFrom(chance, 0).shuffle(['Ari', 'Tau', 'Gem', 'Can', 'Leo', 'Vir']).join(' '),
  ]);
});

test('its chance gives every known answer', async () => {
  interface Answers {
    readonly commitment: string;
    readonly firstBlock: string;
    readonly rolls: readonly string[];
    readonly decks: readonly (readonly string[])[];
    readonly uniform3000000000: { readonly values: readonly number[] };
  }
  const vectors = new URL('../vectors/chance.json', import.meta.url);
  const known = JSON.parse(await readFile(vectors, 'utf8')) as readonly Answers[];
  // A deck in the order of its table, as the page tells it; each card by the place at which it first stands there.
  const planets = 'mars1 venus2 mercury3 moon1 sun2 mercury3 venus1 pluto2 jupiter3 saturn1 uranus2 neptune3'.split(
    ' ',
  );
  const signs = 'ari tau gem can leo vir lib sco sag cap aqu pis'.split(' ');
  const aspects = 'conjunction sextile square trine quincunx opposition'.split(' ');
  const twice = (cards: readonly string[]) => cards.flatMap((card) => [card, card]);
  const elements = ['fire', 'earth', 'air', 'water'].flatMap((card) => [card, card, card]);
  const deck = [...twice(signs), ...elements, ...twice(planets), ...twice(aspects)];
  const asked = `
    const answers = ${JSON.stringify(known)}.map((source) => {
      const [die, cards, large] = [chanceOf(source), chanceOf(source), chanceOf(source)];
      return {
        commitment: commitmentOf(source.seed),
        firstBlock: block(source, 0).toString('hex'),
        rolls: source.rolls.map(() => ['S', 'A', 'W', 'E', 'F', '*'][die.uniform(6)]),
        decks: source.decks.map(() => cards.shuffle(${JSON.stringify(deck)})),
        values: source.uniform3000000000.values.map(() => large.uniform(3e9)),
      };
    });
    console.log(JSON.stringify(answers));`;
  await writeFile(join(folder, 'answers.mjs'), source + asked);
  const { stdout } = await run('node', [join(folder, 'answers.mjs')]);
  const answers: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  expect(answers).toEqual(
    known.map(({ commitment, firstBlock, rolls, decks, uniform3000000000 }) => ({
      ...{ commitment, firstBlock, rolls, decks },
      values: uniform3000000000.values,
    })),
  );
});

describe('on records of a server', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.end());

  test.skipIf(!hasShell)('its commands work (need bash, curl, sed and grep)', async () => {
    await mkdir(join(folder, 'docs'));
    await copyFile(new URL('../../docs/proof.md', import.meta.url), join(folder, 'docs/proof.md'));
    const { stdout, statuses } = await runCommands(page, api.url, folder);
    expect(await readFile(join(folder, 'proof.mjs'), 'utf8')).toBe(source);
    expect(statuses).toEqual(['200', '200', '200', '200']);
    const printed = page.blocks('text').join('').trimEnd().split('\n').at(-1) ?? '';
    const lines = stdout.split('\n').filter((line) => line !== printed);
    const held = lines.flatMap((line) => /^(\d+) commits hold, up to ([0-9a-f]{64})$/.exec(line)?.slice(1) ?? []);
    expect(held).toHaveLength(6);
    // What Ada sees and what anybody sees.
    expect(held.slice(0, 2)).toEqual(held.slice(2, 4));
    const text = (name: string) => readFile(join(folder, name), 'utf8');
    expect(await text('mine.json')).toContain('Will it rain?');
    for (const name of ['anybodys.json', 'match.json']) expect(await text(name)).not.toContain('Will it rain?');
    expect(await text('match.json')).toMatch(/"seed":\{"salt":/);
  });

  test('it finds a changed setting, a changed salt, and a head that is another', async () => {
    const [ada, bob] = await Promise.all([newPlayer(api.send, 'Ada'), newPlayer(api.send, 'Bob')]);
    const { id } = await newMatch(ada, bob, { game: 'astromagie' });
    const { text } = await ada.call('GET', `/v1/matches/${id}/record`);
    const judged = async (changed: string) => {
      const file = join(folder, 'changed.json');
      await writeFile(file, changed);
      return run('node', [script, file]).then(
        () => 'holds',
        ({ stderr }: { stderr: string }) => /Error: (.*)/.exec(stderr)?.[1],
      );
    };
    expect(await judged(text)).toBe('holds');
    expect(await judged(text.replace('"P3D"', '"P4D"'))).toBe('commit 1 does not hold');
    expect(await judged(text.replace(/"salt":"[0-9a-f]/, '"salt":"x'))).toMatch(/^commit \d does not hold$/);
    expect(await judged(text.replace(/"head":\{"hash":"./, '"head":{"hash":"x'))).toBe('the head is another');
  });
});
