import { afterAll, beforeAll, expect, test } from 'vitest';
import { runStorm } from '../testing/storm/run-storm.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('payments of every kind, servers killed under them: none is lost, none is made twice, every wallet holds what its owner reckons', async () => {
  const result = await runStorm({
    app,
    operations: 1200,
    callers: 8,
    serverKills: 3,
    postgresKills: 0,
    seed: Math.floor(Math.random() * 1e9),
  });
  expect(result.failures).toEqual([]);
  expect(Object.keys(result.counts).length).toBeGreaterThan(8);
}, 180_000);
