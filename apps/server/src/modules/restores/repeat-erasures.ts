import { findUnconfirmed, saveErasures } from '../../backup/restores.store.ts';
import type { Platform } from '../../platform/platform.ts';
import { countRepeatedErasures, eraseAccount } from '../accounts/index.ts';
import { REMOVING_TASKS } from '../files/index.ts';

/** Clocks and the end of a backup aren't exact. Repeating an erasure that the backup has changes nothing. */
const MARGIN_MS = 86_400_000;

/**
 * Repeats erasures that were made after the backup, with the files, and notes how many. A failure leaves the number open, so that it is tried again at the
 * next start and when the owner asks.
 */
export const repeatErasures = async (platform: Platform): Promise<void> => {
  const { database, erasures, jobs, log } = platform;
  const restore = await findUnconfirmed(database);
  if (!restore || restore.erasures_repeated !== null) return;
  try {
    const since = new Date(restore.recovered_until.getTime() - MARGIN_MS);
    for (const accountId of await erasures.erasedSince(since)) await eraseAccount(platform, accountId, 'repeated');
    // Their files, which jobs remove: the only jobs that run before the confirmation.
    await jobs.runOnly(REMOVING_TASKS);
    // Counted by the log: another node may have made some of them.
    await saveErasures(database, restore.id, await countRepeatedErasures(database, restore.restored_at));
  } catch (error) {
    log.error({ err: error }, 'erasures of after the backup could not be repeated');
  }
};
