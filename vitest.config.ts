import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Compiled code is kept for the next process: half of the start of each file and of each server that a test starts is reading ours.
 * Inherited by all of them.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./node_modules/.cache/stagedoor/compiled', import.meta.url));

/** Tests wait for passwords and films: with everything busy they would wait for what gives way to everything. */
const ENVIRONMENT = { BACKGROUND_YIELDS: 'no' };

/** What takes longest, while there are no times of an earlier run to go by: a long one that begins last has one of two cores idle. */
const LONGEST = [
  'ledger/chaos',
  'http/idempotency',
  'screens.journey',
  'live/crash',
  'media/videos',
  'testing/bad-input',
  'database/embedded',
];

/** All three in one run, so that no core waits at the end of each. A worker is kept for files of the same project. */
const PROJECTS = ['journeys', 'integration', 'unit'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.includes(name));
      return PROJECTS.indexOf(project.name) * (LONGEST.length + 1) + (at < 0 ? LONGEST.length : at);
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

const DATABASE_SETUP = ['./apps/server/src/platform/testing/database-setup.ts', './apps/server/src/testing/cast/cast-setup.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // The server's code runs here as it does in production: by Node's own type stripping.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Two test files at a time on two cores, one at a time on one: two browsers with live pictures are too much for it. Each brings its own database.
    maxWorkers: Math.min(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // A test without a check of its own is a mistake.
    expect: {
      requireAssertions: true,
      // A busy machine takes its time; only what never comes fails.
      poll: { timeout: 30_000, interval: 50 },
    },
    allowOnly: false,
    passWithNoTests: false,
    projects: [
      'apps/web/vitest.config.ts',
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts', '**/*.component.test.tsx', '**/build/**'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // A process for each worker, not for each file: to read ours takes two seconds of a core. What a file changes it puts back.
          isolate: false,
          include: ['apps/server/src/**/*.integration.test.ts'],
          env: ENVIRONMENT,
          globalSetup: DATABASE_SETUP,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          // One browser for all files of a worker.
          isolate: false,
          include: ['e2e/src/**/*.journey.test.ts'],
          env: ENVIRONMENT,
          globalSetup: DATABASE_SETUP,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
