/** What functions write to their log, line by line: kept for the tests, and kept out of the tests' own output. */
import { afterAll, beforeAll, vi } from 'vitest';

export interface LoggedLine {
  readonly timestamp: string;
  readonly level: string;
  readonly message: string;
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

/** For a whole test file. `during` gives the lines that were written while something ran. */
export function functionLog(): { during(run: () => Promise<unknown>): Promise<readonly LoggedLine[]> } {
  const lines: LoggedLine[] = [];
  beforeAll(() => {
    const write = process.stdout.write.bind(process.stdout);
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...rest) => {
      const text = String(chunk);
      if (!text.startsWith('{"timestamp":')) return Reflect.apply(write, undefined, [chunk, ...rest]);
      lines.push(JSON.parse(text));
      return true;
    });
    afterAll(() => spy.mockRestore());
  });
  return {
    async during(run) {
      const before = lines.length;
      await run();
      return lines.slice(before);
    },
  };
}
