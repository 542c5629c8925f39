import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { RestrictedObject } from '../restrictions/index.ts';
import type { ReportedContent } from './takedowns.rules.ts';

/** Content that a notice's address led to when it arrived. */
export interface FoundContent {
  object: RestrictedObject;
  ownerId: string;
  title: string;
  /** Others than its owner can see it: only that is hidden before an admin looks at it. */
  isPublished: boolean;
}

interface Row {
  type: RestrictedObject['type'];
  id: string;
  ownerId: string;
  title: string;
  isPublished: boolean;
}

/** Finds the content of a notice; undefined when the address leads to nothing. The sender is never told which. */
export const findContent = async (executor: Executor, content: ReportedContent | undefined): Promise<FoundContent | undefined> => {
  if (!content) return undefined;
  const { rows } = await (content.kind === 'item'
    ? sql<Row>`
        select i.kind as type, i.id, i.performer_id as "ownerId", coalesce(nullif(c.title, ''), nullif(left(c.text, 120), ''), i.title) as title,
          (i.state = 'active') as "isPublished"
        from items i left join item_contents c on c.item_id = i.id
        where i.id = ${content.id}::uuid and i.kind = ${content.itemKind} and i.kind <> 'message'`
    : content.kind === 'comment'
      ? sql<Row>`
          select 'comment' as type, c.id, c.author_id as "ownerId", left(c.content, 120) as title, (c.hidden_at is null and i.state = 'active') as "isPublished"
          from comments c join items i on i.id = c.item_id where c.id = ${content.id}::uuid and c.deleted_at is null`
      : sql<Row>`
          select * from (
            select 'stream' as type, s.id, s.performer_id as "ownerId", s.title, true as "isPublished", 0 as place
            from streams s join accounts a on a.id = s.performer_id
            where a.username = ${content.username} and ${content.isShow ?? false} and s.ended_at is null and s.rehearsal is null and s.type <> 'private'
            union all
            select 'account', a.id, a.id, a.name, (a.status = 'active' and p.state = 'approved'), 1
            from accounts a join performers p on p.account_id = a.id where a.username = ${content.username} and a.status <> 'deleted') f
          order by f.place limit 1`
  ).execute(executor);
  const [row] = rows;
  return row && { object: { type: row.type, id: row.id }, ownerId: row.ownerId, title: row.title, isPublished: row.isPublished };
};
