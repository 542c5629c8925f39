export { type CouponTerms, discountsOf } from './coupons.rules.ts';
export { codeOfCoupon, couponCodeOf, findCoupon } from './find-coupon.ts';
export { createCoupon, listCoupons, updateCoupon } from './write-coupon.ts';
