import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeFile } from '../files/index.ts';

/** An account's comments, without others' replies. */
export const registerCommentData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'comments',
    tables: ['comments'],
    async read(executor, accountId) {
      const { rows: files } = await sql<{ id: string; original_key: string }>`
        select c.id, x.original_key from comments c join files x on x.id = c.file_id where c.author_id = ${accountId}::uuid`.execute(
        executor,
      );
      return {
        data: { comments: await readRows(executor, 'comments', sql`t.author_id = ${accountId}::uuid`) },
        files: files.map(({ id, original_key: storageKey }) => ({ name: `${id}/${storageKey.split('/').at(-1)}`, storageKey })),
      };
    },
    /** Texts and pictures are deleted; others' replies are hidden with them. */
    async erase(trx, accountId) {
      const now = platform.clock.now();
      const { rows } = await sql<{ id: string; file_id: string | null; item_id: string; parent_id: string | null }>`
        select id, file_id, item_id, parent_id from comments where author_id = ${accountId}::uuid and (deleted_at is null or content <> '')
        for update`.execute(trx);
      await sql`
        update comments set content = '', file_id = null, deleted_at = coalesce(deleted_at, ${now}),
          deleted_by = coalesce(deleted_by, ${accountId}::uuid), updated_at = ${now}
        where author_id = ${accountId}::uuid`.execute(trx);
      for (const { file_id } of rows) if (file_id !== null) await removeFile(platform, trx, file_id);
      await sql`
        insert into outbox (event, payload)
        select distinct 'comments.changed', jsonb_build_object('itemId', item_id, 'parentId', parent_id)
        from unnest(${rows.map(({ item_id }) => item_id)}::uuid[], ${rows.map(({ parent_id }) => parent_id)}::uuid[]) as c (item_id, parent_id)`.execute(
        trx,
      );
    },
  });
