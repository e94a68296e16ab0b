/** What may be told of an error: a parser quotes what it cannot read, and that may be anybody's secret. */

export function errorText(error: Error): string {
  return error instanceof SyntaxError ? error.name : `${error.name}: ${error.message}`;
}

export function errorStack(error: Error): string | undefined {
  const { stack } = error;
  return error instanceof SyntaxError ? stack?.slice(stack.indexOf('\n    at ') + 1) : stack;
}
