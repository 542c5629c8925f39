import type { PerformerCommission } from '@stagedoor/contract/admin-commissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useData, useListData } from '../../../app/data.ts';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { ListSearch } from '../../lists/ListSearch.tsx';
import { ListPages } from '../../lists/ListPages.tsx';
import { ListRows } from '../../lists/ListRows.tsx';
import { CommissionsForm } from '../accounts/PerformerForms.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';
import { useLastPage, useListSearch } from '../../lists/use-list-search.ts';
import styles from './commissions.module.css';

const LIMIT = 20;

/** The sheet for a performer's own rates, shared with their account. */
const OwnRates = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const client = useQueryClient();
  const { data: account } = useData('GET /admin/users/{id}', { params: { id } });
  return account ? (
    <CommissionsForm
      account={account}
      opened
      onClose={onClose}
      onDone={() => {
        for (const key of ['GET /admin/commissions/performers', 'GET /admin/users/{id}'])
          void client.invalidateQueries({ queryKey: [key] });
      }}
    />
  ) : null;
};

/** Performers with rates of their own; a search finds any performer to set some. */
export const PerformerCommissions = () => {
  const t = useText();
  const format = useFormat();
  const { get, offset, change } = useListSearch();
  const [chosen, setChosen] = useState<string | null>(null);
  const q = get('q') ?? '';
  const query = useListData('GET /admin/commissions/performers', { query: { limit: LIMIT, offset, ...(q ? { q } : {}) } });
  const columns: readonly Column<PerformerCommission>[] = [
    { key: 'performer', narrow: 'main', title: t('commissions.performer'), cell: (row) => <PersonCell person={row} /> },
    {
      key: 'rates',
      wrap: true,
      title: t('commissions.ownRates'),
      cell: ({ rates }) =>
        rates.length === 0
          ? t('people.siteRates')
          : rates.map(({ key, rate, setBy, setAt }) => (
              <span key={key} className={styles.ownRate}>
                <span>{`${t(`people.commission.${key}`)} ${format.percent(rate)}`}</span>
                {setAt ? (
                  <span className={classes(type.tiny, type.faint)}>
                    {t(setBy ? 'commissions.setBy' : 'commissions.setOn', { name: setBy ?? '', date: format.date(setAt, 'dayYear') })}
                  </span>
                ) : null}
              </span>
            )),
    },
    { key: 'gross', number: true, title: t('commissions.sold'), cell: (row) => format.money(row.gross) },
    {
      key: 'commission',
      narrow: 'end',
      number: true,
      title: t('commissions.kept'),
      cell: (row) => <span className={type.num}>{format.money(row.commission)}</span>,
    },
  ];
  const isBehind = useLastPage(query.data, LIMIT);
  const rows = query.data?.data ?? [];
  return (
    <Card pad="none" className={styles.card}>
      <header className={styles.head}>
        <h2 className={type.heading}>{t('commissions.own')}</h2>
        <p className={classes(type.small, type.quiet)}>{t('commissions.ownText')}</p>
        <ListSearch label={t('commissions.search')} />
      </header>
      <div className={styles.list}>
        {!query.data || isBehind ? (
          <Pending of={query}>
            <RowsSkeleton rows={3} size={36} />
          </Pending>
        ) : rows.length === 0 ? (
          <Empty title={t(q ? 'commissions.notFound' : 'commissions.none')} text={t('commissions.ownText')} />
        ) : (
          <ListRows of={query}>
            <Table
              caption={t('commissions.own')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row._id}
              selected={chosen}
              onSelect={(row) => setChosen(row._id)}
            />
          </ListRows>
        )}
        {query.data ? (
          <ListPages offset={offset} limit={LIMIT} list={query.data} onPage={(next) => change({ offset: String(next) })} />
        ) : null}
      </div>
      {chosen ? <OwnRates key={chosen} id={chosen} onClose={() => setChosen(null)} /> : null}
    </Card>
  );
};
