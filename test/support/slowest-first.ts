/** The order in which test files start: the slowest first, so that no processor is idle while the last one ends. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, the slowest first. A machine that has run them before knows of each; a new one of none. */
const SLOWEST = [
  'test/astromagie/leaks.int.test.ts',
  'test/webhooks/fanout.e2e.test.ts',
  'test/stream/ratings.int.test.ts',
  'test/stream/handle-interrupted.int.test.ts',
  'test/http/time-races.int.test.ts',
  'test/examples/bot.e2e.test.ts',
  'test/local/kill.e2e.test.ts',
  'test/stream/ratings-rebuild.int.test.ts',
  'test/local/day.e2e.test.ts',
  'test/local/kill-events.e2e.test.ts',
  'test/local/kill-talk.e2e.test.ts',
  'test/stream/plans-interrupted.int.test.ts',
  'test/http/leaks.int.test.ts',
  'test/http/costs.int.test.ts',
  'test/docs/clients.e2e.test.ts',
  'test/http/idle-streams.int.test.ts',
  'test/local/lifecycle.e2e.test.ts',
];

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = SLOWEST.indexOf(relative(this.ctx.config.root, moduleId));
      return found === -1 ? SLOWEST.length : found;
    };
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => place(a) - place(b)),
    );
  }
}
