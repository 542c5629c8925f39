import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/table/Table.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './gateways.module.css';

const DUTY_PAGES = {
  consent: '/admin/applications',
  identity: '/admin/performers',
  review: '/admin/content',
  liveModeration: '/admin/live',
  complaints: '/admin/reports',
  report: null,
} as const;

const Report = ({ months }: { months: readonly string[] }) => {
  const t = useText();
  const format = useFormat();
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <div className={styles.report}>
      <SelectField
        label={t('gateways.reportMonth')}
        value={month}
        onChoose={setMonth}
        choices={months.map((value) => ({ value, text: format.date(`${value}-15T12:00:00Z`, 'monthYear') }))}
      />
      <Button kind="outline" href={`/api/admin/gateways/report?month=${month}`} download={`card-schemes-${month}.csv`}>
        {t('gateways.download')}
      </Button>
    </div>
  );
};

/** The card schemes' duties with their state, disputes by month, and the monthly report. */
export const SchemeDuties = () => {
  const t = useText();
  const format = useFormat();
  const query = useData('GET /admin/gateways/duties', {});
  if (!query.data)
    return (
      <Pending of={query}>
        <RowsSkeleton rows={6} size={32} />
      </Pending>
    );
  const { duties, disputes, months } = query.data;
  return (
    <div className={styles.stack}>
      <Card pad="lg">
        <CardHead title={t('gateways.duties')} />
        <p className={classes(type.small, type.quiet)}>{t('gateways.dutiesText')}</p>
        <ul className={styles.checks}>
          {duties.map(({ duty, isMet, open }) => {
            const Icon = isMet ? IconCircleCheck : IconAlertTriangle;
            const page = DUTY_PAGES[duty];
            return (
              <li key={duty} className={classes(styles.check, isMet ? styles.ok : styles.failed)}>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                <span>
                  <span className={type.strong}>{t(`gateways.duty.${duty}.title`)}</span>
                  <span className={classes(type.small, type.quiet, styles.detail)}>{t(`gateways.duty.${duty}.text`)}</span>
                  {page && open > 0 ? (
                    <a className={styles.dutyLink} href={page}>
                      {t('gateways.dutyOpen', { count: open })}
                    </a>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
        <Report months={months} />
      </Card>
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
                title: t('gateways.reportMonth'),
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
    </div>
  );
};
