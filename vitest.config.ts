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

/** Projects in the order in which they begin; those of one group run together, so that no core waits for the last file of a project. */
const PROJECTS = ['components', 'journeys', 'long-journeys', 'long-integration', 'integration', 'unit'];

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

const CORES = availableParallelism();

/** Two journeys at a time on two cores, one at a time on one: two browsers with live pictures are too much for it. They run first. */
const JOURNEY_WORKERS = { maxWorkers: Math.min(2, CORES), sequence: { groupOrder: 0 } };
/** Other tests wait for databases, files and other processes for a third of their time: three workers keep two cores busy. */
const WORKERS = { maxWorkers: CORES > 1 ? 3 : 1, sequence: { groupOrder: 1 } };

/** One worker process serves many files: loading the server takes two seconds of a core. A file restores what it changes. */
const INTEGRATION = {
  isolate: false,
  env: ENVIRONMENT,
  globalSetup: DATABASE_SETUP,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  ...WORKERS,
};

/** One browser serves all files of a worker. */
const JOURNEYS = {
  isolate: false,
  env: ENVIRONMENT,
  globalSetup: DATABASE_SETUP,
  testTimeout: 240_000,
  hookTimeout: 180_000,
  ...JOURNEY_WORKERS,
};

export default defineConfig({
  test: {
    pool: 'forks',
    // The server's code runs here as it does in production: by Node's own type stripping.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // A test without a check of its own is a mistake.
    expect: {
      requireAssertions: true,
      // A busy machine takes its time; only what never comes fails.
      poll: { timeout: 30_000, interval: 50 },
    },
    allowOnly: false,
    passWithNoTests: false,
    setupFiles: [fileURLToPath(new URL('scripts/tests/count-assertions.ts', import.meta.url))],
    projects: [
      'apps/web/vitest.config.ts',
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/build/**', '**/*.integration{,.long}.test.ts', '**/*.component.test.tsx'],
          testTimeout: 60_000,
          ...WORKERS,
        },
      },
      { extends: true, test: { name: 'integration', include: ['apps/server/src/**/*.integration.test.ts'], ...INTEGRATION } },
      { extends: true, test: { name: 'long-integration', include: ['apps/server/src/**/*.integration.long.test.ts'], ...INTEGRATION } },
      { extends: true, test: { name: 'journeys', include: ['e2e/src/**/*.journey.test.ts'], ...JOURNEYS } },
      { extends: true, test: { name: 'long-journeys', include: ['e2e/src/**/*.journey.long.test.ts'], ...JOURNEYS } },
    ],
  },
});
