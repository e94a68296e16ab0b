/** Lines of the log as Lambda's JSON logging wants them; written past `console`, which would wrap them once more. */
export interface Line {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly [field: string]: unknown;
}

export function writeLine(line: Line): void {
  const timestamp = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ timestamp, ...line, level: line.level.toUpperCase() })}\n`);
}
