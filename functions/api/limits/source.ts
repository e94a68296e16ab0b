/** Whose requests count together where nobody is known. */
import ipaddr from 'ipaddr.js';

/** An IPv4 address; of an IPv6 one the network of 64 bits, since whoever has an address there has them all. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const read = ipaddr.process(address);
  if (read.kind() === 'ipv4') return read.toString();
  return `${read
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}
