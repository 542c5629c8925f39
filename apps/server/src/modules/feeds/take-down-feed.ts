import { type Trx, recordEvent } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { withdrawItem } from '../entitlement/index.ts';

/**
 * Hides a feed from everyone at once, buyers included: only for legal reasons. Does nothing when it is already taken down.
 * @returns the performer's id
 * @throws CodedError NOT_FOUND
 */
export const takeDownFeed = async (trx: Trx, feedId: string, at: Date): Promise<{ performerId: string }> => {
  const feed = await trx.selectFrom('feeds').select(['performer_id', 'state']).where('id', '=', feedId).forUpdate().executeTakeFirst();
  if (!feed) throw new CodedError('NOT_FOUND');
  if (feed.state !== 'taken-down') {
    await trx.updateTable('feeds').set({ state: 'taken-down', pinned_at: null, updated_at: at }).where('id', '=', feedId).execute();
    await withdrawItem(trx, feedId);
    await recordEvent(trx, 'feeds.deleted', { feedId, performerId: feed.performer_id });
  }
  return { performerId: feed.performer_id };
};
