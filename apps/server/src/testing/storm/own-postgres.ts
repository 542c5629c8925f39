import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { type TestApp, createTestApp } from '../test-app.ts';
import { type StormOptions, type StormResult, runStorm } from './run-storm.ts';

/** A storm on a PostgreSQL of its own, which can be killed. Everything is removed afterwards. */
export const runStormAlone = async (options: Omit<StormOptions, 'app' | 'postgresDirectory'>): Promise<StormResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-storm-'));
  const quiet = { info() {}, warn() {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: quiet as never });
  let app: TestApp | undefined;
  try {
    await migrate(postgres.ownerUrl);
    const [major] = (await readdir(join(folder, 'postgres'))).filter((name) => /^\d+$/.test(name));
    app = await createTestApp({ database: { name: 'stagedoor', ownerUrl: postgres.ownerUrl, drop: async () => {} } });
    return await runStorm({ ...options, app, postgresDirectory: join(folder, 'postgres', major!) });
  } finally {
    await app?.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
