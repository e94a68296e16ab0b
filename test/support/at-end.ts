/** What is to be done when the process of the tests ends, however it was asked to. */

/** `then` cannot wait for anything. */
export function atEnd(then: () => void): void {
  // Vitest ends its processes by SIGTERM, on which Node by itself ends with nothing of this done.
  if (process.listenerCount('SIGTERM', endInOrder) === 0) process.once('SIGTERM', endInOrder);
  process.once('exit', then);
}

function endInOrder(): void {
  process.exit();
}
