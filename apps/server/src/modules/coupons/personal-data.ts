import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** The coupons an account used: part of its orders, and retained as long. */
export const registerCouponData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'coupons',
    tables: ['coupon_uses'],
    async read(executor, accountId) {
      return { data: { used: await readRows(executor, 'coupon_uses', sql`t.account_id = ${accountId}::uuid`) } };
    },
  });
