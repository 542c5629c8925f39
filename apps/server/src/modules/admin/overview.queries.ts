import { LEDGER_INVARIANTS, type LedgerInvariant } from '@stagedoor/contract/admin';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { verifyLedger } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';

const INVARIANTS = new Map(Object.entries(LEDGER_INVARIANTS).map(([key, name]) => [name as string, key as LedgerInvariant]));

/** Every invariant of the ledger, checked now. @throws Error when the database checks one that has no name here */
export const getLedgerChecks = async (platform: Platform) => {
  const { ok, checks } = await verifyLedger(platform.database);
  return {
    ok,
    checks: checks.map((check) => {
      const invariant = INVARIANTS.get(check.name);
      if (!invariant) throw new Error(`An invariant of the ledger has no name: ${check.name}.`);
      const count = check.ok ? /^\d+/.exec(check.detail)?.[0] : undefined;
      return { invariant, ok: check.ok, count: count === undefined ? null : Number(count), detail: check.detail };
    }),
  };
};

/** The tiles of the admin's start page; the ledger's invariants are checked for it. */
export const getOverview = async (platform: Platform) => {
  const { database, clock } = platform;
  const now = clock.now();
  const since = new Date(now.getTime() - 7 * 86_400_000);
  const [counts, ledger] = await Promise.all([
    sql<{
      waiting: number;
      oldest: Date | null;
      fans: number;
      performers: number;
      feeds: number;
      transactions: number;
      turnover: bigint;
      commission: bigint;
    }>`
      select
        (select count(*)::int from performers where state = 'pending') as waiting,
        (select min(applied_at) from performers where state = 'pending') as oldest,
        (select count(*)::int from accounts where role = 'fan' and status = 'active') as fans,
        (select count(*)::int from performers where state = 'approved') as performers,
        (select count(*)::int from feeds where state = 'active') as feeds,
        (select count(*)::int from ledger.transactions) as transactions,
        (select coalesce(sum(gross_amount), 0)::bigint from ledger.transactions where created_at >= ${since} and reverses_id is null) as turnover,
        (select coalesce(sum(commission_amount), 0)::bigint from ledger.transactions where created_at >= ${since} and reverses_id is null) as commission`.execute(
      database,
    ),
    verifyLedger(database),
  ]);
  const row = counts.rows[0]!;
  return {
    applications: { waiting: row.waiting, oldestWaitingAt: row.oldest?.toISOString() ?? null },
    accounts: { fans: row.fans, performers: row.performers },
    content: { feeds: row.feeds },
    ledger: { balanced: ledger.ok, transactions: row.transactions, checkedAt: now.toISOString() },
    turnover: { sevenDays: hundredthsToNumber(row.turnover), commissionSevenDays: hundredthsToNumber(row.commission) },
  };
};
