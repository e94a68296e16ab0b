/** Long tests tell how far they are, every few seconds, whatever the reporter holds back. */
import { writeSync } from 'node:fs';

const EVERY_MS = 5000;

export function progress(what: string, most: number): (done: number, more?: string) => void {
  let told = performance.now();
  return (done, more = '') => {
    if (performance.now() - told < EVERY_MS && done < most) return;
    told = performance.now();
    writeSync(2, `${what}: ${done}/${most}${more === '' ? '' : `, ${more}`}\n`);
  };
}
