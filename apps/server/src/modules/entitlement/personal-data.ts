import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** An account's permanent entitlements, and the items it sells. */
export const registerEntitlementData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'entitlements',
    tables: ['entitlements', 'items', 'galleries', 'photos', 'videos', 'products'],
    async read(executor, accountId) {
      return {
        data: {
          entitlements: await readRows(executor, 'entitlements', sql`t.account_id = ${accountId}::uuid`),
          items: await readRows(executor, 'items', sql`t.performer_id = ${accountId}::uuid`),
          galleries: await readRows(executor, 'galleries', sql`t.performer_id = ${accountId}::uuid`),
          photos: await readRows(executor, 'photos', sql`t.performer_id = ${accountId}::uuid`),
          videos: await readRows(executor, 'videos', sql`t.performer_id = ${accountId}::uuid`),
          products: await readRows(executor, 'products', sql`t.performer_id = ${accountId}::uuid`),
        },
      };
    },
    /** Off sale; buyers keep access, and the title. */
    async erase(trx, accountId) {
      await sql`
        update items i set on_sale = false, updated_at = ${platform.clock.now()},
          title = case when exists (select from entitlements e where e.item_id = i.id and e.revoked_at is null) then i.title else '' end
        where i.performer_id = ${accountId}::uuid`.execute(trx);
    },
    keeps: [{ what: 'personalData.kept.bought', years: 10, of: 'performer' }],
  });
