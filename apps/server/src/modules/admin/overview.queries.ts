import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { MOVEMENT_GROUPS } from '@stagedoor/contract/wallet.values';
import { sql } from 'kysely';
import { readBackupState } from '../../backup/backup-state.queries.ts';
import { readLastLedgerCheck, shownChecks } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountsSeenAfter, onlineSince } from '../../platform/presence/presence.store.ts';
import { earningSourceOf } from '../earnings/index.ts';
import { SALES_DAYS, type SiteFigures, readSiteFigures } from './site-figures.queries.ts';

/** The last check of the ledger's invariants. */
export const getLedgerChecks = async (platform: Platform) => {
  const { ok, checks, at } = await readLastLedgerCheck(platform);
  return { ok, checkedAt: at.toISOString(), checks: shownChecks(checks) };
};

const DAY_MS = 86_400_000;

/** What was sold on each of thirty days up to that of the figures, and what was given back of it and of earlier sales. */
const salesOf = ({ sales, computed_at: at }: SiteFigures) => {
  const sum = (of: (sale: SiteFigures['sales'][number]) => boolean): number =>
    hundredthsToNumber(sales.filter(of).reduce((total, { amount }) => total + BigInt(amount), 0n));
  const isSale = ({ kind }: SiteFigures['sales'][number]): boolean => !isOneOf<string>(MOVEMENT_GROUPS.refund, kind);
  /** Postage is paid with content. */
  const sourceOf = (kind: string) => (kind === 'shipping' ? 'content' : earningSourceOf(kind));
  return {
    total: sum(isSale),
    refunded: -sum((sale) => !isSale(sale)),
    byDay: Array.from({ length: SALES_DAYS }, (_, index) => {
      const day = new Date(at.getTime() - (SALES_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
      const from = (source: 'tips' | 'subscriptions' | 'content' | 'live'): number =>
        sum((sale) => sale.day === day && sourceOf(sale.kind) === source);
      return { day, tips: from('tips'), subscriptions: from('subscriptions'), content: from('content'), live: from('live') };
    }),
  };
};

const diskOf = async ({ diskSpace }: Platform) => {
  const { freeBytes, reserveBytes } = await diskSpace.look();
  const state = freeBytes <= reserveBytes ? 'full' : freeBytes <= reserveBytes * 2 ? 'low' : 'ok';
  return { state, freeBytes, reserveBytes } as const;
};

/** Files that look like what was taken down; with an item in review, it counts instead. */
const OPEN_COPIES = sql`copy_matches m where m.state = 'open' and m.file_id is not null
  and not exists (select from item_files r join items i on i.id = r.item_id where r.file_id = m.file_id and i.state = 'review')`;

/** The figures of the admin's start page: queues and what is live are counted now, the rest is stored. */
export const getOverview = async (platform: Platform) => {
  const { database, clock } = platform;
  const [counts, figures, ledger, backups, disk] = await Promise.all([
    sql<{
      waiting: number;
      oldest: Date | null;
      notices: number;
      oldest_notice: Date | null;
      participants: number;
      oldest_participant: Date | null;
      reports: number;
      oldest_report: Date | null;
      appeals: number;
      oldest_appeal: Date | null;
      next_due: Date | null;
      late: number;
      complaints: number;
      oldest_complaint: Date | null;
      payouts: number;
      oldest_payout: Date | null;
      reviews: number;
      oldest_review: Date | null;
      copies: number;
      oldest_copy: Date | null;
      online: number;
      shows: number;
      viewers: number;
      failed_jobs: number;
    }>`
      select
        (select count(*)::int from performers where state = 'pending') as waiting,
        (select min(applied_at) from performers where state = 'pending') as oldest,
        (select count(*)::int from takedown_notices where state = 'open') as notices,
        (select min(created_at) from takedown_notices where state = 'open') as oldest_notice,
        (select count(*)::int from participants where state = 'pending' and removed_at is null) as participants,
        (select min(created_at) from participants where state = 'pending' and removed_at is null) as oldest_participant,
        (select count(*)::int from reports where state = 'open') as reports,
        (select min(created_at) from reports where state = 'open') as oldest_report,
        (select (select count(*) from restrictions where appeal_state = 'open') + (select count(*) from complaints where state = 'open'))::int as appeals,
        (select least((select min(appealed_at) from restrictions where appeal_state = 'open'),
          (select min(created_at) from complaints where state = 'open'))) as oldest_appeal,
        (select least((select min(due_at) from reports where state = 'open'), (select min(due_at) from takedown_notices where state = 'open'),
          (select min(appeal_due_at) from restrictions where appeal_state = 'open'), (select min(due_at) from complaints where state = 'open'))) as next_due,
        (select (select count(*) from reports where state = 'open' and due_at <= ${clock.now()})
          + (select count(*) from takedown_notices where state = 'open' and due_at <= ${clock.now()})
          + (select count(*) from restrictions where appeal_state = 'open' and appeal_due_at <= ${clock.now()})
          + (select count(*) from complaints where state = 'open' and due_at <= ${clock.now()}))::int as late,
        (select count(*)::int from order_lines where complaint_state = 'open') as complaints,
        (select min(complained_at) from order_lines where complaint_state = 'open') as oldest_complaint,
        (select count(*)::int from payout_requests where state = 'pending') as payouts,
        (select min(created_at) from payout_requests where state = 'pending') as oldest_payout,
        (select count(*)::int from items where state = 'review' and parent_id is null) as reviews,
        (select min(v.requested_at) from items i join item_reviews v on v.item_id = i.id
          where i.state = 'review' and i.parent_id is null) as oldest_review,
        (select count(distinct m.file_id)::int from ${OPEN_COPIES}) as copies,
        (select min(m.created_at) from ${OPEN_COPIES}) as oldest_copy,
        (select count(*)::int from (${accountsSeenAfter(onlineSince(clock))}) seen) as online,
        (select count(*)::int from streams where state in ('live', 'interrupted')) as shows,
        (select coalesce(sum(viewer_count), 0)::int from streams where state in ('live', 'interrupted')) as viewers,
        (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as failed_jobs`.execute(database),
    readSiteFigures(platform),
    readLastLedgerCheck(platform),
    // By the machine's clock, as they are made.
    readBackupState(platform, new Date()),
    diskOf(platform),
  ]);
  const row = counts.rows[0]!;
  return {
    applications: { waiting: row.waiting, oldestWaitingAt: row.oldest?.toISOString() ?? null },
    takedowns: { waiting: row.notices, oldestWaitingAt: row.oldest_notice?.toISOString() ?? null },
    participants: { waiting: row.participants, oldestWaitingAt: row.oldest_participant?.toISOString() ?? null },
    reports: { waiting: row.reports, oldestWaitingAt: row.oldest_report?.toISOString() ?? null },
    appeals: { waiting: row.appeals, oldestWaitingAt: row.oldest_appeal?.toISOString() ?? null },
    decisions: { nextDueAt: row.next_due?.toISOString() ?? null, late: row.late },
    complaints: { waiting: row.complaints, oldestWaitingAt: row.oldest_complaint?.toISOString() ?? null },
    payouts: { waiting: row.payouts, oldestWaitingAt: row.oldest_payout?.toISOString() ?? null },
    reviews: { waiting: row.reviews, oldestWaitingAt: row.oldest_review?.toISOString() ?? null },
    copies: { waiting: row.copies, oldestWaitingAt: row.oldest_copy?.toISOString() ?? null },
    accounts: {
      fans: figures.fans,
      performers: figures.performers,
      newInSevenDays: figures.new_accounts,
      onlineNow: row.online,
      suspended: figures.suspended,
    },
    live: { shows: row.shows, viewers: row.viewers },
    failedJobs: row.failed_jobs,
    content: { feeds: figures.posts },
    ledger: { balanced: ledger.ok, transactions: Number(figures.transactions), checkedAt: ledger.at.toISOString() },
    backups,
    disk,
    turnover: {
      sevenDays: hundredthsToNumber(figures.turnover_amount),
      commissionSevenDays: hundredthsToNumber(figures.commission_amount),
    },
    sales: salesOf(figures),
    figuresAt: figures.computed_at.toISOString(),
  };
};
