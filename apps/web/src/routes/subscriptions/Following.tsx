import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import lists from '../../features/lists/lists.module.css';
import { PerformerList } from '../../features/performers/PerformerList.tsx';
import { SubscriptionTabs } from '../../features/subscriptions/SubscriptionTabs.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Everybody the account follows. */
export const Following = () => {
  const t = useText();
  return (
    <Page>
      <PageTitle title={t('subscriptions.following')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('subscriptions.title')}</h1>
      </header>
      <div className={lists.tools}>
        <SubscriptionTabs on="following" />
      </div>
      <PerformerList
        source={{ list: 'search', query: { followed: true } }}
        isFirst
        empty={
          <Empty
            title={t('subscriptions.followNone')}
            text={t('subscriptions.followNoneText')}
            action={
              <Button kind="gold" to="/discover">
                {t('home.lookAround')}
              </Button>
            }
          />
        }
      />
    </Page>
  );
};
