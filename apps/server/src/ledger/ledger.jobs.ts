import { sql } from 'kysely';
import type { Platform } from '../platform/platform.ts';
import { transact } from '../platform/database/database.ts';
import { runLedgerCheck } from './ledger-checks.ts';

const RELEASE_BATCH = 500;
/** Transactions sealed in one call: its cost hardly depends on their number. */
const SEAL_BATCH = 5000;

/** Moves earnings whose holding period is over to available. @returns how many were moved */
export const releaseDueEarnings = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`select ledger.release_due(${clock.now()}, ${RELEASE_BATCH}) as count`.execute(database);
    const count = rows[0]?.count ?? 0;
    total += count;
    if (count < RELEASE_BATCH) return total;
  }
};

/** Maximum duration of a database transaction for its postings to be sealed promptly; the nightly job seals the rest. */
const DEFAULT_SLACK = '5 minutes';
const NIGHTLY_SLACK = '1 day';

/** Seals committed transactions into the hash chain. @returns how many were sealed */
export const sealTransactions = async (
  { database }: Pick<Platform, 'database'>,
  slack: typeof DEFAULT_SLACK | typeof NIGHTLY_SLACK = DEFAULT_SLACK,
): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`select ledger.seal(${SEAL_BATCH}, ${slack}::interval) as count`.execute(database);
    const count = rows[0]?.count ?? 0;
    total += count;
    if (count < SEAL_BATCH) return total;
  }
};

export const registerLedgerJobs = (platform: Platform): void => {
  platform.jobs.schedule('ledger:release', '*/5 * * * *', async () => void (await releaseDueEarnings(platform)));
  platform.jobs.schedule('ledger:seal', '* * * * *', async () => void (await sealTransactions(platform)));
  platform.jobs.schedule('ledger:sealLate', '7 3 * * *', async () => void (await sealTransactions(platform, NIGHTLY_SLACK)));
  platform.jobs.schedule('ledger:verify', '17 3 * * *', () =>
    transact(platform.background, undefined, async (trx) => void (await runLedgerCheck(platform, trx, null))),
  );
};
