import type { Contract, ResponseOf } from '@stagedoor/contract';
import { BarChart } from '../../../ui/BarChart.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './sales-chart.module.css';

/** What performers sold in thirty days, by day and source, before refunds; the refunds apart. */
export const SalesChart = ({ sales }: { sales: ResponseOf<Contract['GET /admin/overview']>['sales'] }) => {
  const t = useText();
  const format = useFormat();
  return (
    <BarChart
      label={t('admin.salesChart')}
      series={[t('model.source.tips'), t('model.source.subscriptions'), t('model.source.content')]}
      bars={sales.byDay.map(({ day, tips, live, subscriptions, content }) => ({ day, values: [tips + live, subscriptions, content] }))}
      head={
        <div className={styles.head}>
          <h2 className={type.heading}>{t('admin.salesOfDays', { count: sales.byDay.length })}</h2>
          <span className={classes(type.num, type.s26)}>{format.money(sales.total)}</span>
          {sales.refunded > 0 ? (
            <span className={classes(type.small, type.quiet)}>{t('admin.refunded', { money: format.money(sales.refunded) })}</span>
          ) : null}
        </div>
      }
    />
  );
};
