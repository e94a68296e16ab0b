/** Judges the URL that a user gives. Where its name leads is judged at each sending, by `send.ts`. */
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

export const URL_LENGTH_MOST = 2048;

export type Target = { readonly url: URL } | { readonly refusal: string };

/** What `new URL` would drop or turn into something else without a word. */
const REWRITTEN = /[\s\\\p{Cc}]/u;
/** `new URL` also finds a host in `https:host` and `https:///host`. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?#]/i;

/**
 * The URL in its normal form, the one that is stored and sent to. `loopback` opens this machine, on which plain http
 * will do.
 */
export function readTarget(text: string, { loopback }: { readonly loopback: boolean }): Target {
  if (text.length > URL_LENGTH_MOST) return tooLong;
  if (REWRITTEN.test(text)) return { refusal: 'A URL has no spaces, backslashes or control characters.' };
  if (!SCHEME_AND_HOST.test(text) || !URL.canParse(text)) {
    return { refusal: 'This is not a URL with https:// and a host, such as https://example.com/moves.' };
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return { refusal: 'The URL may not contain a user name or password.' };
  if (text.includes('#')) return { refusal: 'The URL may not have a fragment (#).' };

  // The dot of the root tells a server nothing, and many know no certificate for a name that ends in it.
  const hostname = url.hostname.replace(/\.$/, '');
  if (hostname.split('.').includes('')) return { refusal: 'The host has an empty label.' };
  url.hostname = hostname;

  const refusal = refuseHost(hostname.replace(/^\[|\]$/g, ''), url.protocol, loopback);
  if (refusal !== null) return { refusal };
  return url.href.length > URL_LENGTH_MOST ? tooLong : { url };
}

const tooLong = { refusal: `A URL has at most ${URL_LENGTH_MOST} characters, percent-encoded.` };

function refuseHost(host: string, protocol: string, loopback: boolean): string | null {
  const literal = isIP(host) !== 0;
  const local = literal ? isLoopbackAddress(host) : host === 'localhost' || host.endsWith('.localhost');
  if (local) return loopback ? null : `${host} is the server itself; deliveries go to public addresses only.`;
  if (protocol !== 'https:') return 'The URL must begin with https://.';
  return literal && !isPublicAddress(host) ? `${host} is not a public address.` : null;
}
