import type { Coupon, CouponItemKind } from '@stagedoor/contract/coupons';
import { kindsWith } from '@stagedoor/contract/items.values';

/** Kinds that coupons may be for. */
export const COUPON_KINDS: readonly CouponItemKind[] = kindsWith('takesCoupons');

/** The terms of a coupon as they are typed. */
export interface CouponDraft {
  code: string;
  name: string;
  by: 'percent' | 'amount';
  off: string;
  kinds: readonly CouponItemKind[];
  startsAt: string | null;
  endsAt: string | null;
  usesMaximum: string;
  usesPerAccount: string;
  active: boolean;
}

const written = (value: number | null): string => (value === null ? '' : String(value));
const whole = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const draftOfCoupon = (coupon: Coupon | null): CouponDraft => ({
  code: coupon?.code ?? '',
  name: coupon?.name ?? '',
  by: coupon?.amount ? 'amount' : 'percent',
  off: written(coupon?.percent ?? coupon?.amount ?? null),
  kinds: coupon?.itemKinds ?? COUPON_KINDS,
  startsAt: coupon?.startsAt ?? null,
  endsAt: coupon?.endsAt ?? null,
  usesMaximum: written(coupon?.usesMaximum ?? null),
  usesPerAccount: written(coupon ? coupon.usesPerAccount : 1),
  active: coupon?.active ?? true,
});

/** The terms as the calls take them. */
export const termsOfDraft = ({ name, by, off, kinds, startsAt, endsAt, usesMaximum, usesPerAccount, active }: CouponDraft) => {
  const value = off.trim().replace(',', '.');
  return {
    name: name.trim(),
    percent: by === 'percent' ? value : null,
    amount: by === 'amount' ? value : null,
    itemKinds: [...kinds],
    startsAt,
    endsAt,
    usesMaximum: whole(usesMaximum),
    usesPerAccount: whole(usesPerAccount),
    active,
  };
};
