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

/** The videos that the account marked as favourites, the latest first. */
const Favourites = () => {
  const t = useText();
  return (
    <Page width="wide">
      <PageTitle title={t('videos.favourites')} />
      <h1 className={classes(type.display, type.s46, styles.title)}>{t('bookmarks.title')}</h1>
      <LibraryTabs on="favourites" hasMargin />
      <ItemList
        source={{ list: 'favourites' }}
        grid={t('videos.favourites')}
        empty={
          <Empty
            title={t('videos.noFavourites')}
            text={t('videos.noFavouritesText')}
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

export default Favourites;
