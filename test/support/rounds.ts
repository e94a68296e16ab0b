/** How often a race or a kill is tried. `npm run soak` tries as often as it takes to trust it; `npm test` has less time. */
import { engineName } from './engine.ts';

export const soaking = process.env.PLYPOST_SOAK !== undefined;

/** `brief`: in `npm test`; `local`: on the second engine there, where the same is tried once more. */
export function rounds(often: { readonly soak: number; readonly brief: number; readonly local: number }): number {
  if (soaking) return often.soak;
  return engineName === 'local' ? often.local : often.brief;
}
