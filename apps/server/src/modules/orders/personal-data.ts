import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Retention of accounts and vouchers; the longest that is usual. */
const BOOKS_YEARS = 10;

/** What an account ordered. What was ordered of it names its buyers, who are not its to tell of. */
export const registerOrderData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'orders',
    tables: ['orders'],
    async read(executor, accountId) {
      const sold = ['buyer_id', 'buyer_country', 'detail', 'gateway_payment_id', 'return_to'];
      return {
        data: {
          bought: await readRows(executor, 'orders', sql`t.buyer_id = ${accountId}::uuid`),
          sold: await readRows(executor, 'orders', sql`t.seller_id = ${accountId}::uuid`, sold),
        },
      };
    },
    keeps: [{ what: 'personalData.kept.orders', years: BOOKS_YEARS }],
  });
