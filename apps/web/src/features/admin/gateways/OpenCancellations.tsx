import type { OpenCancellation } from '@stagedoor/contract/admin-gateways';
import { useQueryClient } from '@tanstack/react-query';
import { useListData } from '../../../app/data.ts';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';
import { ActButton } from '../frame/ActButton.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';
import { GatewayList } from './GatewayList.tsx';
import styles from './gateways.module.css';

const LIMIT = 25;

const MadeButton = ({ row }: { row: OpenCancellation }) => {
  const t = useText();
  const client = useQueryClient();
  const refresh = () => {
    for (const key of ['GET /admin/gateways', 'GET /admin/gateways/cancellations']) void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <ActButton
      write="POST /admin/gateways/cancellations/{id}/done"
      input={{ params: { id: row._id } }}
      size="sm"
      kind="outline"
      tone="gold"
      label={t('gateways.made')}
      title={t('gateways.cancelMadeTitle')}
      text={t(row.askedBy === 'buyer' ? 'gateways.cancelMadeEnds' : 'gateways.cancelMadeText', { id: row.subscriptionId })}
      onDone={refresh}
    />
  );
};

/** Cancelled subscriptions that their company hasn't reported as cancelled: it may charge them again. */
export const OpenCancellations = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const list = useListData('GET /admin/gateways/cancellations', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<OpenCancellation>[] = [
    { key: 'buyer', narrow: 'main', title: t('money.buyer'), cell: (row) => (row.buyer ? <PersonCell person={row.buyer} /> : null) },
    {
      key: 'subscription',
      title: t('gateways.subscription'),
      cell: (row) => (
        <span className={styles.lines}>
          {row.performer ? <span>{t('gateways.subscriptionTo', { name: row.performer.name })}</span> : null}
          <span className={classes(type.tiny, type.faint)}>
            {t(`gateways.name.${row.gateway}`)} <span dir="ltr">{row.subscriptionId}</span>
          </span>
        </span>
      ),
    },
    { key: 'since', number: true, title: t('gateways.since'), cell: (row) => format.date(row.askedAt, 'dayTime') },
    {
      key: 'next',
      number: true,
      title: t('gateways.nextCharge'),
      cell: (row) => (row.renewsAt ? format.date(row.renewsAt, 'dayTime') : t('gateways.unknownCharge')),
    },
    {
      key: 'todo',
      title: t('gateways.toDo'),
      wrap: true,
      cell: (row) => <span className={classes(type.small, styles.advice)}>{t(`gateways.askedBy.${row.askedBy}`)}</span>,
    },
    { key: 'made', narrow: 'end', title: '', cell: (row) => <MadeButton row={row} /> },
  ];
  return (
    <div className={styles.stack}>
      {list.data && list.data.total > 0 ? <p className={classes(type.small, type.quiet)}>{t('gateways.cancellationsText')}</p> : null}
      <GatewayList
        list={list}
        columns={columns}
        limit={LIMIT}
        caption={t('gateways.cancellations')}
        empty={t('gateways.noCancellations')}
      />
    </div>
  );
};
