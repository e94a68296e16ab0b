/** JSON out of the table. */

/** @throws SyntaxError, which unlike the parser's own does not quote what is stored: errors are logged. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('What is stored is not JSON.');
  }
}
