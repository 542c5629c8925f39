import type { RestoreAnswer, Unbooked } from '@stagedoor/contract/admin-restore';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './restore.module.css';
import { useSiteTime } from './use-site-time.ts';

/** Lists what can't be booked here, with what finds it at the company. */
const UnbookedList = ({ answer }: { answer: RestoreAnswer }) => {
  const t = useText();
  const locale = useLocale();
  const money = ({ amount, currency }: Unbooked): string =>
    amount === null ? '–' : currency ? new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount) : String(amount);
  const columns: readonly Column<Unbooked>[] = [
    {
      key: 'number',
      narrow: 'main',
      title: t('restore.number'),
      cell: (row) => <span className={styles.number}>{row.paymentId ?? row.saleId}</span>,
    },
    { key: 'event', title: t('restore.event'), cell: (row) => t(`restore.event.${row.event}`) },
    { key: 'when', title: t('restore.when'), cell: (row) => row.at.slice(0, 19).replace('T', ' ') },
    { key: 'why', title: t('restore.reason'), cell: (row) => t(`restore.reason.${row.reason}`) },
    { key: 'amount', narrow: 'end', number: true, title: t('restore.amount'), cell: money },
  ];
  const title = t('restore.unbooked', { company: t(`gateways.name.${answer.company}`) });
  return (
    <>
      <h4 className={type.strong}>{title}</h4>
      <p className={classes(type.small, type.quiet)}>{t('restore.unbookedText')}</p>
      <Table
        caption={title}
        columns={columns}
        rows={answer.unbooked}
        rowKey={(row) => [row.event, row.saleId, row.paymentId, row.at, row.amount, answer.unbooked.indexOf(row)].join(' ')}
      />
    </>
  );
};

/** A card company's account of the time since the backup. */
export const CompanyAnswer = ({ answer }: { answer: RestoreAnswer }) => {
  const t = useText();
  const format = useFormat();
  const { failure, way } = answer;
  const until = useSiteTime()(answer.toldUntil);
  return (
    <section className={styles.company}>
      <div className={styles.companyHead}>
        <h3 className={type.strong}>{t(`gateways.name.${answer.company}`)}</h3>
        {way === 'none' ? null : (
          <Chip size="sm" tone={failure ? 'bad' : 'ok'}>
            {t('restore.result', { booked: format.count(answer.booked), known: format.count(answer.known) })}
          </Chip>
        )}
      </div>
      {failure ? (
        <p className={classes(type.small, styles.problem)}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          <span>
            {t(`restore.failure.${failure.reason}`, { until })}
            {failure.detail ? ` ${t('restore.detail', { detail: failure.detail })}` : ''}
          </span>
        </p>
      ) : null}
      {failure && way === 'list' ? null : <p className={classes(type.small, type.quiet)}>{t(`restore.way.${way}`, { until })}</p>}
      {answer.unbooked.length > 0 ? <UnbookedList answer={answer} /> : null}
    </section>
  );
};
