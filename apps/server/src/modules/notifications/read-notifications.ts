import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { announceTotals } from './announce.ts';
import { countUnread } from './notifications.queries.ts';

interface Reader {
  viewer: AccountViewer;
  country: string | null;
}

/**
 * Marks an own notification as read, or all of them. Repeating it changes nothing.
 * @param id null for all
 * @returns how many are unread then
 * @throws CodedError NOT_FOUND for other people's
 */
export const markRead = async (
  platform: Platform,
  realtime: Realtime,
  { viewer, country }: Reader,
  id: string | null,
  idempotency: Idempotency | undefined,
): Promise<{ total: number }> => {
  const { accountId } = viewer;
  const now = platform.clock.now();
  const unread = await transact(platform.database, idempotency, async (trx) => {
    const which = id === null ? sql`read_at is null` : sql`id = ${id}::uuid and on_site`;
    const { rows } = await sql`
      update notifications set read_at = coalesce(read_at, ${now}) where account_id = ${accountId}::uuid and ${which} returning id`.execute(
      trx,
    );
    if (id !== null && rows.length === 0) throw new CodedError('NOT_FOUND');
    return countUnread(trx, { accountId, country });
  });
  // The account's other windows.
  await announceTotals(realtime, [accountId]);
  return unread;
};
