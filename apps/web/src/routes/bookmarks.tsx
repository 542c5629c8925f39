import { PageTitle } from '../app/PageTitle.tsx';
import { Columns } from '../app/shell/Columns.tsx';
import { ItemList } from '../features/item-lists/ItemList.tsx';
import { LibraryTabs } from '../features/item-lists/LibraryTabs.tsx';
import styles from '../features/item-lists/item-lists.module.css';
import { Suggestions } from '../features/performers/Suggestions.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';

/** Bookmarked posts, the latest first. */
const Bookmarks = () => {
  const t = useText();
  return (
    <Columns aside={<Suggestions />}>
      <PageTitle title={t('bookmarks.title')} />
      <h1 className={classes(type.display, type.s46, styles.title)}>{t('bookmarks.title')}</h1>
      <LibraryTabs on="posts" />
      <ItemList
        source={{ list: 'saved' }}
        empty={
          <Empty
            title={t('bookmarks.emptyTitle')}
            text={t('bookmarks.emptyText')}
            action={
              <Button kind="lift" to="/?tab=discover">
                {t('home.lookAround')}
              </Button>
            }
          />
        }
      />
    </Columns>
  );
};

export default Bookmarks;
