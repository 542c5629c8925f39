import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import styles from './item-lists.module.css';

/** What can be browsed, each on its own page; posts and reels in the search. */
export const BrowseTabs = ({ on }: { on: 'performers' | 'videos' | 'galleries' | 'products' }) => {
  const t = useText();
  return (
    <div className={styles.toEdges}>
      <Tabs
        label={t('search.kinds')}
        tabs={[
          { to: '/discover', text: t('search.performers'), on: on === 'performers' },
          { to: '/search?tab=posts', text: t('search.posts'), on: false },
          { to: '/videos', text: t('videos.title'), on: on === 'videos' },
          { to: '/galleries', text: t('galleries.title'), on: on === 'galleries' },
          { to: '/search?tab=reels', text: t('reels.title'), on: false },
          { to: '/products', text: t('products.title'), on: on === 'products' },
        ]}
      />
    </div>
  );
};
