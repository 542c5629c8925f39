import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import type { TimelineEntry } from '@stagedoor/contract/admin-people';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { isPrivateMessage } from '../conversations/index.ts';

/** So many entries are shown, and no source is read further. */
const SHOWN = 40;

interface Row {
  at: Date;
  kind: TimelineEntry['kind'];
  id: string;
  detail: string | null;
  title: string;
  tokens: bigint | null;
  money: bigint | null;
  person_id: string | null;
  username: string | null;
  name: string | null;
}

/** Not the words of a private message: those are read in the report alone, which is audited. */
const reportTitle = sql`case when r.object_type = 'message' and ${isPrivateMessage(sql`r.object_id`)} then '' else r.title end`;

interface Source {
  /** Who may read it, of those who may look accounts up. */
  permission: AdminPermission;
  select(accountId: string): RawBuilder<unknown>;
}

/** `at, kind, id, detail, title, tokens, money, person_id` of each source, newest first, found by an index of the account's. What is null has its type. */
const SOURCES: readonly Source[] = [
  {
    permission: 'users',
    select: (id) => sql`
      select a.created_at, 'joined', a.id, null::text, '', null::bigint, null::bigint, null::uuid from accounts a where a.id = ${id}::uuid`,
  },
  {
    permission: 'users',
    select: (id) => sql`
      select coalesce(s.started_at, s.created_at), 'show', s.id, s.end_reason, s.title, null::bigint, null::bigint, null::uuid
      from streams s where s.performer_id = ${id}::uuid and s.rehearsal is null order by s.id desc`,
  },
  {
    permission: 'money',
    select: (id) => sql`
      select t.created_at, 'paid', t.id, t.kind, coalesce(t.item_title, ''), abs(t.tokens_amount), abs(t.gross_amount), t.seller_id
      from ledger.transactions t where t.buyer_id = ${id}::uuid order by t.created_at desc, t.id desc`,
  },
  {
    permission: 'money',
    select: (id) => sql`
      select t.created_at, 'earned', t.id, t.kind, coalesce(t.item_title, ''), abs(t.tokens_amount), abs(t.net_amount), t.buyer_id
      from ledger.transactions t where t.seller_id = ${id}::uuid order by t.created_at desc, t.id desc`,
  },
  {
    permission: 'money',
    select: (id) => sql`
      select r.created_at, 'payout', r.id, r.state, '', null::bigint, r.amount, null::uuid
      from payout_requests r where r.performer_id = ${id}::uuid order by r.created_at desc, r.id desc`,
  },
  {
    permission: 'content',
    select: (id) => sql`
      select r.created_at, 'report', r.id, r.state, ${reportTitle}, null::bigint, null::bigint, r.owner_id
      from reports r where r.reporter_id = ${id}::uuid order by r.created_at desc`,
  },
  {
    permission: 'content',
    select: (id) => sql`
      select r.created_at, 'reported', r.id, r.state, ${reportTitle}, null::bigint, null::bigint, r.reporter_id
      from reports r where r.owner_id = ${id}::uuid order by r.created_at desc`,
  },
];

const amountOf = (value: bigint | null): number | null => (value === null ? null : hundredthsToNumber(value));

/** What happened around an account, newest first, as far as the admin may read it. */
export const readTimeline = async (
  executor: Executor,
  accountId: string,
  may: (permission: AdminPermission) => boolean,
): Promise<TimelineEntry[]> => {
  const parts = SOURCES.filter(({ permission }) => may(permission)).map(
    ({ select }) => sql`(select * from (${select(accountId)}) part limit ${sql.lit(SHOWN)})`,
  );
  const { rows } = await sql<Row>`
    with events (at, kind, id, detail, title, tokens, money, person_id) as (
      select * from (${sql.join(parts, sql` union all `)}) parts (at) order by at desc limit ${sql.lit(SHOWN)})
    select e.*, p.username, p.name from events e left join accounts p on p.id = e.person_id order by e.at desc, e.id desc`.execute(
    executor,
  );
  return rows.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    detail: row.detail,
    title: row.title,
    tokens: amountOf(row.tokens),
    money: amountOf(row.money),
    person:
      row.person_id && row.username !== null && row.name !== null ? { _id: row.person_id, username: row.username, name: row.name } : null,
  }));
};
