/** Sweeps once a minute what runs out of time, where no schedule of a deployment does it. */
import { type SweepDeps, type SweepLine, sweep } from '../clock/sweep.ts';

const EVERY_MS = 60_000;

export interface BrokenOffLine {
  readonly level: 'error';
  readonly message: 'sweep broken off';
  readonly error: string;
}

export interface SweepingSettings extends Omit<SweepDeps, 'over'> {
  now(): Date;
  /** Also told of a sweep that broke off; the next begins anew. */
  report(line: SweepLine | BrokenOffLine): void;
}

export interface Sweeping {
  /** Sweeps at once; resolves when all that was due when it was called has been done. */
  sweep(): Promise<void>;
  /** Resolves when nothing more is ended. */
  stop(): Promise<void>;
}

/** The first sweep is a minute after the start. */
export function startSweeping(settings: SweepingSettings): Sweeping {
  const stopping = new AbortController();
  let sweeping: Promise<void> | null = null;

  async function once(): Promise<void> {
    try {
      await sweep({ ...settings, over: () => stopping.signal.aborted }, settings.now());
    } catch (error) {
      if (stopping.signal.aborted) return;
      settings.report({ level: 'error', message: 'sweep broken off', error: String(error) });
    } finally {
      sweeping = null;
    }
  }

  const timer = setInterval(() => {
    sweeping ??= once();
  }, EVERY_MS);
  timer.unref();

  return {
    async sweep() {
      await sweeping;
      sweeping ??= once();
      await sweeping;
    },

    async stop() {
      clearInterval(timer);
      stopping.abort();
      await sweeping;
    },
  };
}
