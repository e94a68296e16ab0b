import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import SlowestFirst from './test/support/slowest-first.ts';

/**
 * `npm test` runs everything on the embedded engine; where DYNAMODB_LOCAL_DIR names a folder with Amazon's DynamoDB
 * Local, whatever touches a database runs on that too. Where SQS_ENDPOINT tells of a server that speaks SQS, the tests
 * of queues run on it.
 */
const pure = ['test/**/*.unit.test.ts'];
const onEngine = ['test/**/*.int.test.ts', 'test/**/*.e2e.test.ts'];

/** What asks nothing of a database that is not asked on the second engine elsewhere. */
const onEmbeddedOnly = [
  'test/abiegnus/**',
  'test/astromagie/**',
  'test/docs/**',
  'test/examples/**',
  'test/lambda/api.e2e.test.ts',
  'test/local/background.int.test.ts',
  'test/local/lifecycle.e2e.test.ts',
  'test/local/time.e2e.test.ts',
  'test/local/warnings.e2e.test.ts',
  'test/local/weeks.e2e.test.ts',
  'test/local/{day,kill-leave,kill-plans,kill-talk}.e2e.test.ts',
  'test/openapi/**',
  'test/readme/**',
  'test/http/{blocks,events,feed,forks,hostile,idle-streams,leaderboard,leaks,ledger,matrix,problems}.int.test.ts',
  'test/http/{me,plans,resuming,scopes,streams,strict,takeback-draws,talk,time,turns,waiting-costs}.int.test.ts',
  'test/http/{webhook-create,webhook-deliveries,webhook-life,webhook-strict,webhooks}.int.test.ts',
  'test/http/{cors,deprecations,limits}.int.test.ts',
  'test/http/{invitations,invitation-leaks,lobby,match-links}.int.test.ts',
  'test/webhooks/fanout.e2e.test.ts',
  'test/webhooks/send*.int.test.ts',
  'test/webhooks/{local-queue-restart,worker*}.int.test.ts',
  'test/stream/{ratings*,rebuild-disturbed}.int.test.ts',
];

const quiet = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
/** With the real stream of a table where there is one. */
const onSqs = {
  ...quiet,
  PLYPOST_TEST_ENGINE: process.env.DYNAMODB_LOCAL_DIR === undefined ? 'embedded' : 'local',
};
// Files share no state but what they load, so they need not load everything anew for each file.
const shared = { isolate: false };
const engineTests = { ...shared, include: onEngine, testTimeout: 300_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    reporters: ['default', './test/support/count-reporter.ts'],
    // Many tests wait, for a process, a time-out or a database: on two processors one file at a time would leave one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { ...shared, name: 'pure', include: pure, testTimeout: 60_000, hookTimeout: 60_000, env: quiet } },
      { test: { name: 'embedded', ...engineTests, env: { ...quiet, PLYPOST_TEST_ENGINE: 'embedded' } } },
      ...(process.env.DYNAMODB_LOCAL_DIR === undefined
        ? []
        : [
            {
              test: {
                name: 'dynamodb-local',
                ...engineTests,
                exclude: onEmbeddedOnly,
                env: { ...quiet, PLYPOST_TEST_ENGINE: 'local' },
              },
            },
          ]),
      ...(process.env.SQS_ENDPOINT === undefined
        ? []
        : [{ test: { name: 'sqs', ...engineTests, include: ['test/**/*.sqs.test.ts'], env: onSqs } }]),
    ],
  },
});
