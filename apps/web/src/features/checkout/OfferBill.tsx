import type { LinkOffer } from '@stagedoor/contract/offer-links';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';

/** What an offer link gives, in a few words: "50% off the first month". */
export const useOfferName = (): ((link: Pick<LinkOffer, 'plan' | 'days' | 'percent'>) => string) => {
  const t = useText();
  const format = useFormat();
  return ({ plan, days, percent }) =>
    days === null ? t(`offers.off.${plan}`, { percent: format.percent(percent ?? 0) }) : t('offers.freeDays', { count: days });
};

/** What is paid now, and what a period costs from when on: surely, or if it is renewed. */
export const OfferBill = ({ link, renews = false }: { link: LinkOffer; renews?: boolean }) => {
  const t = useText();
  const format = useFormat();
  return (
    <dl className={styles.offerBill}>
      <div className={styles.billLine}>
        <dt className={classes(type.small, type.strong)}>{t('offers.now')}</dt>
        <dd className={styles.totalSum}>
          {link.first.price === 0 ? (
            <b>{t('offers.free')}</b>
          ) : (
            <Amount tokens={link.first.price} money={link.first.money} className={styles.price} />
          )}
        </dd>
      </div>
      <div className={styles.billLine}>
        <dt className={classes(type.small, type.quiet)}>
          {t(renews ? 'offers.from' : 'offers.fromIf', { date: format.periodDay(link.firstUntil) })}
        </dt>
        <dd className={styles.totalSum}>
          <Amount tokens={link.ordinary.price} money={link.ordinary.money} />
          <span className={classes(type.tiny, type.faint)}>{t(`offers.each.${link.plan}`)}</span>
        </dd>
      </div>
    </dl>
  );
};
