/** Parts that break at one of the calls made to them: as if the process had died there, or only that call had failed. */

type Method = (...args: never[]) => unknown;

export interface Breaking<Parts> {
  readonly parts: Parts;
  /** How many calls have been made. */
  calls(): number;
}

/**
 * All methods of all parts count together. `before`: the call has no effect; `after`: it has, but its answer is lost.
 * `dead`: no call after it has any effect either.
 */
export function breaking<Parts extends object>(
  parts: Parts,
  at: number,
  when: 'before' | 'after',
  how: 'dead' | 'once',
): Breaking<Parts> {
  let calls = 0;
  async function through(call: () => unknown): Promise<unknown> {
    calls += 1;
    if (how === 'dead' && calls > at) throw new Error('dead');
    if (calls !== at) return call();
    if (when === 'after') await call();
    throw new Error(`broken at call ${at}`);
  }
  const wrap = (part: object): object =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (...args: never[]) => through(() => (value as Method)(...args)) : value;
      },
    });
  const wrapped = Object.entries(parts).map(([name, part]) => {
    if (name === 'send') return [name, (...args: never[]) => through(() => (part as Method)(...args))];
    return [name, BREAKS.has(name) ? wrap(part) : part];
  });
  return { parts: Object.fromEntries(wrapped) as Parts, calls: () => calls };
}

/** What is reached over a network. */
const BREAKS = new Set(['webhooks', 'deliveries', 'lanes', 'feeds', 'log', 'queue']);
