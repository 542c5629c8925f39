import { COUNTED_SECONDS } from '@stagedoor/contract/videos.values';
import type { ItemKind } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import type { Platform } from '../../platform/platform.ts';
import { decideItems } from '../access/index.ts';

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Begins a view, or counts one that began long enough ago. @returns whether it was counted now */
const advanceView = async (trx: Trx, itemId: string, viewer: string, day: string, now: Date): Promise<boolean> => {
  const counted = await sql`
    update item_views set is_counted = true
    where item_id = ${itemId}::uuid and viewer = ${viewer} and day = ${day}::date and not is_counted
      and began_at <= ${new Date(now.getTime() - COUNTED_SECONDS * 1000)} returning 1`.execute(trx);
  if (counted.rows.length > 0) return true;
  await trx
    .insertInto('item_views')
    .values({ item_id: itemId, viewer, day, began_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return false;
};

/**
 * Tells of a view: the first of a day begins it, one from the third second on counts it, once. By account, and by network for visitors and
 * unverified accounts; an account's view also uses up its network's, so that logging out doesn't count twice. Own views and admins' don't
 * count. Viewers are stored as a keyed hash for a day (`sweepItemViews`). Accounts' positions are kept.
 * @param position seconds from the start; null when the player doesn't tell
 * @returns how often the item was viewed
 * @throws CodedError NOT_FOUND also for items hidden from this viewer; LOCKED
 */
export const countItemView = async (
  platform: Platform,
  kind: ItemKind,
  { viewer, ip, country }: { viewer: Viewer; ip: string; country: string | null },
  itemId: string,
  position: number | null,
): Promise<number> => {
  const { database, clock, encryption } = platform;
  const access = (await decideItems(platform, viewer, [itemId], country)).get(itemId);
  const item = access && (await database.selectFrom('items').select(['kind', 'performer_id']).where('id', '=', itemId).executeTakeFirst());
  if (!item || item.kind !== kind) throw new CodedError('NOT_FOUND');
  if (!access.allowed) throw new CodedError('LOCKED');
  const now = clock.now();
  const day = dayOf(now);
  const accountId = accountIdOf(viewer);
  const isActing = viewer.kind === 'account' && Boolean(viewer.actingAdminId);
  const isOther = viewer.kind === 'visitor' || (viewer.role !== 'admin' && !isActing && accountId !== item.performer_id);
  return transact(database, undefined, async (trx) => {
    if (isOther) {
      const keyOf = (who: string): string => encryption.fingerprint(`${day} ${itemId} ${who}`, 'itemViews');
      const isAccount = viewer.kind === 'account' && viewer.emailVerified;
      const network = keyOf(`network ${networkOf(ip)}`);
      if (await advanceView(trx, itemId, isAccount ? keyOf(`account ${accountId}`) : network, day, now)) {
        if (isAccount)
          await trx
            .insertInto('item_views')
            .values({ item_id: itemId, viewer: network, day, began_at: now, is_counted: true })
            .onConflict((conflict) => conflict.columns(['item_id', 'viewer', 'day']).doUpdateSet({ is_counted: true }))
            .execute();
        await sql`update item_counters set view_count = view_count + 1 where item_id = ${itemId}::uuid`.execute(trx);
        await sql`
          insert into item_view_days as d (item_id, day, views) values (${itemId}::uuid, ${day}::date, 1)
          on conflict (item_id, day) do update set views = d.views + 1`.execute(trx);
      }
    }
    if (accountId && !isActing)
      await trx
        .insertInto('item_positions')
        .values({ account_id: accountId, item_id: itemId, position_ms: Math.round((position ?? 0) * 1000), updated_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'item_id'])
            .doUpdateSet({ updated_at: now, ...(position === null ? {} : { position_ms: Math.round(position * 1000) }) }),
        )
        .execute();
    const { view_count: views } = await trx
      .selectFrom('item_counters')
      .select('view_count')
      .where('item_id', '=', itemId)
      .executeTakeFirstOrThrow();
    return Number(views);
  });
};

/** Deletes the stored viewers; the counts stay. After two days, a day is over in every time zone. @returns how many rows */
export const sweepItemViews = async ({ background, clock }: Pick<Platform, 'background' | 'clock'>): Promise<number> => {
  const before = dayOf(new Date(clock.now().getTime() - DAY_MS));
  const { numDeletedRows } = await background.deleteFrom('item_views').where('day', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
};
