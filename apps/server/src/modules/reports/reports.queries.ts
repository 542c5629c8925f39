import type { AdminReport, PerformerReport } from '@stagedoor/contract/reports';
import type { ReportState } from '@stagedoor/contract/reports.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import {
  type List,
  type ListQuery,
  ONE_ROW,
  type Page,
  type Sorts,
  allOf,
  by,
  limitOf,
  madeIn,
  readPage,
  sorted,
} from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { isPrivateMessage } from '../conversations/index.ts';
import { appealOf, pathOfObject } from '../restrictions/index.ts';

interface Row {
  id: string;
  reference: string;
  object_type: PerformerReport['object']['kind'];
  object_id: string;
  title: string;
  reason: PerformerReport['reason'];
  text: string;
  state: ReportState;
  outcome: PerformerReport['outcome'];
  decision_note: string;
  decided_at: Date | null;
  restriction_state: 'active' | 'lifted' | null;
  appeal_until: Date | null;
  appeal_text: string;
  appeal_state: ReportState | null;
  appealed_at: Date | null;
  appeal_note: string;
  appeal_decided_at: Date | null;
  created_at: Date;
  owner_username: string;
  path_kind: string | null;
  path_id: string | null;
}

const shownOf = (row: Row): Omit<PerformerReport, 'appealUntil'> => ({
  _id: row.id,
  reference: row.reference,
  object: {
    kind: row.object_type,
    _id: row.object_id,
    title: row.title,
    path: pathOfObject(row.object_type, row.object_id, row.owner_username, { kind: row.path_kind, id: row.path_id }),
  },
  reason: row.reason,
  state: row.state,
  outcome: row.outcome,
  note: row.decision_note,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  appeal: appealOf(row),
});

/** A comment's page is that of its item. */
const columns = sql`r.*, x.state as restriction_state, x.appeal_until, x.appeal_state, coalesce(x.appeal_text, '') as appeal_text, x.appealed_at,
  coalesce(x.appeal_note, '') as appeal_note, x.appeal_decided_at, w.username as owner_username, coalesce(i.kind, ci.kind) as path_kind, coalesce(i.id, ci.id) as path_id`;
const from = sql`
  from reports r join accounts w on w.id = r.owner_id left join items i on i.id = r.item_id
  left join restrictions x on x.id = r.restriction_id
  left join comments c on r.object_type = 'comment' and c.id = r.object_id left join items ci on ci.id = c.item_id`;

const SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`r.created_at`),
  updatedAt: by.instant(sql`r.updated_at`),
};

/** What the performer may know of: who reported it can't be told from it, and what police may look into isn't told before it is decided. */
const isToldOwner = sql<boolean>`(r.state = 'upheld' or x.appeal_state is not null or (r.object_type not in ('message', 'account') and r.reason <> 'underage'))`;

type PerformerQuery = ListQuery<'createdAt' | 'updatedAt'> & { state?: ReportState | undefined; id?: string };

