import { useData } from '../../app/data.ts';
import { ContentItems } from '../../features/admin/content/ContentItems.tsx';
import { CopyQueue } from '../../features/admin/copies/CopyQueue.tsx';
import { ReviewQueue } from '../../features/admin/reviews/ReviewQueue.tsx';
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
  return isQueue ? <ReviewQueue tabs={tabs} /> : <ContentItems tabs={tabs} />;
};

export default Content;
