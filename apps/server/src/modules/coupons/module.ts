import { defineModule } from '../../platform/module.ts';
import { registerCouponData } from './personal-data.ts';

export const coupons = defineModule({
  name: 'coupons',
  tables: ['coupons', 'coupon_uses'],
  personalData: ({ platform }) => registerCouponData(platform),
});
