import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { LibraryTabs } from '../../features/item-lists/LibraryTabs.tsx';
import styles from '../../features/item-lists/item-lists.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The videos that the account wants to watch later, the latest first. */
const WatchLater = () => {
  const t = useText();
  return (
    <Page width="wide">
      <PageTitle title={t('videos.watchLater')} />
      <h1 className={classes(type.display, type.s46, styles.title)}>{t('bookmarks.title')}</h1>
      <LibraryTabs on="watchLater" hasMargin />
      <ItemList
        source={{ list: 'watchLater' }}
        grid={t('videos.watchLater')}
        empty={
          <Empty
            title={t('videos.noWatchLater')}
            text={t('videos.noWatchLaterText')}
            action={
              <Button kind="lift" to="/videos">
                {t('videos.look')}
              </Button>
            }
          />
        }
      />
    </Page>
  );
};

export default WatchLater;
