/** Which IP addresses a delivery may go to, by the special-purpose registries of IANA. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that IANA hands out as global unicast. What lies outside, such as IPv4-compatible addresses, is no host's. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** In no registry, but on the machines of one cloud it answers with their configuration and keys. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether `ip` is the address of one host anywhere on the internet. Addresses that carry another one within them
 * (IPv4-mapped, NAT64, 6to4, Teredo) are not, whatever that other is: a translator near us could lead anywhere.
 */
export function isPublicAddress(ip: string): boolean {
  const address = read(ip);
  if (address === null || address.range() !== 'unicast') return false;
  return address.kind() === 'ipv6' ? address.match(IPV6_GLOBAL_UNICAST) : ip !== AZURE_HOST;
}

export function isLoopbackAddress(ip: string): boolean {
  return read(ip)?.range() === 'loopback';
}

/**
 * The library reads octal and shortened forms too, on which others disagree; Node reads one form only. A zone names an
 * interface of this machine, which no public address needs.
 */
function read(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(ip) === 0 || ip.includes('%') ? null : ipaddr.parse(ip);
}
