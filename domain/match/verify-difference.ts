/** Compares what the rules say with what a viewer was shown of it. */
import { canonicalJson } from '../log/canonical.ts';
import { isClosedSeal, isOpenSeal } from '../log/shown.ts';

/**
 * The path to the first difference, such as `events/0/move`; null if there is none. A hidden value that the viewer
 * was shown is compared; of one that was kept from them nothing can be said, and it counts as no difference.
 */
export function difference(expected: unknown, shown: unknown, path = ''): string | null {
  if (!isObject(expected) || !isObject(shown)) return expected === shown ? null : path;
  if ('sealedFor' in expected) return sealDiffers(expected, shown) ? path : null;
  if (Array.isArray(expected) !== Array.isArray(shown)) return path;
  const keys = new Set([...definedKeys(expected), ...definedKeys(shown)]);
  for (const key of keys) {
    const found = difference(expected[key], shown[key], path === '' ? key : `${path}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

function sealDiffers(expected: Readonly<Record<string, unknown>>, shown: object): boolean {
  if (isOpenSeal(shown)) return canonicalJson(shown.value) !== canonicalJson(expected.value);
  return !isClosedSeal(shown);
}

function definedKeys(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
