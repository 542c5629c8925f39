import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeFile } from '../files/index.ts';

/** Posts that nobody bought are deleted with their files; those that were bought stay visible to their buyers only. */
const erase = async (platform: Platform, trx: Trx, accountId: string): Promise<void> => {
  const now = platform.clock.now();
  await sql`
    with gone as (delete from poll_votes where account_id = ${accountId}::uuid returning poll_id)
    insert into outbox (event, payload) select distinct 'polls.voted', jsonb_build_object('pollId', poll_id) from gone`.execute(trx);
  await sql`delete from timelines where account_id = ${accountId}::uuid or performer_id = ${accountId}::uuid`.execute(trx);
  await sql`update feeds set state = 'deleted', pinned_at = null, updated_at = ${now} where performer_id = ${accountId}::uuid`.execute(trx);
  const unsold = sql`select f.id from feeds f where f.performer_id = ${accountId}::uuid
    and not exists (select from entitlements e where e.item_id = f.id and e.revoked_at is null)`;
  const { rows: files } = await sql<{ id: string }>`
    select file_id as id from feed_files where feed_id in (${unsold})
    union select thumbnail_file_id from feeds where id in (${unsold}) and thumbnail_file_id is not null
    union select teaser_file_id from feeds where id in (${unsold}) and teaser_file_id is not null`.execute(trx);
  await sql`delete from feed_files where feed_id in (${unsold})`.execute(trx);
  await sql`
    update feeds set title = '', text = '', media = '[]', preview = null, teaser = null, thumbnail_file_id = null, teaser_file_id = null,
      teaser_cut = false
    where id in (${unsold})`.execute(trx);
  for (const { id } of files) {
    // A file may also belong to another post that was bought.
    const { rows } = await sql`
      select from feed_files where file_id = ${id}::uuid
      union all select from feeds where ${id}::uuid in (thumbnail_file_id, teaser_file_id)`.execute(trx);
    if (rows.length === 0) await removeFile(platform, trx, id);
  }
};

/** A performer's posts with their files, and an account's home feed. */
export const registerFeedData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'feeds',
    tables: ['feeds', 'timelines', 'polls', 'poll_options', 'poll_votes'],
    async read(executor, accountId) {
      const { rows: files } = await sql<{ feed_id: string; original_key: string }>`
        select f.id as feed_id, x.original_key from feeds f
        join files x on x.id in (select file_id from feed_files where feed_id = f.id union select f.thumbnail_file_id union select f.teaser_file_id)
        where f.performer_id = ${accountId}::uuid`.execute(executor);
      return {
        data: {
          feeds: await readRows(executor, 'feeds', sql`t.performer_id = ${accountId}::uuid`, ['media', 'preview', 'teaser']),
          polls: await readRows(executor, 'polls', sql`t.performer_id = ${accountId}::uuid`),
          pollOptions: await readRows(
            executor,
            'poll_options',
            sql`t.poll_id in (select id from polls where performer_id = ${accountId}::uuid)`,
          ),
          votes: await readRows(executor, 'poll_votes', sql`t.account_id = ${accountId}::uuid`),
          home: await readRows(executor, 'timelines', sql`t.account_id = ${accountId}::uuid`),
        },
        files: files.map(({ feed_id, original_key }) => ({
          name: `${feed_id}/${original_key.split('/').at(-1)}`,
          storageKey: original_key,
        })),
      };
    },
    erase: (trx, accountId) => erase(platform, trx, accountId),
  });
