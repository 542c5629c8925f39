import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';
import { type ShowPaidIn, useSpendingLeft } from './use-spending-left.ts';

/** What the buyer's own limits leave. In a show its limit, and that of a day or month if it leaves less still. Nothing without a limit. */
export const LimitLine = ({ show }: { show?: ShowPaidIn }) => {
  const t = useText();
  const format = useFormat();
  const left = useSpendingLeft(show);
  if (!left || (left.period === null && left.inShow === null && !left.coolOffUntil)) return null;
  const { period, inShow, coolOffUntil } = left;
  return (
    <span className={classes(type.tiny, type.quiet, styles.limit)} role="status">
      {coolOffUntil ? (
        t('limits.breakUntil', { date: format.date(coolOffUntil, 'dayTime') })
      ) : (
        <>
          {inShow === null ? null : <span>{t('limits.leftShow', { left: format.money(inShow) })}</span>}
          {period === null || (inShow !== null && inShow <= period.left) ? null : (
            <span>{t(period.kind === 'day' ? 'limits.leftToday' : 'limits.leftMonth', { left: format.money(period.left) })}</span>
          )}
        </>
      )}
    </span>
  );
};
