export { type CouponTerms, discountsOf } from './coupons.rules.ts';
export { couponCodeOf, findCoupon } from './find-coupon.ts';
