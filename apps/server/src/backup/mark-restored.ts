import { createDatabase, createPool } from '../platform/database/database.ts';
import { auditByConsole } from './audit-by-console.ts';
import type { BackupRecord } from './catalogue.ts';

/** Records a restore in the restored database, which makes the site start quiet. */
export const markRestored = async (
  ownerUrl: string,
  { backup, recoveredUntil, now }: { backup: BackupRecord; recoveredUntil: Date; now: Date },
): Promise<void> => {
  const database = createDatabase(createPool({ url: ownerUrl, max: 1, asOwner: true }));
  try {
    await database.updateTable('site_restores').set({ confirmed_at: now }).where('confirmed_at', 'is', null).execute();
    await database
      .insertInto('site_restores')
      .values({ backup_name: backup.name, recovered_until: recoveredUntil, restored_at: now })
      .execute();
    await auditByConsole(database, 'settings.siteRestored', backup.name, { recoveredUntil: recoveredUntil.toISOString() });
    const failure = { ended_at: now, ok: false, failure: 'The site was lost while it ran.' };
    await database.updateTable('backup_runs').set(failure).where('ended_at', 'is', null).execute();
  } finally {
    await database.destroy();
  }
};
