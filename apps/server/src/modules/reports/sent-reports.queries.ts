import type { SentReport } from '@stagedoor/contract/restrictions';
import { sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { pathOfObject } from '../restrictions/index.ts';
import { complainUntilOf } from './complain.ts';

interface Row {
  id: string;
  reference: string;
  object_type: SentReport['object']['kind'];
  object_id: string;
  title: string;
  reason: SentReport['reason'];
  text: string;
  state: SentReport['state'];
  note: string;
  created_at: Date;
  decided_at: Date | null;
  restriction_id: string | null;
  owner_username: string;
  complaint_state: SentReport['state'] | null;
  complaint_text: string | null;
  complaint_note: string | null;
  complained_at: Date | null;
  complaint_decided_at: Date | null;
}

/** A complaint as its sender sees it, from the columns of a list. */
export const complaintOf = (
  row: Pick<Row, 'complaint_state' | 'complaint_text' | 'complaint_note' | 'complained_at' | 'complaint_decided_at'>,
): SentReport['complaint'] =>
  row.complaint_state === null || row.complained_at === null
    ? null
    : {
        state: row.complaint_state,
        text: row.complaint_text ?? '',
        note: row.complaint_note ?? '',
        createdAt: row.complained_at.toISOString(),
        decidedAt: row.complaint_decided_at?.toISOString() ?? null,
      };

const sentReportOf = (row: Row, now: Date): SentReport => {
  const until = row.state === 'rejected' && row.decided_at && row.restriction_id === null ? complainUntilOf(row.decided_at) : null;
  return {
    _id: row.id,
    reference: row.reference,
    object: {
      kind: row.object_type,
      _id: row.object_id,
      title: row.title,
      path: row.state === 'rejected' ? pathOfObject(row.object_type, row.object_id, row.owner_username) : null,
    },
    reason: row.reason,
    text: row.text,
    state: row.state,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    complainUntil: until && until > now && row.complaint_state === null ? until.toISOString() : null,
    complaint: complaintOf(row),
  };
};

const SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`r.created_at`),
  updatedAt: by.instant(sql`r.updated_at`),
};

/** The reports that an account sent, newest first. One that an appeal rejected has the reason of that decision. */
export const listSentReports = async (
  platform: Platform,
  accountId: string,
  query: ListQuery<keyof typeof SORTS> & { id?: string },
): Promise<List<SentReport>> => {
  const from = sql`
    from reports r join accounts w on w.id = r.owner_id left join complaints q on q.report_id = r.id
      left join restrictions x on x.id = r.restriction_id
    where ${allOf(sql`r.reporter_id = ${accountId}::uuid`, query.id && sql`r.id = ${query.id}::uuid`)}`;
  const page = sql<Row>`
    select r.id, r.reference, r.object_type, r.object_id, r.title, r.reason, r.text, r.state, r.created_at, r.decided_at, r.restriction_id,
      case when r.state = 'rejected' and x.appeal_state = 'upheld' then x.appeal_note else r.decision_note end as note,
      w.username as owner_username, q.state as complaint_state, q.text as complaint_text, q.note as complaint_note, q.created_at as complained_at,
      q.decided_at as complaint_decided_at
    ${from} order by ${sorted(SORTS, query, sql`r.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  const now = platform.clock.now();
  return { data: rows.map((row) => sentReportOf(row, now)), ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getSentReport = async (platform: Platform, accountId: string, id: string): Promise<SentReport> => {
  const { data } = await listSentReports(platform, accountId, { ...ONE_ROW, id });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};
