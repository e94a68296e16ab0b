/** A clock that only moves when told to. */

export interface Clock {
  now(): Date;
  set(time: number): void;
  pass(ms: number): void;
}

export function clockFrom(start: number): Clock {
  let time = start;
  return {
    now: () => new Date(time),
    set(to) {
      time = to;
    },
    pass(ms) {
      time += ms;
    },
  };
}
