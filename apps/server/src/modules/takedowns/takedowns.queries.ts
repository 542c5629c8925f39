import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import type { ItemKind } from '@stagedoor/contract/items.values';
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
  decided_by_name: string | null;
  decided_at: Date | null;
  created_at: Date;
}

const columns = sql`n.id, n.reference, n.url, n.reason, n.statement, n.name, n.email, n.state, n.decision_note, d.name as decided_by_name, n.decided_at, n.created_at`;
const tables = sql`takedown_notices n left join accounts d on d.id = n.decided_by`;

type Target = NonNullable<TakedownNotice['target']>;

/** The content reported by notices, in one statement per kind. */
const targetsOf = async (platform: Platform, rows: readonly Row[]): Promise<Map<string, Target>> => {
  const contents = rows.map((row) => ({ row, content: contentAt(row.url, platform.config.publicUrl) }));
  const itemIds = contents.flatMap(({ content }) => (content?.kind === 'item' ? [content.id] : []));
  const usernames = contents.flatMap(({ content }) => (content?.kind === 'account' ? [content.username] : []));
  const [items, accounts] = await Promise.all([
    sql<{ id: string; kind: ItemKind; title: string; username: string; state: string }>`
      select i.id, i.kind, coalesce(nullif(c.title, ''), left(c.text, 80)) as title, a.username, i.state
      from items i join item_contents c on c.item_id = i.id join accounts a on a.id = i.performer_id
      where i.id = any(${itemIds}::uuid[])`.execute(platform.database),
    sql<{ id: string; name: string; username: string; status: string }>`
      select id, name, username, status from accounts where username = any(${usernames}::text[])`.execute(platform.database),
  ]);
  const found = new Map<string, Target>();
  for (const { row, content } of contents) {
    if (content?.kind === 'item') {
      const item = items.rows.find(({ id, kind }) => id === content.id && kind === content.itemKind);
      if (item)
        found.set(row.id, { kind: item.kind, _id: item.id, title: item.title, username: item.username, isDown: item.state !== 'active' });
    }
    if (content?.kind === 'account') {
      const account = accounts.rows.find(({ username }) => username === content.username);
      if (account) {
        const { id, name, username, status } = account;
        found.set(row.id, { kind: 'account', _id: id, title: name, username, isDown: status !== 'active' });
      }
    }
  }
  return found;
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
const DECIDED = by.instant(sql`n.decided_at`, { nullable: true, reversed: true });

/** Notices in a state; their queue: pending ones oldest first, decided ones newest first. */
export const listNotices = async (
  platform: Platform,
  query: ListQuery<'queue' | keyof typeof SORTS> & { state: TakedownNotice['state'] },
) => {
  const { order } = sorted({ ...SORTS, queue: query.state === 'open' ? SORTS.createdAt : DECIDED }, query, sql`n.id`);
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
