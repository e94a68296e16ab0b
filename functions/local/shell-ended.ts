/**
 * `npm start` has a shell between npm and this process. Asked to stop, npm asks the shell, and many shells (dash) end
 * without passing that on: what is left to see is that the parent is another.
 */
const LOOKS_EVERY_MS = 500;

/** From the very start: it may have ended before anybody waits for it. */
const parent = process.ppid;

export function whenShellEnds(stop: () => void): void {
  // Whoever starts it otherwise may leave it running on purpose.
  if (process.env.npm_lifecycle_event !== 'start') return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, LOOKS_EVERY_MS);
  look.unref();
}
