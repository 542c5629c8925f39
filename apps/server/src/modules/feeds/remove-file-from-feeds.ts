import { sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import { withdrawItem } from '../entitlement/index.ts';
import { feedTypeOf } from './feeds.rules.ts';
import { type FeedRow, filesOfFeed, refreshFeedMedia } from './feeds.store.ts';

/**
 * Removes a file from every feed that nobody bought. A feed that is left empty becomes a draft.
 * The caller has locked the file's row, so that no feed starts using it meanwhile.
 */
export const removeFileFromFeeds = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  const { rows: feeds } = await sql<FeedRow>`
    select f.* from feeds f
    where (f.id in (select feed_id from feed_files where file_id = ${fileId}::uuid) or ${fileId}::uuid in (f.thumbnail_file_id, f.teaser_file_id))
      and not exists (select from entitlements e where e.item_id = f.id and e.revoked_at is null)
    order by f.id for update`.execute(trx);
  for (const feed of feeds) {
    await trx.deleteFrom('feed_files').where('feed_id', '=', feed.id).where('file_id', '=', fileId).execute();
    const left = await filesOfFeed(trx, feed.id);
    const changes = {
      type: feedTypeOf(left),
      thumbnail_file_id: feed.thumbnail_file_id === fileId ? null : feed.thumbnail_file_id,
      teaser_file_id: feed.teaser_file_id === fileId ? null : feed.teaser_file_id,
      teaser_cut: feed.teaser_cut && left.some(({ kind }) => kind === 'video'),
    };
    await trx
      .updateTable('feeds')
      .set({ ...changes, updated_at: at })
      .where('id', '=', feed.id)
      .execute();
    await refreshFeedMedia(trx, { id: feed.id, ...changes });
    const isEmpty = left.length === 0 && feed.text === '';
    if (!isEmpty || feed.state === 'deleted' || feed.state === 'draft' || feed.state === 'taken-down') continue;
    await trx.updateTable('feeds').set({ state: 'draft', pinned_at: null }).where('id', '=', feed.id).execute();
    await withdrawItem(trx, feed.id);
    await recordEvent(trx, 'feeds.deleted', { feedId: feed.id, performerId: feed.performer_id });
  }
};
