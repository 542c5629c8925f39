import { useData } from '../../app/data.ts';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';

/** Where something is paid: no show, one by its id, or one that is only asked for. */
export type ShowPaidIn = { streamId: string } | 'new' | undefined;

/**
 * What the buyer's own limits leave: of the day and the month, the one that leaves less. In a show its limit, and the other if that leaves less
 * still. Nothing without a limit.
 */
export const LimitLine = ({ show }: { show?: ShowPaidIn }) => {
  const t = useText();
  const format = useFormat();
  const streamId = typeof show === 'object' ? show.streamId : undefined;
  // What was paid a moment ago counts.
  const { data } = useData('GET /spending-limits', streamId ? { query: { streamId } } : {}, { refetchOnMount: 'always' });
  if (!data) return null;
  const { daily, monthly, coolOffUntil } = data;
  const isDay = daily.left !== null && (monthly.left === null || daily.left <= monthly.left);
  const left = isDay ? daily.left : monthly.left;
  const leftInShow = show === undefined ? null : show === 'new' ? data.show.limit : (data.show.inShow?.left ?? null);
  if (left === null && leftInShow === null && !coolOffUntil) return null;
  return (
    <span className={classes(type.tiny, type.quiet, styles.limit)} role="status">
      {coolOffUntil ? (
        t('limits.breakUntil', { date: format.date(coolOffUntil, 'dayTime') })
      ) : (
        <>
          {leftInShow === null ? null : <span>{t('limits.leftShow', { left: format.money(leftInShow) })}</span>}
          {left === null || (leftInShow !== null && leftInShow <= left) ? null : (
            <span>{t(isDay ? 'limits.leftToday' : 'limits.leftMonth', { left: format.money(left) })}</span>
          )}
        </>
      )}
    </span>
  );
};
