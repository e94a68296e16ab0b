/** Long tests tell how far they are, every few seconds, whatever the reporter holds back. */
import { writeSync } from 'node:fs';

const EVERY_MS = 5000;

export function progress(what: string, most: number): (done: number, more?: string) => void {
  let told = performance.now();
  let times = 0;
  return (done, more = '') => {
    // The end is told of what took long enough to be told of before.
    const ends = done >= most && times > 0;
    if (performance.now() - told < EVERY_MS && !ends) return;
    told = performance.now();
    times += 1;
    writeSync(2, `${what}: ${done}/${most}${more === '' ? '' : `, ${more}`}\n`);
  };
}
