import { createDatabase, createPool, recordAudit, transact } from '../../platform/database/database.ts';
import { migrate as migrateDatabase } from '../../platform/database/migrate.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../site.ts';

const recordMigration = async (ownerUrl: string, applied: readonly string[]): Promise<void> => {
  const database = createDatabase(createPool({ url: ownerUrl, max: 1, isConsole: true }));
  try {
    await transact(database, undefined, (trx) =>
      recordAudit(trx, {
        actorId: null,
        action: 'settings.databaseMigrated',
        objectKind: 'database',
        objectId: null,
        detail: { migrations: applied.length, name: applied.at(-1) },
      }),
    );
  } finally {
    await database.destroy();
  }
};

const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database to this version’s schema, as a start does',
  run: ({ environment, say }) =>
    withDatabase(environment, async ({ ownerUrl }) => {
      const applied = await migrateDatabase(ownerUrl);
      if (applied.length === 0) return say('The database has this version’s schema: no migration was pending.');
      await recordMigration(ownerUrl, applied);
      say(`Applied ${applied.length === 1 ? 'one migration' : `${applied.length} migrations`}, the last one ${applied.at(-1)}.`);
    }),
};

export const migrateCommands: readonly Command[] = [migrate];
