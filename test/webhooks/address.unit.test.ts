import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from '../../functions/webhooks/address.ts';
import { NOT_PUBLIC } from './addresses.ts';

describe('a public address', () => {
  // With what stands just outside the special ranges.
  test.each([
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db7::1',
    '2001:db9::1',
    '2003::1',
    '2600:1f18::1',
    '2606:4700:4700::1111',
    '2A00:1450:4001:81B::200E',
    '2a00::8.8.8.8',
    '3fff:1000::1',
  ])('%s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
    expect(isLoopbackAddress(ip)).toBe(false);
  });
});

describe.each(NOT_PUBLIC)('%s is not public', (what, addresses) => {
  test.each(addresses)('%s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
    expect(isLoopbackAddress(ip)).toBe(what === 'loopback');
  });
});

describe('what is not an address in its one form is neither public nor loopback', () => {
  test.each([
    '',
    ' ',
    'localhost',
    'example.com',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8.8\n',
    '8.8.8.8/32',
    '8.8.8.8:80',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '127.1',
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
    '8.8.8.256',
    '[::1]',
    '[2a00::1]',
    '2a00::1::1',
    // With a zone.
    'fe80::1%eth0',
    '2a00:1450:4001:81b::200e%eth0',
    '::1%lo',
    '2a00::1%',
  ])('"%s"', (text) => {
    expect(isPublicAddress(text)).toBe(false);
    expect(isLoopbackAddress(text)).toBe(false);
  });
});
