import type { ReactNode } from 'react';
import { useData, useListData } from '../../app/data.ts';
import { CONTENT_FILTER } from '../../features/admin/content/content-filter.ts';
import { ContentBulk } from '../../features/admin/content/ContentBulk.tsx';
import { ContentTools } from '../../features/admin/content/ContentTools.tsx';
import { ItemPane } from '../../features/admin/content/ItemPane.tsx';
import { useContentColumns } from '../../features/admin/content/use-content-columns.tsx';
import { CopyQueue } from '../../features/admin/copies/CopyQueue.tsx';
import { useFilter } from '../../features/lists/tools/filters.ts';
import { useOrder } from '../../features/lists/use-order.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { ReviewQueue } from '../../features/admin/reviews/ReviewQueue.tsx';
import { QUEUE_LENGTH } from '../../features/admin/reviews/use-applications.ts';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';

/** Published content, and content that waits for its approval. */
const Content = () => {
  const t = useText();
  const { get } = useListSearch();
  const opened = get('queue');
  const isQueue = opened === 'review';
  const isCopies = opened === 'copies';
  const waiting = useData('GET /admin/reviews', { query: { limit: 1 } }, { refetchInterval: 30_000 }).data?.total ?? 0;
  const copies = useData('GET /admin/copies', { query: { limit: 1 } }, { refetchInterval: 30_000 }).data?.total ?? 0;
  const tabs = (
    <div className={styles.queues}>
      <Tabs
        size="sm"
        label={t('content.title')}
        tabs={[
          { to: '/admin/content', text: t('content.listed'), on: !isQueue && !isCopies },
          { to: '/admin/content?queue=review', text: t('model.state.review'), on: isQueue, ...(waiting > 0 ? { count: waiting } : {}) },
          { to: '/admin/content?queue=copies', text: t('copies.tab'), on: isCopies, ...(copies > 0 ? { count: copies } : {}) },
        ]}
      />
    </div>
  );
  if (isCopies) return <CopyQueue tabs={tabs} />;
  return isQueue ? <ReviewQueue tabs={tabs} /> : <Items tabs={tabs} />;
};

const Items = ({ tabs }: { tabs: ReactNode }) => {
  const t = useText();
  const { offset } = useListSearch();
  const filter = useFilter(CONTENT_FILTER);
  const { order, sorting } = useOrder(['createdAt'], { sortBy: 'createdAt', sort: 'desc' });
  const items = useListData('GET /admin/content', { query: { limit: QUEUE_LENGTH, offset, ...filter, ...order } });
  const performer = items.data?.data.find(({ performer: { _id } }) => _id === filter.performerId)?.performer.name;
  return (
    <ListAndPane
      title={t('content.title')}
      tools={
        <>
          {tabs}
          <ContentTools performer={performer} />
        </>
      }
      list={items}
      limit={QUEUE_LENGTH}
      columns={useContentColumns()}
      empty={{ title: t('content.none'), text: t('content.noneText') }}
      whole={{
        list: 'content',
        filter,
        sorting,
        nameOf: ({ title, kind }) => title || t(`reports.kind.${kind}`),
        acts: (props) => <ContentBulk {...props} />,
      }}
      pane={({ row, onBack }) => (row ? <ItemPane key={`${row._id} ${row.state} ${row.place}`} item={row} onBack={onBack} /> : null)}
    />
  );
};

export default Content;
