import type { AdminObjection } from '@stagedoor/contract/restrictions';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { isPrivateMessage } from '../conversations/index.ts';
import { pathOfObject } from '../restrictions/index.ts';

interface Row {
  id: string;
  kind: AdminObjection['kind'];
  reference: string;
  object_type: NonNullable<AdminObjection['object']>['kind'] | null;
  object_id: string | null;
  title: string;
  owner_username: string | null;
  is_private: boolean;
  reason: AdminObjection['reason'];
  facts: string;
  text: string;
  state: AdminObjection['state'];
  note: string;
  by_id: string | null;
  by_username: string | null;
  by_name: string | null;
  first_decided_by: string | null;
  decided_by: string | null;
  created_at: Date;
  decided_at: Date | null;
  due_at: Date;
}

/** Appeals and complaints as one table `o`. */
const OBJECTIONS = sql`(
  select x.id, 'appeal' as kind, x.reference, x.object_type, x.object_id, x.title, x.account_id as owner_id, x.account_id as by_id, x.reason, x.facts,
    x.decided_by as first_id, x.appeal_decided_by as decided_id, x.appeal_text as text, x.appeal_state as state, x.appeal_note as note,
    x.appealed_at as created_at, x.appeal_decided_at as decided_at, x.appeal_due_at as due_at
  from restrictions x where x.appeal_state is not null
  union all
  select q.id, 'complaint', r.reference, r.object_type, r.object_id, r.title, r.owner_id, r.reporter_id, r.reason, r.decision_note,
    r.decided_by, q.decided_by, q.text, q.state, q.note, q.created_at, q.decided_at, q.due_at
  from complaints q join reports r on r.id = q.report_id
  union all
  select q.id, 'complaint', n.reference, n.object_type, n.object_id, n.url, case when n.object_type = 'account' then n.object_id else i.performer_id end,
    null, n.reason, n.decision_note, n.decided_by, q.decided_by, q.text, q.state, q.note, q.created_at, q.decided_at, q.due_at
  from complaints q join takedown_notices n on n.id = q.notice_id left join items i on i.id = n.object_id)`;

const objectionOf = (row: Row, locale: Locale): AdminObjection => ({
  _id: row.id,
  kind: row.kind,
  reference: row.reference,
  object:
    row.object_type === null || row.object_id === null
      ? null
      : {
          kind: row.object_type,
          _id: row.object_id,
          title: row.is_private ? translate(locale, 'reports.privateMessageFrom', { username: row.owner_username ?? '' }) : row.title,
          path: pathOfObject(row.object_type, row.object_id, row.owner_username ?? ''),
        },
  reason: row.reason,
  facts: row.facts,
  text: row.text,
  state: row.state,
  note: row.note,
  by: row.by_id === null ? null : { _id: row.by_id, username: row.by_username ?? '', name: row.by_name ?? '' },
  firstDecidedBy: row.first_decided_by,
  decidedBy: row.decided_by,
  createdAt: row.created_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
});

const SORTS = {
  createdAt: by.instant(sql`o.created_at`),
  updatedAt: by.instant(sql`coalesce(o.decided_at, o.created_at)`),
} satisfies Sorts<string>;
const DUE = by.instant(sql`o.due_at`);
const DECIDED = by.instant(sql`o.decided_at`, { nullable: true, reversed: true });

const columns = sql`o.id, o.kind, o.reference, o.object_type, o.object_id, o.title, w.username as owner_username, o.reason, o.facts, o.text, o.state, o.note,
  (o.object_type = 'message' and ${isPrivateMessage(sql`o.object_id`)}) as is_private,
  o.by_id, b.username as by_username, b.name as by_name, f.name as first_decided_by, d.name as decided_by, o.created_at, o.decided_at, o.due_at`;
/** The accounts that an objection `o` names. */
const named = sql`left join accounts w on w.id = o.owner_id left join accounts b on b.id = o.by_id
  left join accounts f on f.id = o.first_id left join accounts d on d.id = o.decided_id`;

/** Appeals against measures, and complaints about rejections. A private message is named by its sender alone. */
export const listObjections = async (
  platform: Platform,
  locale: Locale,
  query: ListQuery<'queue' | keyof typeof SORTS> & { state: 'open' | 'decided' },
) => {
  const isOpen = query.state === 'open';
  const { order } = sorted({ ...SORTS, queue: isOpen ? DUE : DECIDED }, query, sql`o.id`);
  const from = sql`from ${OBJECTIONS} o where (o.state = 'open') = ${isOpen}`;
  const page = sql<Row>`
    select ${columns} from (select o.* ${from} order by ${order} ${limitOf(query)}) o ${named} order by ${order}`;
  const [{ rows, ...totals }, { rows: counts }] = await Promise.all([
    readPage(platform.database, query, page, from),
    sql<{ open: number; decided: number }>`
      select (count(*) filter (where o.state = 'open'))::int as open, (count(*) filter (where o.state <> 'open'))::int as decided
      from ${OBJECTIONS} o`.execute(platform.database),
  ]);
  return { data: rows.map((row) => objectionOf(row, locale)), ...totals, counts: counts[0]! };
};

/** Counts the appeals and complaints that wait. */
export const countOpenObjections = async ({ database }: Pick<Platform, 'database'>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from restrictions where appeal_state = 'open') + (select count(*) from complaints where state = 'open'))::int as count`.execute(
    database,
  );
  return rows[0]!.count;
};

/** @param id of the measure or of the complaint @throws CodedError NOT_FOUND */
export const getObjection = async (platform: Platform, locale: Locale, id: string): Promise<AdminObjection> => {
  const { rows } = await sql<Row>`
    select ${columns} from (select o.* from ${OBJECTIONS} o where o.id = ${id}::uuid) o ${named}`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return objectionOf(rows[0], locale);
};