/** Reports about what is a performer's, newest first. */
export const listPerformerReports = async (
  platform: Platform,
  performerId: string,
  query: PerformerQuery,
): Promise<List<PerformerReport>> => {
  const matching = sql`${from} where ${allOf(
    sql`r.owner_id = ${performerId}::uuid`,
    isToldOwner,
    query.state && sql`r.state = ${query.state}`,
    query.id && sql`r.id = ${query.id}::uuid`,
  )}`;
  const { order } = sorted(SORTS, query, sql`r.id`);
  const page = sql<Row>`select ${columns} ${matching} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, matching);
  const now = platform.clock.now();
  const data = rows.map((row) => ({
    ...shownOf(row),
    appealUntil:
      row.state === 'upheld' &&
      row.restriction_state === 'active' &&
      row.appeal_state === null &&
      row.appeal_until &&
      row.appeal_until > now
        ? row.appeal_until.toISOString()
        : null,
  }));
  return { data, ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getPerformerReport = async (platform: Platform, performerId: string, reportId: string): Promise<PerformerReport> => {
  const { data } = await listPerformerReports(platform, performerId, { ...ONE_ROW, id: reportId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

export interface AdminReportRow extends Row {
  reporter_id: string;
  reporter_username: string;
  reporter_name: string;
  owner_id: string;
  owner_name: string;
  owner_role: string;
  open: number;
  is_down: boolean;
  is_private: boolean;
  due_at: Date;
  hiding: AdminReport['hiding'];
  decided_by_name: string | null;
}

/** The words of a private message are for those who look at it, which is audited. */
const isPrivate = sql<boolean>`(r.object_type = 'message' and ${isPrivateMessage(sql`r.object_id`)})`;

const adminColumns = sql`${columns}, ${isPrivate} as is_private, b.username as reporter_username, b.name as reporter_name, w.name as owner_name, w.role as owner_role,
  d.name as decided_by_name,
  (select count(*)::int from reports o where o.object_id = r.object_id and o.object_type = r.object_type and o.state = 'open') as open,
  case when r.object_type in ('account', 'avatar', 'cover', 'welcomeVideo') then w.status <> 'active' or exists (
      select from restrictions f where f.object_type = r.object_type and f.object_id = r.object_id and f.state = 'active' and f.measure in ('hidden', 'removed'))
    when r.object_type = 'comment' then coalesce(c.hidden_at is not null or c.deleted_at is not null, true)
    when r.object_type = 'stream' then not exists (select from streams s where s.id = r.object_id and s.ended_at is null)
    when r.object_type = 'message' then not exists (select from messages m where m.id = r.object_id and m.deleted_at is null)
    else coalesce(i.state <> 'active', true) end as is_down`;
const adminFrom = sql`${from} join accounts b on b.id = r.reporter_id left join accounts d on d.id = r.decided_by`;

export const adminReportOf = (row: AdminReportRow, locale: Locale): AdminReport => ({
  ...shownOf(row.is_private ? { ...row, title: translate(locale, 'reports.privateMessageFrom', { username: row.owner_username }) } : row),
  text: row.text,
  reporter: { _id: row.reporter_id, username: row.reporter_username, name: row.reporter_name },
  owner: { _id: row.owner_id, username: row.owner_username, name: row.owner_name, isPerformer: row.owner_role === 'performer' },
  open: row.open,
  isDown: row.is_down,
  dueAt: row.due_at.toISOString(),
  hiding: row.hiding,
  decidedBy: row.decided_by_name,
});

const isFirst = sql<boolean>`not exists (select from reports e where e.restriction_id = r.restriction_id and e.id < r.id)`;

const QUEUES: Record<ReportState | 'appealed', { where: RawBuilder<boolean>; queue: Sorts<'queue'>['queue'] }> = {
  // Those whose content waits in sight come first.
  open: {
    where: sql`r.state = 'open'`,
    queue: [by.number(sql`(case when r.hiding in ('limited', 'unfounded', 'cleared') then 0 else 1 end)`), by.instant(sql`r.due_at`)],
  },
  // The first of several reports about the same.
  appealed: { where: sql`(x.appeal_state = 'open' and ${isFirst})`, queue: by.instant(sql`x.appeal_due_at`, { nullable: true }) },
  upheld: { where: sql`r.state = 'upheld'`, queue: by.instant(sql`r.decided_at`, { nullable: true, reversed: true }) },
  rejected: { where: sql`r.state = 'rejected'`, queue: by.instant(sql`r.decided_at`, { nullable: true, reversed: true }) },
};

interface ReportQuery extends ListQuery<'queue' | 'createdAt' | 'updatedAt'> {
  state: ReportState | 'appealed';
  from?: string | undefined;
  until?: string | undefined;
}

/** Reports in a state; their queue: what is due first, what is decided the newest first. */
export const listedReports = (query: Omit<ReportQuery, keyof Page>): Listed<AdminReportRow> => {
  const { where, queue } = QUEUES[query.state];
  const shown = (after: RawBuilder<unknown> | null) => allOf(where, madeIn(sql`r.created_at`, query), after);
  return {
    order: sorted({ ...SORTS, queue }, query, sql`r.id`),
    id: sql`r.id`,
    from: (_reach, after) => sql`from reports r left join restrictions x on x.id = r.restriction_id where ${shown(after)}`,
    page: ({ key, after, end }) => sql<AdminReportRow>`select ${adminColumns}, ${key} ${adminFrom} where ${shown(after)} ${end}`,
  };
};

/** A page of the reports in a state, with how many there are in each. */
export const listReports = async (platform: Platform, locale: Locale, query: ReportQuery) => {
  const [{ rows, ...totals }, { rows: counts }] = await Promise.all([
    readListed(platform.database, listedReports(query), query),
    sql<{ state: string; count: number; appealed: number; oldest: Date }>`
      select r.state, count(*)::int as count, (count(*) filter (where x.appeal_state = 'open' and ${isFirst}))::int as appealed, min(r.created_at) as oldest
      from reports r left join restrictions x on x.id = r.restriction_id group by r.state`.execute(platform.database),
  ]);
  const countOf = (state: string): number => counts.find((row) => row.state === state)?.count ?? 0;
  const appealed = counts.reduce((sum, row) => sum + row.appealed, 0);
  return {
    data: rows.map((row) => adminReportOf(row, locale)),
    ...totals,
    counts: { open: countOf('open'), appealed, upheld: countOf('upheld'), rejected: countOf('rejected') },
    oldestOpenAt: counts.find(({ state }) => state === 'open')?.oldest.toISOString() ?? null,
  };
};

/** The measure that an upheld report of a performer's led to. @throws CodedError NOT_FOUND, REPORT_STATE without one */
export const restrictionOfReport = async (platform: Platform, performerId: string, reportId: string): Promise<string> => {
  const report = await getPerformerReport(platform, performerId, reportId);
  const row = await platform.database.selectFrom('reports').select('restriction_id').where('id', '=', report._id).executeTakeFirst();
  if (!row?.restriction_id) throw new CodedError('REPORT_STATE');
  return row.restriction_id;
};

/** The measure that an appeal of the queue of reports is about. @throws CodedError NOT_FOUND, REPORT_STATE without one */
export const appealedRestriction = async (platform: Platform, reportId: string): Promise<string> => {
  const row = await platform.database.selectFrom('reports').select('restriction_id').where('id', '=', reportId).executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  if (!row.restriction_id) throw new CodedError('REPORT_STATE');
  return row.restriction_id;
};

/** @throws CodedError NOT_FOUND */
export const getReport = async (platform: Platform, locale: Locale, reportId: string): Promise<AdminReport> => {
  const { rows } = await sql<AdminReportRow>`select ${adminColumns} ${adminFrom} where r.id = ${reportId}::uuid`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return adminReportOf(rows[0], locale);
};
