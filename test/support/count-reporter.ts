/** Closes a run with one plain line: `N passed, N failed`, and `, N skipped` where any were. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module): TestCase[] => [...module.children.allTests()]);
    const of = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that could not be loaded, or an error outside any test, has no test to count: it counts as one itself.
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length;
    const failed = of('failed') + of('pending') + broken + errors.length;
    const skipped = of('skipped');
    process.on('exit', () => {
      console.log(`${of('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    });
  }
}
