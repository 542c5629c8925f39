import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { type TestApp, createTestApp } from '../test-app.ts';
import { type ChaosOptions, type ChaosResult, runChaosTest } from './run-chaos-test.ts';

export interface IsolatedChaosOptions extends Omit<ChaosOptions, 'app' | 'postgresDirectory'> {
  /** Told where the database is left for a look, after a failure; without it nothing is left. */
  onLeft?: (folder: string) => void;
}

/** Runs a chaos test on a PostgreSQL of its own, which can be killed. Everything is removed afterwards. */
export const runIsolatedChaosTest = async ({ onLeft, ...options }: IsolatedChaosOptions): Promise<ChaosResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-chaos-'));
  const quiet = { info() {}, warn() {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: quiet as never });
  let app: TestApp | undefined;
  let hasFailed = true;
  try {
    await migrate(postgres.ownerUrl);
    const [major] = (await readdir(join(folder, 'postgres'))).filter((name) => /^\d+$/.test(name));
    app = await createTestApp({ database: { name: 'stagedoor', ownerUrl: postgres.ownerUrl, drop: async () => {} } });
    const result = await runChaosTest({ ...options, app, postgresDirectory: join(folder, 'postgres', major!) });
    hasFailed = result.failures.length > 0;
    return result;
  } finally {
    await app?.close();
    await postgres.stop();
    if (hasFailed && onLeft) onLeft(folder);
    else await rm(folder, { recursive: true, force: true });
  }
};
