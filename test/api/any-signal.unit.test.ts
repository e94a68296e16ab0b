import { expect, test, vi } from 'vitest';
import { anySignal } from '../../functions/api/any-signal.ts';

test.each([0, 1])('is aborted with signal %d', (which) => {
  const controllers = [new AbortController(), new AbortController()] as const;
  const any = anySignal(controllers[0].signal, controllers[1].signal);
  expect(any.signal.aborted).toBe(false);
  controllers[which]?.abort();
  expect(any.signal.aborted).toBe(true);
});

test('is aborted from the start with one that is', () => {
  expect(anySignal(new AbortController().signal, AbortSignal.abort()).signal.aborted).toBe(true);
});

test('leaves nothing in the others', () => {
  const long = new AbortController();
  const added = vi.spyOn(long.signal, 'addEventListener');
  const removed = vi.spyOn(long.signal, 'removeEventListener');
  const any = anySignal(long.signal);
  any.done();
  expect(removed.mock.calls).toEqual(added.mock.calls);
  long.abort();
  expect(any.signal.aborted).toBe(false);
});
