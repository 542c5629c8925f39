import type { CopyRow } from '@stagedoor/contract/copies';
import { IconMovie, IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useListData } from '../../../app/data.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { sourceFor } from '../../../ui/Picture.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import styles from '../../../ui/admin/list-and-pane.module.css';
import type from '../../../ui/type.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';
import { useSentOnLeave } from '../frame/delayed-decision.ts';
import { ListAndPane } from '../list/ListAndPane.tsx';
import own from './copies.module.css';
import { CopyReview, useCopyName, useCopyPlace } from './CopyReview.tsx';

/** Rows of a page of the queue. */
const QUEUE_LENGTH = 50;

const CopyCell = ({ row }: { row: CopyRow }) => {
  const t = useText();
  const name = useCopyName()(row);
  const place = useCopyPlace()(row);
  const Icon = row.file.kind === 'video' ? IconMovie : IconPhoto;
  return (
    <span className={own.row}>
      <span className={own.thumb}>
        {row.file.picture ? (
          <img src={sourceFor(row.file.picture, 160)} alt="" loading="lazy" />
        ) : (
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        )}
      </span>
      <span className={styles.personWords}>
        <span className={own.title}>
          <span className={classes(type.strong, styles.cut)}>{name}</span>
          {row.isListed ? (
            <Chip tone="bad" size="sm">
              {t('copies.listed')}
            </Chip>
          ) : null}
        </span>
        <span className={classes(type.tiny, type.faint)}>
          {place} · <bdi>{row.owner?.name ?? t('copies.nobody')}</bdi>
        </span>
      </span>
    </span>
  );
};

/** Files that look like what was taken down: the list, with the selected one beside it. */
export const CopyQueue = ({ tabs }: { tabs: ReactNode }) => {
  const t = useText();
  const { offset } = useListSearch();
  useSentOnLeave();
  const queue = useListData(
    'GET /admin/copies',
    { query: { limit: QUEUE_LENGTH, offset, sortBy: 'queue', sort: 'asc' } },
    { refetchInterval: 30_000 },
  );
  const unhashed = queue.data?.unhashed ?? 0;
  const columns: readonly Column<CopyRow>[] = [
    { key: 'what', narrow: 'main', title: t('content.what'), cell: (row) => <CopyCell row={row} /> },
    { key: 'since', narrow: 'end', number: true, title: t('admin.applied'), cell: (row) => <TimeAgo instant={row.createdAt} /> },
  ];
  return (
    <ListAndPane
      title={t('content.title')}
      caption={t('copies.tab')}
      tools={
        <>
          {tabs}
          {unhashed > 0 ? <p className={classes(type.small, type.quiet)}>{t('copies.unhashed', { count: unhashed })}</p> : null}
        </>
      }
      list={queue}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t('copies.none'), text: t('copies.noneText') }}
      pane={({ row, ...chosen }) => (row ? <CopyReview key={row._id} row={row} {...chosen} /> : null)}
    />
  );
};
