/**
 * One POST to a URL that a stranger chose. It must not be a way into the network this runs in: every address of the
 * name is judged before anything connects, and what connects gets those addresses, not the name. Nothing of an answer
 * is kept but its status and `Retry-After`.
 */
import { Resolver } from 'node:dns/promises';
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';
import { connectionFailed, type Failed, failed } from './failure.ts';

export const SEND_TIMEOUT_MS = 15_000;

const HEADER_BYTES_MOST = 16 * 1024;
/** A name may have hundreds of addresses; so many are tried at most, each for so long if another follows. */
const ADDRESSES_MOST = 16;
const ADDRESS_TIMEOUT_MS = 2_000;
const NAME_SERVER_TIMEOUT_MS = 3_000;

export type Answered = { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null };
type Outcome = Answered | Failed;

export type SendResult = Outcome & { readonly ms: number };

export interface SendSettings {
  /** Opens this machine itself, on which plain http will do; http goes nowhere else. */
  readonly loopback: boolean;
  /** From the start to the end of the response's headers: the look-up and TLS count. Default `SEND_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** All addresses of a name. Default: what the name servers say. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** A certificate to trust instead of the well-known authorities, in PEM. */
  readonly ca?: string;
}

/** Never throws: whatever happens is a result. */
export async function sendOnce(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  settings: SendSettings,
): Promise<SendResult> {
  const begun = performance.now();
  const cut = new AbortController();
  const timedOut = new Promise<Outcome>((resolve) => {
    const timer = setTimeout(() => resolve(failed('timeout')), settings.timeoutMs ?? SEND_TIMEOUT_MS);
    cut.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const sent = send(url, headers, body, settings, cut.signal).catch((error: unknown) => failed('other', error));
  const outcome = await Promise.race([sent, timedOut]);
  // Whatever came of it, its connection goes, and with it the rest of an answer.
  cut.abort();
  return { ...outcome, ms: Math.round(performance.now() - begun) };
}

async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  settings: SendSettings,
  signal: AbortSignal,
): Promise<Outcome> {
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ''), settings.resolve ?? systemResolve);
  if ('kind' in addresses) return addresses;
  const allowed = (address: string) => mayReach(url, address, settings.loopback);
  if (!addresses.every(allowed)) return failed('address_not_allowed');
  signal.throwIfAborted();
  const request = open(url, headers, addresses, settings.ca, signal);
  const outcome = outcomeOf(request, allowed);
  request.end(body);
  return outcome;
}

async function addressesOf(
  host: string,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<readonly string[] | Failed> {
  if (isIP(host) !== 0) return [host];
  try {
    const addresses = await resolve(host);
    return addresses.length === 0 ? failed('name_not_found') : addresses;
  } catch (error) {
    return failed('name_not_found', error);
  }
}

/**
 * Asks the name servers, not the system's own look-up: that takes one of the few threads on which the embedded database
 * works too, for as long as a name server does not answer, and would go by names of the local network.
 */
async function systemResolve(name: string): Promise<readonly string[]> {
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) for (const answer of found) if (answer.status === 'rejected') throw answer.reason;
  return addresses;
}

function mayReach(url: URL, address: string, loopback: boolean): boolean {
  if (isLoopbackAddress(address)) return loopback;
  return url.protocol === 'https:' && isPublicAddress(address);
}

/** An agent of its own for each request: no connection, TLS session or proxy is shared with any other. */
function open(
  url: URL,
  headers: Readonly<Record<string, string>>,
  addresses: readonly string[],
  ca: string | undefined,
  signal: AbortSignal,
): ClientRequest {
  const judged = addresses.slice(0, ADDRESSES_MOST).map((address) => ({ address, family: isIP(address) }));
  const connecting = {
    keepAlive: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
  };
  const options: https.RequestOptions = {
    method: 'POST',
    headers,
    signal,
    maxHeaderSize: HEADER_BYTES_MOST,
    lookup: (_name, _options, answer) => answer(null, judged),
  };
  if (url.protocol === 'http:') return http.request(url, { ...options, agent: new http.Agent(connecting) });
  // Said here, so that no environment variable can turn it off.
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  return https.request(url, { ...options, ...tls, agent: new https.Agent(connecting) });
}

function outcomeOf(request: ClientRequest, allowed: (address: string) => boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    let inHandshake = false;
    request.once('socket', (socket: Socket) => {
      socket.once('connect', () => {
        inHandshake = request.protocol === 'https:';
        // By now this cannot differ from what was judged, unless something above is broken.
        const { remoteAddress } = socket;
        if (remoteAddress !== undefined && allowed(remoteAddress)) return;
        // Undefined: it is closed already.
        resolve(failed(remoteAddress === undefined ? 'closed' : 'address_not_allowed'));
        request.destroy();
      });
      socket.once('secureConnect', () => {
        inHandshake = false;
      });
    });
    request.once('response', ({ statusCode = 0, headers }) => {
      resolve({ kind: 'answered', status: statusCode, retryAfter: headers['retry-after'] ?? null });
    });
    request.on('error', (error) => resolve(connectionFailed(error, inHandshake)));
    request.once('close', () => resolve(failed('closed')));
  });
}
