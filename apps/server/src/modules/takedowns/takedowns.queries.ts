import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import { sql } from 'kysely';
import { readableAddress } from '../../platform/mail/readable-address.ts';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, type Sorts, by, limitOf, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { contentAt } from './takedowns.rules.ts';

interface Row {
  id: string;
  reference: string;
  url: string;
  reason: TakedownNotice['reason'];
  statement: string;
  name: string;
  email: string;
  state: TakedownNotice['state'];
  decision_note: string;
  due_at: Date;
  hiding: TakedownNotice['hiding'];
  object_type: string | null;
  object_id: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  created_at: Date;
}

const columns = sql`n.id, n.reference, n.url, n.reason, n.statement, n.name, n.email, n.state, n.decision_note, n.due_at, n.hiding, n.object_type, n.object_id, d.name as decided_by_name, n.decided_at, n.created_at`;
const tables = sql`takedown_notices n left join accounts d on d.id = n.decided_by`;

type Target = NonNullable<TakedownNotice['target']>;

interface TargetRow extends Target {
  at: number;
}

/** The content that notices are about, in one statement: as stored with the notice, or for those of older versions by its address. */
const targetsOf = async (platform: Platform, rows: readonly Row[]): Promise<Map<string, Target>> => {
  const wanted = rows.map((row) => {
    if (row.object_type !== null && row.object_id !== null) return { type: row.object_type, id: row.object_id, username: null };
    const content = contentAt(row.url, platform.config.publicUrl);
    if (content?.kind === 'account') return { type: 'account', id: null, username: content.username };
    return content ? { type: content.kind === 'item' ? content.itemKind : 'comment', id: content.id, username: null } : null;
  });
  const asked = wanted.flatMap((one, at) => (one ? [{ ...one, at }] : []));
  const { rows: found } = await sql<TargetRow>`
    with asked as (
      select * from unnest(${asked.map(({ at }) => at)}::int[], ${asked.map(({ type }) => type)}::text[], ${asked.map(({ id }) => id)}::uuid[],
        ${asked.map(({ username }) => username)}::text[]) q (at, type, id, username)
    )
    select q.at, i.kind, i.id as _id, coalesce(nullif(c.title, ''), left(c.text, 80)) as title, a.username, i.state <> 'active' as "isDown"
    from asked q join items i on i.id = q.id and i.kind = q.type left join item_contents c on c.item_id = i.id join accounts a on a.id = i.performer_id
    where i.kind <> 'stream'
    union all
    select q.at, 'stream', s.id, s.title, a.username, s.ended_at is not null
    from asked q join streams s on q.type = 'stream' and s.id = q.id join accounts a on a.id = s.performer_id
    union all
    select q.at, 'comment', m.id, left(m.content, 80), a.username, m.hidden_at is not null or m.deleted_at is not null
    from asked q join comments m on q.type = 'comment' and m.id = q.id join accounts a on a.id = m.author_id
    union all
    select q.at, 'account', a.id, a.name, a.username, a.status <> 'active' or exists (select from performers p where p.account_id = a.id and p.hidden_at is not null)
    from asked q join accounts a on q.type = 'account' and (a.id = q.id or a.username = q.username)`.execute(platform.database);
  return new Map(found.map(({ at, ...target }) => [rows[at]!.id, { ...target, title: target.title ?? '' }]));
};

const noticesOf = async (platform: Platform, rows: readonly Row[]): Promise<TakedownNotice[]> => {
  const targets = await targetsOf(platform, rows);
  return rows.map((row) => ({
    _id: row.id,
    reference: row.reference,
    url: row.url,
    reason: row.reason,
    statement: row.statement,
    name: row.name,
    email: readableAddress(row.email),
    state: row.state,
    decisionNote: row.decision_note,
    dueAt: row.due_at.toISOString(),
    hiding: row.hiding,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    target: targets.get(row.id) ?? null,
  }));
};

/** A notice changes once, when it is decided. */
const SORTS = {
  createdAt: by.instant(sql`n.created_at`),
  updatedAt: by.instant(sql`coalesce(n.decided_at, n.created_at)`),
} satisfies Sorts<string>;
/** Those whose content waits in sight come first. */
const DUE = [by.number(sql`(case when n.hiding in ('limited', 'unfounded', 'cleared') then 0 else 1 end)`), by.instant(sql`n.due_at`)];
const DECIDED = by.instant(sql`n.decided_at`, { nullable: true, reversed: true });

/** Notices in a state; their queue: pending ones by the instant they are due, decided ones newest first. */
export const listNotices = async (
  platform: Platform,
  query: ListQuery<'queue' | keyof typeof SORTS> & { state: TakedownNotice['state'] },
) => {
  const { order } = sorted({ ...SORTS, queue: query.state === 'open' ? DUE : DECIDED }, query, sql`n.id`);
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`select ${columns} from ${tables} where n.state = ${query.state} order by ${order} ${limitOf(query)}`.execute(
      platform.database,
    ),
    sql<{ state: string; count: number; oldest: Date }>`
      select state, count(*)::int as count, min(created_at) as oldest from takedown_notices group by state`.execute(platform.database),
  ]);
  const countOf = (state: string): number => counts.find((row) => row.state === state)?.count ?? 0;
  return {
    data: await noticesOf(platform, rows),
    total: countOf(query.state),
    counts: { open: countOf('open'), upheld: countOf('upheld'), rejected: countOf('rejected') },
    oldestOpenAt: counts.find(({ state }) => state === 'open')?.oldest.toISOString() ?? null,
  };
};

/** @throws CodedError NOT_FOUND */
export const getNotice = async (platform: Platform, noticeId: string): Promise<TakedownNotice> => {
  const { rows } = await sql<Row>`select ${columns} from ${tables} where n.id = ${noticeId}::uuid`.execute(platform.database);
  const [notice] = await noticesOf(platform, rows);
  if (!notice) throw new CodedError('NOT_FOUND');
  return notice;
};
