import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../platform/database/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The last migration that version 20 knew. */
const LAST = '0020';

/** Migrates an empty database to version 20: its SQL functions were part of its migrations, so today's files of functions are left out. */
export const migrateToVersion20 = async (ownerUrl: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-version-20-'));
  try {
    const [migrations, functions] = [join(folder, 'migrations'), join(folder, 'functions')];
    await Promise.all([mkdir(migrations), mkdir(functions)]);
    for (const name of await readdir(MIGRATIONS))
      if (name.slice(0, LAST.length) <= LAST) await cp(join(MIGRATIONS, name), join(migrations, name));
    await migrate(ownerUrl, { migrations, functions });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
