import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useListData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { PagedList } from '../../lists/ListPage.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { PayoutStateChip, destinationOf } from './payout-state.tsx';
import styles from './payouts.module.css';
import type { Payout } from './use-payouts.ts';

const LIMIT = 12;

/** Where the signed statement of a payout is downloaded. */
export const statementHref = (id: string): string => `/api/payout-requests/${id}/statement`;

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** One payout in full. */
const PayoutSheet = ({ payout, onClose }: { payout: Payout; onClose: () => void }) => {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  return (
    <Sheet
      opened
      onClose={onClose}
      title={payout.reference}
      width={480}
      foot={
        payout.statementHash ? (
          <span className={styles.files}>
            <Button
              kind="lift"
              size="lg"
              href={`${statementHref(payout._id)}/pdf?locale=${locale}`}
              download={`${payout.reference}.pdf`}
              icon={<IconFileTypePdf size={20} stroke={1.75} />}
            >
              {t('statements.pdf')}
            </Button>
            <Button
              kind="gold"
              size="lg"
              href={statementHref(payout._id)}
              download={`${payout.reference}.json`}
              icon={<IconDownload size={20} stroke={1.75} />}
            >
              {t('payouts.downloadStatement')}
            </Button>
          </span>
        ) : null
      }
    >
      <div className={styles.form}>
        <div className={styles.sheetHead}>
          <span className={classes(type.num, styles.second)}>{format.money(payout.amount)}</span>
          <PayoutStateChip payout={payout} />
        </div>
        {payout.reason ? (
          <p dir="auto" className={styles.reason}>
            {payout.reason}
          </p>
        ) : null}
        <dl className={styles.facts}>
          <Fact label={t('payouts.csv.to')}>{destinationOf(t, payout)}</Fact>
          <Fact label={t('payouts.fee')}>{format.money(payout.fee)}</Fact>
          <Fact label={t('payouts.receive')}>{format.money(payout.net)}</Fact>
          <Fact label={t('payouts.csv.requested')}>{format.date(payout.createdAt, 'dayTime')}</Fact>
          {payout.approvedAt ? <Fact label={t('payouts.step.approved')}>{format.date(payout.approvedAt, 'dayTime')}</Fact> : null}
          {payout.paidAt ? <Fact label={t('payouts.step.paid')}>{format.date(payout.paidAt, 'dayTime')}</Fact> : null}
          {payout.closedAt ? <Fact label={t(`payouts.state.${payout.state}`)}>{format.date(payout.closedAt, 'dayTime')}</Fact> : null}
          {payout.paymentReference ? <Fact label={t('payouts.paymentReference')}>{payout.paymentReference}</Fact> : null}
          {payout.note ? <Fact label={t('payouts.note')}>{payout.note}</Fact> : null}
        </dl>
      </div>
    </Sheet>
  );
};

/** All payouts, newest first; each opens with its dates, reason and statement. */
export const PayoutHistory = () => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { offset } = useListSearch();
  const list = useListData('GET /payout-requests/search', { query: { limit: LIMIT, offset } });
  const [opened, setOpened] = useState<Payout | null>(null);
  const isOut = ({ state }: Payout) => state === 'rejected' || state === 'cancelled' || state === 'returned';
  const columns: readonly Column<Payout>[] = [
    { key: 'when', narrow: 'main', title: t('payouts.csv.requested'), cell: (row) => format.date(row.createdAt, 'dayYear') },
    { key: 'reference', title: t('payouts.csv.reference'), cell: (row) => row.reference },
    { key: 'to', title: t('payouts.csv.to'), cell: (row) => `${t(`payouts.method.${row.method}`)} ${row.destination}` },
    {
      key: 'fee',
      number: true,
      title: t('payouts.fee'),
      cell: (row) => <span className={classes(type.num, type.faint)}>{format.money(row.fee)}</span>,
    },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('payouts.csv.amount'),
      cell: (row) => <span className={classes(type.num, isOut(row) && type.faint)}>{format.money(row.amount)}</span>,
    },
    { key: 'state', title: t('payouts.csv.state'), cell: (row) => <PayoutStateChip payout={row} /> },
  ];
  return (
    <Card pad="lg">
      <div className={styles.cardHead}>
        <h2 className={type.heading}>{t('payouts.history')}</h2>
        {list.data && list.data.total > 0 ? (
          <Button
            kind="text"
            size="sm"
            href={`/api/payout-requests/export?locale=${locale}`}
            download="payouts.csv"
            icon={<IconDownload size={20} stroke={1.75} />}
          >
            {t('payouts.csvFile')}
          </Button>
        ) : null}
      </div>
      <PagedList
        list={list}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={4} />}
        empty={<Empty level={3} title={t('payouts.none')} text={t('payouts.noneText')} />}
      >
        {(rows) => <Table caption={t('payouts.history')} columns={columns} rows={rows} rowKey={(row) => row._id} onSelect={setOpened} />}
      </PagedList>
      {opened ? <PayoutSheet payout={opened} onClose={() => setOpened(null)} /> : null}
    </Card>
  );
};
