import { describe, expect, test } from 'vitest';
import { readTarget, URL_LENGTH_MOST } from '../../functions/webhooks/target.ts';
import { NOT_PUBLIC } from './addresses.ts';

const CLOSED = { loopback: false };
const OPEN = { loopback: true };

function accepted(text: string, settings: { loopback: boolean }): string | null {
  const target = readTarget(text, settings);
  return 'url' in target ? target.url.href : null;
}

function refusal(text: string, settings: { loopback: boolean }): string | null {
  const target = readTarget(text, settings);
  return 'refusal' in target ? target.refusal : null;
}

const inUrl = (ip: string) => (ip.includes(':') ? `[${ip}]` : ip);

describe.each([CLOSED, OPEN])('with %o', (settings) => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM/Moves', 'https://example.com/Moves'],
    ['https://hooks.example:8443/a?b=c&d=%20', 'https://hooks.example:8443/a?b=c&d=%20'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://bücher.example/é', 'https://xn--bcher-kva.example/%C3%A9'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://134744072/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
    // A name that only looks like this machine's.
    ['https://localhost.example/', 'https://localhost.example/'],
    ['https://notlocalhost/', 'https://notlocalhost/'],
    ['https://example.com/@a:b', 'https://example.com/@a:b'],
  ])('%s is taken', (text, href) => {
    expect(accepted(text, settings)).toBe(href);
  });

  test.each([
    ['', /not a URL/],
    ['example.com', /not a URL/],
    ['//example.com/', /not a URL/],
    ['https://', /not a URL/],
    ['https:///', /not a URL/],
    ['https://?a', /not a URL/],
    ['https://:443/', /not a URL/],
    ['https://example.com:65536/', /not a URL/],
    ['https://1.2.3.4.5/', /not a URL/],
    ['https://256.0.0.1/', /not a URL/],
    ['https://[2606:4700:4700::1111%25eth0]/', /not a URL/],
    ['https://[fe80::1%eth0]/', /not a URL/],
    // `new URL` finds a host in each of these.
    ['https:example.com', /not a URL/],
    ['https:/example.com', /not a URL/],
    ['https:///example.com', /not a URL/],
    ['https:\\\\example.com', /backslash/],
    ['https://example.com\\@internal', /backslash/],
    ['https://exam\tple.com', /control/],
    ['https://example.com/a\nb', /control/],
    [' https://example.com', /space/],
    ['https://example.com/a b', /space/],
    ['https://example.com/\u0000', /control/],
    ['ftp://example.com/', /https:\/\//],
    ['file:///etc/passwd', /https:\/\//],
    ['data:text/plain,a', /https:\/\//],
    ['javascript:alert(1)', /https:\/\//],
    ['http://example.com/', /must begin with https/],
    ['http://8.8.8.8/', /must begin with https/],
    ['http://localhost.example/', /must begin with https/],
    ['https://user@example.com/', /user name or password/],
    ['https://user:pass@example.com/', /user name or password/],
    ['https://:pass@example.com/', /user name or password/],
    ['https://example.com/#', /fragment/],
    ['https://example.com/#part', /fragment/],
    ['https://example.com..', /empty label/],
    ['https://.example.com', /empty label/],
    ['https://example..com', /empty label/],
    ['https://./', /empty label/],
    ['https://localhost../', /empty label/],
    ['https://127.0.0.1../', /empty label/],
  ])('%j is refused in a sentence', (text, sentence) => {
    expect(refusal(text, settings)).toMatch(sentence);
    expect(refusal(text, settings)).toMatch(/^[^.].*\.$/);
  });

  describe.each(NOT_PUBLIC.filter(([what]) => what !== 'loopback'))('%s is refused', (_, addresses) => {
    test.each(addresses)('%s', (ip) => {
      expect(refusal(`https://${inUrl(ip)}/`, settings)).toMatch(/is not a public address\.$/);
      expect(refusal(`http://${inUrl(ip)}/`, settings)).toMatch(/must begin with https/);
    });
  });

  test('is at most 2048 characters, as given and percent-encoded', () => {
    const start = 'https://example.com/';
    const longest = start + 'a'.repeat(URL_LENGTH_MOST - start.length);
    expect(longest.length).toBe(2048);
    expect(accepted(longest, settings)).toBe(longest);
    expect(refusal(`${longest}a`, settings)).toMatch(/2048/);
    expect(refusal(start + 'a/../'.repeat(500), settings)).toMatch(/2048/);
    expect(accepted(start + 'é'.repeat(300), settings)).not.toBeNull();
    expect(refusal(start + 'é'.repeat(400), settings)).toMatch(/2048/);
  });
});

/** This machine, in every way in which a URL may spell it. */
const LOOPBACK = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '2130706433',
  '017700000001',
  '%31%32%37.0.0.1',
  '127.0.0.1%2e',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'LocalHost',
  'loc%61lhost',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛocalhost',
  'local\u00adhost',
  'hooks.localhost',
  'a.b.LOCALHOST.',
];

describe.each(LOOPBACK)('loopback as %s', (host) => {
  test.each(['https', 'http'])('is closed to %s unless it is opened', (scheme) => {
    expect(refusal(`${scheme}://${host}:8080/a`, CLOSED)).toMatch(/is the server itself/);
    expect(accepted(`${scheme}://${host}:8080/a`, OPEN)).toMatch(
      new RegExp(`^${scheme}://(127[.][0-9.]+[0-9]|\\[::1\\]|([a-z.]+[.])?localhost):8080/a$`),
    );
  });
});

describe('what leads to this machine but is not loopback stays closed', () => {
  test.each(['0', '0.0.0.0', '0x0', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'])('%s', (host) => {
    for (const settings of [CLOSED, OPEN]) {
      expect(accepted(`https://${host}/`, settings)).toBeNull();
      expect(accepted(`http://${host}/`, settings)).toBeNull();
    }
  });
});
