/** Zod's findings as field errors with JSON Pointers. */
import type * as z from 'zod';
import type { FieldError } from './schemas/problem.ts';

/** A request with a thousand wrong fields is told of so many. */
const ERRORS_MOST = 20;

export function fieldErrors(where: FieldError['in'], error: z.core.$ZodError, prefix = ''): FieldError[] {
  const errors: FieldError[] = [];
  for (const issue of error.issues) {
    const path = prefix + pointerTo(issue.path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        errors.push({
          in: where,
          pointer: path + pointerTo([key]),
          detail: where === 'query' ? 'Unknown parameter.' : 'Unknown field.',
        });
      }
    } else {
      errors.push({ in: where, pointer: path, detail: issue.message });
    }
  }
  return errors.slice(0, ERRORS_MOST);
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${excerpt(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function excerpt(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
