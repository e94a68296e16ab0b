/** What the README and the pages refer to is there: files, and headings in them. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const folder = (await readdir(new URL('docs/', ROOT))).map((name) => `docs/${name}`);
const pages = new Map(
  await Promise.all(
    ['README.md', ...folder].map(async (path) => [path, await readFile(new URL(path, ROOT), 'utf8')] as const),
  ),
);

/** As GitHub names headings. */
function anchors(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return Array.from(prose.matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function links(path: string, text: string): URL[] {
  return Array.from(
    text.matchAll(/\]\(([^)\s]+)\)/g),
    ([, target = '']) => new URL(target, new URL(path, ROOT)),
  ).filter(({ protocol }) => protocol === 'file:');
}

test.each([...pages])('%s', (path, text) => {
  const dead = links(path, text).filter(({ href, hash }) => {
    const target = href.replace(/#.*/, '').slice(ROOT.href.length);
    const page = pages.get(target);
    if (page === undefined) return !existsSync(new URL(target, ROOT));
    return hash !== '' && !anchors(page).includes(decodeURIComponent(hash.slice(1)));
  });
  expect(dead.map(({ href }) => href)).toEqual([]);
});

test('every page is linked from the README', () => {
  const linked = links('README.md', pages.get('README.md') ?? '').map(({ href }) => href.replace(/#.*/, ''));
  expect(folder.filter((path) => !linked.includes(new URL(path, ROOT).href))).toEqual([]);
});
