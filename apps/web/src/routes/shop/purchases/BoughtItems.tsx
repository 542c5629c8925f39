import { PageTitle } from '../../../app/PageTitle.tsx';
import { Page } from '../../../app/shell/Columns.tsx';
import { ItemList } from '../../../features/item-lists/ItemList.tsx';
import { type Bought, PurchaseTabs } from './PurchaseTabs.tsx';
import lists from '../../../features/lists/lists.module.css';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

const BOUGHT = {
  galleries: {
    source: { list: 'purchasedGalleries' },
    label: 'galleries.bought',
    none: 'galleries.noneBought',
    to: '/galleries',
    look: 'galleries.look',
  },
  videos: { source: { list: 'purchasedVideos' }, label: 'videos.title', none: 'videos.noneBought', to: '/videos', look: 'videos.look' },
} as const;

/** The items of a kind that were bought, the last one first. */
export const BoughtItems = ({ kind }: { kind: Bought }) => {
  const { source, label, none, to, look } = BOUGHT[kind];
  const t = useText();
  return (
    <Page>
      <PageTitle title={t('purchases.title')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('purchases.title')}</h1>
      </header>
      <PurchaseTabs on={kind} />
      <ItemList
        key={kind}
        source={source}
        grid={t(label)}
        empty={
          <Empty
            title={t(none)}
            text={t('galleries.noneBoughtText')}
            action={
              <Button kind="lift" to={to}>
                {t(look)}
              </Button>
            }
          />
        }
      />
    </Page>
  );
};
