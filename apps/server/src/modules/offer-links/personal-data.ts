import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** A performer's links and how they were used, and the links a fan used. */
export const registerOfferLinkData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'offer-links',
    tables: ['offer_links', 'offer_link_uses'],
    async read(executor, accountId) {
      return {
        data: {
          links: await readRows(executor, 'offer_links', sql`t.performer_id = ${accountId}::uuid`),
          used: await readRows(executor, 'offer_link_uses', sql`t.fan_id = ${accountId}::uuid`),
          // Who used the own links are others' data.
          uses: await readRows(executor, 'offer_link_uses', sql`t.performer_id = ${accountId}::uuid`, ['fan_id', 'order_id']),
        },
      };
    },
    /** A performer's links close and lose their names; that a fan used one is kept, as the subscription's row is. */
    async erase(trx, accountId) {
      const now = platform.clock.now();
      await sql`update offer_links set name = '', closed_at = coalesce(closed_at, ${now}), updated_at = ${now}
        where performer_id = ${accountId}::uuid`.execute(trx);
    },
  });
