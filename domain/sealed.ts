/** Values of an event that only some may see before the match is over. */
import type { Seat } from './seat.ts';

/** Who looks: somebody in a seat, or anybody else. */
export type Viewer = Seat | 'onlooker';

/** Who may see a sealed value during play. */
export type Audience = Seat | 'nobody';

/** A hidden value as the engines write and read it. When it is logged, a salt is put beside it (`log/seal.ts`). */
export interface Sealed<Value> {
  readonly sealedFor: Audience;
  readonly value: Value;
}

export function sealed<Value>(sealedFor: Audience, value: Value): Sealed<Value> {
  return { sealedFor, value };
}
