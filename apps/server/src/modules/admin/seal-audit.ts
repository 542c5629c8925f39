import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

/** Entries sealed in one call. */
const BATCH = 5000;
/** How long before the last seal an entry may have begun, in a cluster that this one was restored into. */
const SLACK = '1 day';

/** Seals committed entries of the audit log into its chain of hashes (functions/audit-seal.sql). @returns how many were sealed */
export const sealAudit = async ({ database }: Pick<Platform, 'database'>): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`select seal_audit(${BATCH}, ${SLACK}::interval) as count`.execute(database);
    const count = rows[0]?.count ?? 0;
    total += count;
    if (count < BATCH) return total;
  }
};

export const registerAuditJobs = (platform: Platform): void =>
  platform.jobs.schedule('audit:seal', '* * * * *', async () => void (await sealAudit(platform)));
