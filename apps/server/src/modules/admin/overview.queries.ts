import { LEDGER_INVARIANTS, type LedgerInvariant } from '@stagedoor/contract/admin';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { type Check, verifyLedger } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { ONLINE_MS } from '../performers/index.ts';

/** The kinds that count as posts. */
const POST_KINDS: string[] = kindsWith('isPost');

const INVARIANTS = new Map(Object.entries(LEDGER_INVARIANTS).map(([key, name]) => [name as string, key as LedgerInvariant]));

/** Checks every invariant of the ledger. @throws Error when the database has one without a name here */
export const getLedgerChecks = async (platform: Platform) => {
  const { ok, checks } = await verifyLedger(platform.database);
  return { ok, checks: checks.map(shownCheck) };
};

export const isInvariant = (name: string): boolean => INVARIANTS.has(name);

/** @throws Error for a check without a name here */
export const shownCheck = (check: Check) => {
  const invariant = INVARIANTS.get(check.name);
  if (!invariant) throw new Error(`An invariant of the ledger has no name: ${check.name}.`);
  const count = check.ok ? /^\d+/.exec(check.detail)?.[0] : undefined;
  return { invariant, ok: check.ok, count: count === undefined ? null : Number(count), detail: check.detail };
};

/** The figures of the admin's start page, including a check of the ledger's invariants. */
export const getOverview = async (platform: Platform) => {
  const { database, clock } = platform;
  const now = clock.now();
  const since = new Date(now.getTime() - 7 * 86_400_000);
  const [counts, ledger] = await Promise.all([
    sql<{
      waiting: number;
      oldest: Date | null;
      notices: number;
      oldest_notice: Date | null;
      participants: number;
      oldest_participant: Date | null;
      fresh: number;
      online: number;
      suspended: number;
      shows: number;
      viewers: number;
      failed_jobs: number;
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
        (select count(*)::int from takedown_notices where state = 'open') as notices,
        (select min(created_at) from takedown_notices where state = 'open') as oldest_notice,
        (select count(*)::int from participants where state = 'pending' and removed_at is null) as participants,
        (select min(created_at) from participants where state = 'pending' and removed_at is null) as oldest_participant,
        (select count(*)::int from accounts where created_at >= ${since} and role <> 'admin') as fresh,
        (select count(*)::int from accounts where last_seen_at > ${new Date(now.getTime() - ONLINE_MS)}) as online,
        (select count(*)::int from accounts where status = 'suspended') as suspended,
        (select count(*)::int from streams where state in ('live', 'interrupted')) as shows,
        (select coalesce(sum(viewer_count), 0)::int from streams where state in ('live', 'interrupted')) as viewers,
        (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as failed_jobs,
        (select count(*)::int from accounts where role = 'fan' and status = 'active') as fans,
        (select count(*)::int from performers where state = 'approved') as performers,
        (select count(*)::int from items where kind = any(${POST_KINDS}::text[]) and state = 'active') as feeds,
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
    takedowns: { waiting: row.notices, oldestWaitingAt: row.oldest_notice?.toISOString() ?? null },
    participants: { waiting: row.participants, oldestWaitingAt: row.oldest_participant?.toISOString() ?? null },
    accounts: {
      fans: row.fans,
      performers: row.performers,
      newInSevenDays: row.fresh,
      onlineNow: row.online,
      suspended: row.suspended,
    },
    live: { shows: row.shows, viewers: row.viewers },
    failedJobs: row.failed_jobs,
    content: { feeds: row.feeds },
    ledger: { balanced: ledger.ok, transactions: row.transactions, checkedAt: now.toISOString() },
    turnover: { sevenDays: hundredthsToNumber(row.turnover), commissionSevenDays: hundredthsToNumber(row.commission) },
  };
};
