import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { restrictedObject } from '../restrictions/index.ts';
import type { Claimed } from './hide-at-once.ts';

/** Messages, comments and parts of profiles that show a file. Items are left out: their review holds them. */
export const shownWithFile = async (trx: Trx, fileId: string): Promise<Claimed[]> => {
  const { rows } = await sql<{ type: string; id: string; ownerId: string; title: string }>`
    select 'message' as type, m.id, m.sender_id as "ownerId", left(m.text, 120) as title from messages m
      where cardinality(m.file_ids) > 0 and m.file_ids @> array[${fileId}::uuid] and m.deleted_at is null and m.taken_down_at is null
    union all select 'comment', c.id, c.author_id, left(c.content, 120) from comments c
      where c.file_id = ${fileId}::uuid and c.deleted_at is null and c.taken_down_at is null
    union all select 'avatar', a.id, a.id, a.name from accounts a where a.avatar_file_id = ${fileId}::uuid
    union all select 'cover', a.id, a.id, a.name from performers p join accounts a on a.id = p.account_id where p.cover_file_id = ${fileId}::uuid
    union all select 'welcomeVideo', a.id, a.id, a.name from performers p join accounts a on a.id = p.account_id
      where p.welcome_video_file_id = ${fileId}::uuid`.execute(trx);
  return rows.map(({ type, id, ownerId, title }) => ({ object: restrictedObject(type, id), ownerId, title }));
};
