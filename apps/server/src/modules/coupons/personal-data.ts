import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Which coupons an account used: part of what it ordered, and kept as long. */
export const registerCouponData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'coupons',
    tables: ['coupon_uses'],
    async read(executor, accountId) {
      return { data: { used: await readRows(executor, 'coupon_uses', sql`t.account_id = ${accountId}::uuid`) } };
    },
  });
