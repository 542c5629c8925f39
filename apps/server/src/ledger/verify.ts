import { sql } from 'kysely';
import type { Executor } from '../platform/database/database.ts';

/** Whether anything has been posted: from then on, currency and token value can't be changed. */
export const hasPostings = async (executor: Executor): Promise<boolean> =>
  (await executor.selectFrom('ledger.transactions').select('id').limit(sql.lit(1)).executeTakeFirst()) !== undefined;

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** Checks every invariant of the ledger (functions/ledger-verify.sql) on one consistent snapshot. */
export const verifyLedger = async (executor: Executor): Promise<{ ok: boolean; checks: Check[] }> => {
  const { rows: checks } = await sql<Check>`select name, ok, detail from ledger.verify()`.execute(executor);
  return { ok: checks.every(({ ok }) => ok), checks };
};
