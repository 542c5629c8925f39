import { sql } from 'kysely';
import type { Platform } from '../platform/platform.ts';
import { transact } from '../platform/database/database.ts';
import { runLedgerCheck } from './ledger-checks.ts';

const BATCH = 500;
/** Sealed at once: what is looked at for them is the same for few and many. */
const SEALED = 5000;

/** Moves earnings whose waiting time is over to available. Returns how many were moved. */
export const releaseDueEarnings = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`select ledger.release_due(${clock.now()}, ${BATCH}) as count`.execute(database);
    const count = rows[0]?.count ?? 0;
    total += count;
    if (count < BATCH) return total;
  }
};

/** How long a database transaction that posts may last, at most, to be sealed with its neighbours; what lasted longer is sealed by night. */
const USUAL = '5 minutes';
const A_DAY = '1 day';

/** Seals committed transactions into the hash chain. Returns how many were sealed. */
export const sealTransactions = async (
  { database }: Pick<Platform, 'database'>,
  slack: typeof USUAL | typeof A_DAY = USUAL,
): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`select ledger.seal(${SEALED}, ${slack}::interval) as count`.execute(database);
    const count = rows[0]?.count ?? 0;
    total += count;
    if (count < SEALED) return total;
  }
};

export const registerLedgerJobs = (platform: Platform): void => {
  platform.jobs.schedule('ledger:release', '*/5 * * * *', async () => void (await releaseDueEarnings(platform)));
  platform.jobs.schedule('ledger:seal', '* * * * *', async () => void (await sealTransactions(platform)));
  platform.jobs.schedule('ledger:sealLate', '7 3 * * *', async () => void (await sealTransactions(platform, A_DAY)));
  platform.jobs.schedule('ledger:verify', '17 3 * * *', () =>
    transact(platform.database, undefined, async (trx) => void (await runLedgerCheck(platform, trx, null))),
  );
};
