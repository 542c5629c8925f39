import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { restoreItem, takeDownItem } from '../items/index.ts';
import { holdOf, liftObject, restrict } from '../restrictions/index.ts';
import { forgetFeaturedOrder } from './featured-order.ts';
import { getContent } from './content.queries.ts';

/** An admin hides an item from everybody at once; its performer is told why. @throws CodedError NOT_FOUND */
export const takeDownContent = async (
  platform: Platform,
  adminId: string,
  itemId: string,
  note: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { title } = await getContent(platform, itemId);
  const at = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const { performerId: accountId, kind: itemKind, state } = await takeDownItem(trx, itemId, at);
    const object = { type: itemKind, id: itemId };
    const given = { accountId, measure: 'removed', object, title: title ?? '', reason: 'other', facts: note, source: 'own' } as const;
    const { row, isNew } = await restrict(trx, { ...given, decidedBy: adminId, at });
    if (isNew) await holdOf(trx, row.id, { state });
    await recordAudit(trx, { actorId: adminId, action: 'content.takenDown', objectKind: itemKind, objectId: itemId, detail: { note }, at });
    return {};
  });
};

/** An admin shows an item again. @throws CodedError NOT_FOUND, ITEM_STATE unless it is taken down */
export const restoreContent = async (
  platform: Platform,
  adminId: string,
  itemId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await getContent(platform, itemId);
  const at = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const known = await trx.selectFrom('items').select('kind').where('id', '=', itemId).executeTakeFirst();
    const lifted = known && (await liftObject(trx, { type: known.kind, id: itemId }, adminId, at));
    const { kind: objectKind } = await restoreItem(trx, itemId, at, lifted?.held_state);
    await recordAudit(trx, { actorId: adminId, action: 'content.restored', objectKind, objectId: itemId, at });
    return {};
  });
};

/** An admin pins an item among what the site features, or unpins it. @throws CodedError NOT_FOUND, ITEM_STATE for one that isn't shown */
export const featureItem = async (
  platform: Platform,
  adminId: string,
  itemId: string,
  place: number | null,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const item = await getContent(platform, itemId);
  if (place !== null && item.state !== 'active') throw new CodedError('ITEM_STATE');
  const at = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    if (place === null) await trx.deleteFrom('featured_items').where('item_id', '=', itemId).execute();
    else
      await trx
        .insertInto('featured_items')
        .values({ item_id: itemId, place, created_at: at })
        .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ place }))
        .execute();
    await recordAudit(trx, {
      actorId: adminId,
      action: place === null ? 'content.unpinned' : 'content.pinned',
      objectKind: item.kind,
      objectId: itemId,
      detail: { place },
      at,
    });
    return {};
  });
  forgetFeaturedOrder(platform);
};
