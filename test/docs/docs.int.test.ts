/** The reference page. That a browser shows it is checked in `.ci/browser.mjs`. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, nobody } from '../support/clients.ts';

const HERE = 'http://docs.test';

describe('/docs', () => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi();
    client = nobody(api.send);
  });
  afterAll(() => api.end());

  it('is a page that its own policy keeps to this host', async () => {
    const page = await client.call('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html; charset=utf-8$/i);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    const directives = new Map(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      }),
    );
    expect(directives.get('default-src')).toEqual(["'self'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    // Scripts and requests fall back to default-src; only pictures and styles may be more than this host's files.
    expect([...directives.keys()].sort()).toEqual(['default-src', 'frame-ancestors', 'img-src', 'style-src']);
    const sources = [...directives.values()].flat();
    expect(new Set(sources)).toEqual(new Set(["'self'", "'none'", "'unsafe-inline'", 'data:']));
  });

  it('refers to nothing but files of this host, and all are there', async () => {
    const { text: page } = await client.call('GET', '/docs');
    const { text: start } = await client.call('GET', '/docs/start.js');
    const inPage = Array.from(page.matchAll(/\b(?:src|href)="([^"]*)"/g), ([, url]) => url ?? '');
    const inStart = Array.from(start.matchAll(/'([^']*\/[^']*)'/g), ([, url]) => url ?? '');
    const urls = [...inPage, ...inStart]
      .map((url) => new URL(url, `${HERE}/docs`))
      .filter((url) => url.protocol !== 'data:');
    expect(urls.map((url) => url.pathname).sort()).toEqual([
      '/docs/start.js',
      '/docs/swagger-ui-bundle.js',
      '/docs/swagger-ui.css',
      '/v1/openapi.json',
    ]);
    for (const url of urls) {
      expect(url.origin).toBe(HERE);
      const file = await client.call('GET', url.pathname);
      expect(file.status, url.pathname).toBe(200);
      expect(file.headers.get('X-Content-Type-Options'), url.pathname).toBe('nosniff');
      const types = { js: /^text\/javascript/, css: /^text\/css/, json: /^application\/json$/ };
      const ending = url.pathname.split('.').at(-1) as keyof typeof types;
      expect(file.headers.get('Content-Type'), url.pathname).toMatch(types[ending]);
    }
  });

  it('has a style sheet that loads nothing', async () => {
    const { text } = await client.call('GET', '/docs/swagger-ui.css');
    const loaded = Array.from(text.matchAll(/url\(\s*["']?([^"')]{1,20})/g), ([, url]) => url ?? '');
    expect(loaded.filter((url) => !url.startsWith('data:'))).toEqual([]);
    expect(text).not.toMatch(/@import/);
  });

  it('shows the description that openapi.yaml holds', async () => {
    const { body } = await client.call('GET', '/v1/openapi.json');
    expect(body).toEqual(parse(await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8')));
  });

  it('can be read with a wrong token too: it is for whoever has none yet', async () => {
    for (const path of ['/docs', '/v1/openapi.json']) {
      const answer = await client.call('GET', path, undefined, { Authorization: 'Bearer wrong' });
      expect(answer.status).toBe(200);
    }
  });
});
