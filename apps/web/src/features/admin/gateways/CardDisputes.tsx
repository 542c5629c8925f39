import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/table/Table.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './gateways.module.css';

/** The share of payments that banks took back, by month, with the way to the card schemes' duties. */
export const CardDisputes = () => {
  const t = useText();
  const format = useFormat();
  const query = useData('GET /admin/gateways/disputes', {});
  if (!query.data)
    return (
      <Pending of={query}>
        <RowsSkeleton rows={6} size={32} />
      </Pending>
    );
  const { disputes } = query.data;
  return (
    <div className={styles.stack}>
      <Card pad="lg">
        <CardHead title={t('gateways.disputes')} />
        <p className={classes(type.small, type.quiet)}>{t('gateways.disputesText')}</p>
        {disputes.length === 0 ? (
          <p className={classes(type.small, type.quiet)}>{t('gateways.noDisputes')}</p>
        ) : (
          <Table
            caption={t('gateways.disputes')}
            rows={disputes}
            rowKey={(row) => `${row.month}${row.gateway}`}
            columns={[
              {
                key: 'month',
                narrow: 'main',
                title: t('gateways.report.month'),
                cell: (row) => format.date(`${row.month}-15T12:00:00Z`, 'monthYear'),
              },
              { key: 'gateway', title: t('gateways.company'), cell: (row) => t(`gateways.name.${row.gateway}`) },
              { key: 'payments', number: true, title: t('gateways.payments'), cell: (row) => format.count(row.payments) },
              { key: 'disputes', number: true, title: t('gateways.disputed'), cell: (row) => format.count(row.disputes) },
              {
                key: 'ratio',
                narrow: 'end',
                number: true,
                title: t('gateways.ratio'),
                cell: (row) => <Chip tone={row.isAlert ? 'bad' : 'plain'}>{format.percent(row.ratio)}</Chip>,
              },
            ]}
          />
        )}
      </Card>
      <div>
        <Button kind="outline" to="/admin/duties">
          {t('gateways.toDuties')}
        </Button>
      </div>
    </div>
  );
};
