import { sql } from 'kysely';
import type { Trx } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { type Check, verifyLedger } from './verify.ts';

/** Number of results kept. */
const MAX_RESULTS = 400;

export interface LedgerCheckResult {
  id: string;
  ok: boolean;
  checks: Check[];
}

/** Verifies every invariant and stores the result. @param actorId the admin who started it; null for the nightly job */
export const runLedgerCheck = async (
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  trx: Trx,
  actorId: string | null,
): Promise<LedgerCheckResult> => {
  // It reads all of the ledger, however long that takes.
  await sql`set local statement_timeout = 0`.execute(trx);
  const started = performance.now();
  const { ok, checks } = await verifyLedger(trx);
  const tookMs = Math.round(performance.now() - started);
  if (!ok) log.fatal({ failed: checks.filter((check) => !check.ok) }, 'the ledger’s invariants do not hold');
  const { id } = await trx
    .insertInto('ledger_checks')
    .values({ ok, checks: JSON.stringify(checks), took_ms: tookMs, actor_id: actorId, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('ledger_checks')
    .where('id', 'not in', trx.selectFrom('ledger_checks').select('id').orderBy('id', 'desc').limit(sql.lit(MAX_RESULTS)))
    .execute();
  return { id, ok, checks };
};
