import type { Coupon } from '@stagedoor/contract/coupons';
import { useSiteTime } from '../../../app/site-time.ts';
import styles from '../../../ui/admin/offers.module.css';
import { Amount } from '../../../ui/Amount.tsx';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

type CouponState = 'on' | 'off' | 'later' | 'over' | 'usedUp';

const TONES: Record<CouponState, ChipTone> = { on: 'ok', off: 'plain', later: 'warn', over: 'plain', usedUp: 'plain' };

const couponStateOf = ({ active, startsAt, endsAt, usesMaximum, useCount }: Coupon, now: number): CouponState =>
  !active
    ? 'off'
    : endsAt !== null && new Date(endsAt).getTime() <= now
      ? 'over'
      : usesMaximum !== null && useCount >= usesMaximum
        ? 'usedUp'
        : startsAt !== null && new Date(startsAt).getTime() > now
          ? 'later'
          : 'on';

/** The columns of the list of coupons. */
export const useCouponColumns = (): readonly Column<Coupon>[] => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  const period = ({ startsAt, endsAt }: Coupon): string =>
    startsAt || endsAt
      ? t('coupons.fromTo', { from: startsAt ? format.date(startsAt, 'day') : '…', until: endsAt ? format.date(endsAt, 'dayYear') : '…' })
      : t('coupons.always');
  return [
    {
      key: 'code',
      narrow: 'main',
      title: t('coupons.code'),
      cell: (row) => (
        <span className={styles.words}>
          <span className={styles.code}>{row.code}</span>
          {row.name ? (
            <span className={classes(type.tiny, type.faint)}>
              <bdi>{row.name}</bdi>
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'off',
      narrow: 'end',
      number: true,
      title: t('coupons.off'),
      cell: (row) =>
        row.percent === null ? <Amount tokens={row.amount ?? 0} /> : <span className={type.num}>{format.percent(row.percent)}</span>,
    },
    {
      key: 'kinds',
      wrap: true,
      title: t('coupons.kinds'),
      cell: (row) => row.itemKinds.map((kind) => t(`coupons.kind.${kind}`)).join(', '),
    },
    { key: 'period', title: t('coupons.period'), cell: period },
    {
      key: 'state',
      title: t('coupons.state'),
      cell: (row) => {
        const state = couponStateOf(row, now);
        return <Chip tone={TONES[state]}>{t(`coupons.state.${state}`)}</Chip>;
      },
    },
    {
      key: 'uses',
      number: true,
      title: t('coupons.uses'),
      cell: (row) =>
        row.usesMaximum === null
          ? format.count(row.useCount)
          : t('coupons.usesOf', { uses: format.count(row.useCount), most: format.count(row.usesMaximum) }),
    },
    { key: 'discounted', number: true, title: t('coupons.discounted'), cell: (row) => <Amount tokens={row.discounted} /> },
  ];
};
