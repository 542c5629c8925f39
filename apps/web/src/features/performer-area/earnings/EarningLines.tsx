import { IconDownload, IconX } from '@tabler/icons-react';
import { useListData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { ListFilters } from '../../lists/ListFilters.tsx';
import { PagedList } from '../../lists/ListPage.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterChip } from '../../../ui/Chip.tsx';
import { CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './earnings.module.css';
import { useEarningColumns } from './use-earning-columns.tsx';
import { SOURCES, useEarningChips, useEarningFilter } from './use-earning-filter.ts';

const LIMIT = 20;

/** Every line of the earnings: gross, the frozen commission, net. */
export const EarningLines = ({ query }: { query: { from: string; to: string } }) => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { offset } = useListSearch();
  const { filter, chosen, only } = useEarningFilter(query);
  const lines = useListData('GET /earning/search', { query: { ...filter, limit: LIMIT, offset } });
  const { data, refetch } = lines;
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', () => void refetch());
  // Rows that are about to be replaced are of another filter.
  const [first] = lines.isPlaceholderData ? [] : (data?.data ?? []);
  const chips = useEarningChips(chosen, first);
  const columns = useEarningColumns(only);
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
        {chips.map(({ key, text, clear }) => (
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
