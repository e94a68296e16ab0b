/** The context of `cdk.json`, which only the CDK command line reads by itself: its feature flags shape the template. */
import { readFileSync } from 'node:fs';
import { ROOT } from './root.ts';

export function cdkContext(): Record<string, unknown> {
  const settings: unknown = JSON.parse(readFileSync(`${ROOT}/cdk.json`, 'utf8'));
  const context = isRecord(settings) ? settings.context : undefined;
  if (!isRecord(context)) throw new Error('cdk.json has no context');
  return context;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
