// The two test commands: which Vitest projects each of them runs.

/** @typedef {{ command: string, projects: readonly string[], reportName: string, closingName: string }} Suite */

/** `npm test`: one run for everything that doesn't need long. */
export const SHORT = {
  command: 'npm test',
  closingName: 'test',
  projects: ['unit', 'components', 'integration', 'journeys'],
  reportName: 'tests.json',
};

/** `npm run test:long`: the rest. */
export const LONG = {
  command: 'npm run test:long',
  closingName: 'long',
  projects: ['long-integration', 'long-journeys'],
  reportName: 'tests-long.json',
};

/** Projects whose failures are tried once more: browsers and media depend on the machine more than anything else does. */
export const RETRIED_PROJECTS = ['journeys', 'long-journeys'];
