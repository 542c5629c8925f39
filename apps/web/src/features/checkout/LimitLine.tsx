import { useData } from '../../app/data.ts';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** What the buyer's own limits leave: of the day and the month, the one that leaves less. Nothing without a limit. */
export const LimitLine = () => {
  const t = useText();
  const format = useFormat();
  const { data } = useData('GET /spending-limits', {});
  if (!data) return null;
  const { daily, monthly, coolOffUntil } = data;
  const isDay = daily.left !== null && (monthly.left === null || daily.left <= monthly.left);
  const left = isDay ? daily.left : monthly.left;
  if (left === null && !coolOffUntil) return null;
  return (
    <span className={classes(type.tiny, type.quiet)} role="status">
      {coolOffUntil
        ? t('limits.breakUntil', { date: format.date(coolOffUntil, 'dayTime') })
        : t(isDay ? 'limits.leftToday' : 'limits.leftMonth', { left: format.money(left ?? 0) })}
    </span>
  );
};
