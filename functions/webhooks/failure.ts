/** Why a delivery got no answer, in words that a webhook's owner may read: nothing in them comes from the other side. */

const DETAILS = {
  timeout: 'No complete answer came in time.',
  address_not_allowed: 'The host has an address to which deliveries may not go.',
  name_not_found: 'The name of the host has no address.',
  refused: 'The host refused the connection.',
  tls: 'No secure connection could be made.',
  closed: 'The host closed the connection before it had answered.',
  other: 'The request could not be made, or what came was not an HTTP answer.',
} as const;

export type FailureReason = keyof typeof DETAILS;

export interface Failed {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  readonly detail: string;
}

/** The code of `error`, if it has one, is told too: it is Node's or OpenSSL's own and says what to mend. */
export function failed(reason: FailureReason, error?: unknown): Failed {
  const code = codeOf(error);
  return { kind: 'failed', reason, detail: code === '' ? DETAILS[reason] : `${DETAILS[reason]} (${code})` };
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
};

/** What a connection failed of. What is wrong with a certificate is told by many codes, which only come in a handshake. */
export function connectionFailed(error: unknown, inHandshake: boolean): Failed {
  const code = codeOf(error);
  const tls = inHandshake || code.startsWith('ERR_SSL_');
  return failed(REASONS[code] ?? (tls ? 'tls' : 'other'), error);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : '';
}
