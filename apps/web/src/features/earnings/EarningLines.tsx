import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { ListFilters } from '../lists/ListFilters.tsx';
import { PagedList } from '../lists/ListPage.tsx';
import { useListSearch } from '../lists/use-list-search.ts';
import { Amount } from '../../ui/Amount.tsx';
import { CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './earnings.module.css';

type Line = ResponseOf<Contract['GET /earning/search']>['data'][number];
const LIMIT = 20;
const SOURCES = ['tips', 'subscriptions', 'content', 'live', 'other'] as const satisfies readonly Line['source'][];

/** Every line of the earnings: gross, the frozen commission, net. */
export const EarningLines = ({ query }: { query: { from: string; to: string } }) => {
  const t = useText();
  const format = useFormat();
  const { oneOf, offset } = useListSearch();
  const source = oneOf('source', SOURCES);
  const lines = useData('GET /earning/search', { query: { ...query, limit: LIMIT, offset, ...(source ? { source } : {}) } });
  const { data, refetch } = lines;
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', () => void refetch());
  const columns: readonly Column<Line>[] = [
    { key: 'when', title: t('model.line.when'), cell: (line) => format.date(line.createdAt, 'dayTime') },
    {
      key: 'what',
      narrow: 'main',
      title: t('model.line.what'),
      cell: (line) => (
        <span className={styles.words}>
          <span className={type.strong}>{t(`movement.${line.kind}`)}</span>
          {line.item ? <span className={classes(type.tiny, type.faint, type.clip)}>{line.item.title || t('model.untitled')}</span> : null}
          {line.message ? <q className={classes(type.small, type.quiet)}>{line.message}</q> : null}
        </span>
      ),
    },
    { key: 'fan', title: t('model.line.fan'), cell: (line) => line.fan?.name ?? '' },
    {
      key: 'gross',
      title: t('model.line.gross'),
      number: true,
      cell: (line) => (
        <span>
          {line.tokens === null ? null : <Amount tokens={line.tokens} />} <span className={type.faint}>{format.money(line.gross)}</span>
        </span>
      ),
    },
    {
      key: 'commission',
      title: t('model.line.commission'),
      number: true,
      // A refunded line also returns the site's commission.
      cell: (line) =>
        `${line.commission < 0 ? '+' : '−'}${format.money(Math.abs(line.commission))} (${format.percent(line.commissionPercent)})`,
    },
    {
      key: 'net',
      title: t('model.line.net'),
      number: true,
      narrow: 'end',
      cell: (line) => <b className={type.num}>{format.money(line.net)}</b>,
    },
    {
      key: 'state',
      title: t('model.line.state'),
      number: true,
      cell: (line) =>
        line.state === 'available'
          ? t('model.line.available')
          : line.availableAt
            ? t('model.line.pending', { date: format.date(line.availableAt) })
            : t('model.line.undelivered'),
    },
  ];
  return (
    <>
      <CardHead title={t('model.lines')}>
        {data ? <span className={classes(type.small, type.faint)}>{format.total(data)}</span> : null}
      </CardHead>
      <div className={styles.sources}>
        <ListFilters name="source" values={SOURCES} all={t('model.source.all')} textOf={(choice) => t(`model.source.${choice}`)} />
      </div>
      <PagedList
        list={lines}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={6} square />}
        empty={<Empty title={t('model.noLines')} text={t('model.noLinesText')} />}
      >
        {(rows) => <DataTable caption={t('model.lines')} columns={columns} rows={rows} rowKey={(line) => line._id} />}
      </PagedList>
    </>
  );
};
