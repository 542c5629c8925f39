import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import styles from './item-lists.module.css';

/** What an account keeps, each on its own page. */
export const LibraryTabs = ({
  on,
  hasMargin,
}: {
  on: 'posts' | 'favourites' | 'watchLater' /** The page has a margin of its own on phones. */;
  hasMargin?: boolean;
}) => {
  const t = useText();
  return (
    <div className={hasMargin ? styles.toEdges : undefined}>
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
