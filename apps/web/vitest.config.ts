import { playwright } from '@vitest/browser-playwright';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { fontSubsets } from './vite.fonts.ts';

/** Chromium as root, without calls to outside hosts; videos may play without a click. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** Component tests: single widgets with their styles and texts, in a real browser. Their API and socket are doubles (testing/). */
export default defineConfig({
  root: import.meta.dirname,
  // Pre-bundled by the tests' own server; `npm run stories` has another cache.
  cacheDir: '../../node_modules/.cache/stagedoor/components',
  publicDir: false,
  plugins: [fontSubsets()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  oxc: { jsx: { runtime: 'automatic' } },
  // All dependencies are found before the first test. One found later, as after a merge, would reload the page in the middle of a test.
  optimizeDeps: { entries: ['src/**/*.component.test.tsx', 'testing/*.{ts,tsx}'], force: true },
  test: {
    name: 'components',
    include: ['src/**/*.component.test.tsx'],
    setupFiles: ['./testing/setup.ts', '../../scripts/tests/count-assertions.ts'],
    testTimeout: 60_000,
    // As the other projects that are no journeys (vitest.config.ts).
    maxWorkers: availableParallelism() > 1 ? 3 : 1,
    sequence: { groupOrder: 1 },
    expect: { requireAssertions: true, poll: { timeout: 10_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: 180_000,
      viewport: { width: 1280, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell', args: FLAGS },
        // A missing element fails well before the test's own time is over, and is named.
        actionTimeout: 10_000,
        contextOptions: { locale: 'en-GB', timezoneId: 'UTC' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
