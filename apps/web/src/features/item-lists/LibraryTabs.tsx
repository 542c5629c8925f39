import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import styles from './item-lists.module.css';

/** What an account keeps, each on its own page. */
export const LibraryTabs = ({ on }: { on: 'posts' | 'favourites' | 'watchLater' }) => {
  const t = useText();
  return (
    <div className={styles.toEdges}>
      <Tabs
        label={t('bookmarks.title')}
        tabs={[
          { to: '/bookmarks', text: t('search.posts'), on: on === 'posts' },
          { to: '/favourites', text: t('videos.favourites'), on: on === 'favourites' },
          { to: '/watch-later', text: t('videos.watchLater'), on: on === 'watchLater' },
        ]}
      />
    </div>
  );
};
