import { sql } from 'kysely';
import { type Executor, type Trx, transact } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { type Check, verifyLedger } from './verify.ts';

/** Number of results kept. */
const MAX_RESULTS = 400;

export interface LedgerCheckResult {
  id: string;
  ok: boolean;
  checks: Check[];
}

/** A stored result. */
export interface StoredLedgerCheck extends LedgerCheckResult {
  at: Date;
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

/** The last stored result; undefined for a ledger that was never checked. */
export const findLastLedgerCheck = async (executor: Executor): Promise<StoredLedgerCheck | undefined> => {
  const row = await executor
    .selectFrom('ledger_checks')
    .select(['id', 'ok', 'checks', 'created_at'])
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row && { id: row.id, ok: row.ok, checks: row.checks, at: row.created_at };
};

/** The last stored result; of a ledger that was never checked, the first. */
export const readLastLedgerCheck = async (platform: Pick<Platform, 'clock' | 'log' | 'database'>): Promise<StoredLedgerCheck> =>
  (await findLastLedgerCheck(platform.database)) ??
  (await transact(platform.database, undefined, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('ledger.firstCheck'))`.execute(trx);
    const found = await findLastLedgerCheck(trx);
    if (!found) await runLedgerCheck(platform, trx, null);
    return found ?? (await findLastLedgerCheck(trx))!;
  }));

export interface ChainHead {
  /** Transactions sealed up to here. */
  position: bigint;
  /** The hash of the last seal, which follows from all of them. */
  hash: Buffer;
  sealedAt: Date;
}

/** The end of the chain of seals; undefined before the first one. */
export const findChainHead = async (executor: Executor): Promise<ChainHead | undefined> => {
  const row = await executor
    .selectFrom('ledger.seals')
    .select(['position', 'hash', 'sealed_at'])
    .orderBy('position', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row && { position: row.position, hash: row.hash, sealedAt: row.sealed_at };
};

/** One link of the chain, by its number. */
export const findSeal = async (executor: Executor, position: number): Promise<{ hash: string; sealedAt: Date } | undefined> => {
  const row = await executor
    .selectFrom('ledger.seals')
    .select(['hash', 'sealed_at'])
    .where('position', '=', BigInt(position))
    .executeTakeFirst();
  return row && { hash: row.hash.toString('hex'), sealedAt: row.sealed_at };
};
