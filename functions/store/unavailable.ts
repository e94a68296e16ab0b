/** Tells a database that cannot be reached, or will not serve now, from a fault of ours. */

const NAMES = new Set([
  'InternalServerError',
  'InternalFailure',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'ServiceUnavailable',
  'ThrottlingException',
  'TimeoutError',
  'RequestTimeout',
]);

const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

export function isUnavailable(error: Error): boolean {
  if (NAMES.has(error.name)) return true;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && CODES.has(code);
}
