import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { EarningState } from '@stagedoor/contract/earnings';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useListData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { ListFilters } from '../../lists/ListFilters.tsx';
import { PagedList } from '../../lists/ListPage.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterChip } from '../../../ui/Chip.tsx';
import { Amount, Money } from '../../../ui/Amount.tsx';
import { CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './earnings.module.css';

type Line = ResponseOf<Contract['GET /earning/search']>['data'][number];
const LIMIT = 20;
const STATES = ['pending', 'available'] as const satisfies readonly EarningState[];
const SOURCES = ['tips', 'subscriptions', 'content', 'live', 'other'] as const satisfies readonly Line['source'][];

/** A line that took from what is available, or gave back. */
const isPayout = ({ kind }: Line): boolean => kind.startsWith('payout');

/** Every line of the earnings: gross, the frozen commission, net. */
export const EarningLines = ({ query }: { query: { from: string; to: string } }) => {
  const t = useText();
  const format = useFormat();
  const { get, oneOf, offset, change } = useListSearch();
  const source = oneOf('source', SOURCES);
  const locale = useLocale();
  const [fan, item] = [get('fan'), get('item')];
  const state = oneOf('state', STATES);
  const days = { from: get('from') ?? query.from, to: get('to') ?? query.to };
  // What a balance is made of is of all time.
  const period = state && !get('from') ? {} : days;
  const filter = {
    ...period,
    ...(state ? { state } : {}),
    ...(source ? { source } : {}),
    ...(fan ? { fanId: fan } : {}),
    ...(item ? { itemId: item } : {}),
  };
  const lines = useListData('GET /earning/search', { query: { ...filter, limit: LIMIT, offset } });
  const { data, refetch } = lines;
  const only = (values: Record<string, string | null>) => change({ ...values, offset: null });
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', () => void refetch());
  const date = (day: string) => format.date(`${day}T12:00:00Z`, 'day', 'UTC');
  // Names what is filtered by; the rows that are about to be replaced are of another filter.
  const [first] = lines.isPlaceholderData ? [] : (data?.data ?? []);
  const chosen: { key: string; text: string; clear: Record<string, null> }[] = [
    ...(get('from')
      ? [
          {
            key: 'days',
            text: t('model.onlyDays', { days: days.from === days.to ? date(days.from) : `${date(days.from)} – ${date(days.to)}` }),
            clear: { from: null, to: null },
          },
        ]
      : []),
    ...(state ? [{ key: 'state', text: t(`model.onlyState.${state}`), clear: { state: null } }] : []),
    ...(fan ? [{ key: 'fan', text: t('model.onlyFan', { name: first?.fan?.name ?? t('model.oneFan') }), clear: { fan: null } }] : []),
    ...(item
      ? [
          {
            key: 'item',
            text: t('model.onlyItem', { title: first ? first.item?.title || t('model.untitled') : t('model.oneItem') }),
            clear: { item: null },
          },
        ]
      : []),
  ];
  const columns: readonly Column<Line>[] = [
    { key: 'when', title: t('model.line.when'), cell: (line) => format.date(line.createdAt, 'dayTime') },
    {
      key: 'what',
      narrow: 'main',
      title: t('model.line.what'),
      cell: (line) => (
        <span className={styles.words}>
          <span className={type.strong}>{t(`movement.${line.kind}`)}</span>
          {line.item ? (
            <button
              type="button"
              className={classes(styles.open, type.tiny, type.faint, type.clip)}
              onClick={() => only({ item: line.item?.id ?? null })}
            >
              {line.item.title || t('model.untitled')}
            </button>
          ) : null}
          {line.message ? <q className={classes(type.small, type.quiet)}>{line.message}</q> : null}
        </span>
      ),
    },
    {
      key: 'fan',
      title: t('model.line.fan'),
      cell: (line) =>
        line.fan ? (
          <button type="button" className={styles.open} onClick={() => only({ fan: line.fan?._id ?? null })}>
            {line.fan.name}
          </button>
        ) : (
          ''
        ),
    },
    {
      key: 'gross',
      title: t('model.line.gross'),
      number: true,
      // Of a payout nothing was paid by a fan, and nothing is kept.
      cell: (line) =>
        isPayout(line) ? '' : line.tokens === null ? <Money value={line.gross} /> : <Amount tokens={line.tokens} money={line.gross} />,
    },
    {
      key: 'commission',
      title: t('model.line.commission'),
      number: true,
      // A refunded line also returns the site's commission.
      cell: (line) =>
        isPayout(line)
          ? ''
          : `${line.commission < 0 ? '+' : '−'}${format.money(Math.abs(line.commission))} (${format.percent(line.commissionPercent)})`,
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
        <span className={styles.linesHead}>
          {data ? <span className={classes(type.small, type.faint)}>{format.total(data)}</span> : null}
          <Button
            kind="text"
            size="sm"
            icon={<IconDownload size={18} stroke={1.75} />}
            href={`/api/earning/export?${new URLSearchParams({ ...filter, locale }).toString()}`}
            download="earnings.csv"
            aria-label={t('model.csvText')}
          >
            {t('model.csv')}
          </Button>
        </span>
      </CardHead>
      <div className={styles.sources}>
        <ListFilters name="source" values={SOURCES} all={t('model.source.all')} textOf={(choice) => t(`model.source.${choice}`)} />
        {chosen.map(({ key, text, clear }) => (
          <FilterChip key={key} on icon={<IconX size={14} stroke={2} aria-hidden="true" />} onClick={() => only(clear)}>
            {text}
          </FilterChip>
        ))}
      </div>
      <PagedList
        list={lines}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={6} square />}
        empty={<Empty title={t('model.noLines')} text={t('model.noLinesText')} />}
      >
        {(rows) => <Table caption={t('model.lines')} columns={columns} rows={rows} rowKey={(line) => line._id} />}
      </PagedList>
    </>
  );
};
