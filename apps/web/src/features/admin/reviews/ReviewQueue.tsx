import type { ReviewRow } from '@stagedoor/contract/catalog';
import { PAGED_KINDS } from '@stagedoor/contract/items.values';
import type { ReactNode } from 'react';
import { useListData } from '../../../app/data.ts';
import { Chip, FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { ListSearch } from '../../lists/ListSearch.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { useSentOnLeave } from '../frame/delayed-decision.ts';
import { ItemReview } from './ItemReview.tsx';
import { ItemRow } from '../content/ItemRow.tsx';
import { ListAndPane } from '../list/ListAndPane.tsx';
import { QUEUE_LENGTH } from './use-applications.ts';

/** Items that wait for approval, the longest first: the list, with the selected one beside it. */
export const ReviewQueue = ({ tabs }: { tabs: ReactNode }) => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const kind = PAGED_KINDS.find((one) => one === get('kind'));
  useSentOnLeave();
  const queue = useListData(
    'GET /admin/reviews',
    { query: { limit: QUEUE_LENGTH, offset, ...(q ? { q } : {}), ...(kind ? { kind } : {}) } },
    { refetchInterval: 30_000 },
  );
  const columns: readonly Column<ReviewRow>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: t('content.what'),
      cell: (row) => (
        <ItemRow
          item={row}
          chip={
            row.looksTakenDown ? (
              <Chip tone="bad" size="sm">
                {t('copies.looksLike')}
              </Chip>
            ) : row.wasPublished ? (
              <Chip tone="warn" size="sm">
                {t('reviews.changed')}
              </Chip>
            ) : null
          }
        />
      ),
    },
    { key: 'since', narrow: 'end', number: true, title: t('admin.applied'), cell: (row) => <TimeAgo instant={row.requestedAt} /> },
  ];
  return (
    <ListAndPane
      title={t('content.title')}
      caption={t('model.state.review')}
      head={<ListSearch label={t('content.search')} />}
      tools={
        <>
          {tabs}
          <div className={classes(styles.filters, styles.below)}>
            <FilterChip on={!kind} onClick={() => change({ kind: null, id: null, offset: null })}>
              {t('content.every')}
            </FilterChip>
            {PAGED_KINDS.map((one) => (
              <FilterChip key={one} on={kind === one} onClick={() => change({ kind: one, id: null, offset: null })}>
                {t(`reports.kind.${one}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      list={queue}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t('reviews.none'), text: t('reviews.noneText') }}
      pane={(chosen) => <ItemReview key={chosen.id} {...chosen} />}
    />
  );
};
