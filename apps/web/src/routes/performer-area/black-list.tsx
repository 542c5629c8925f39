import { useSearchParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { BlockedCountries } from '../../features/performer-area/account/BlockedCountries.tsx';
import { BlockedUsers } from '../../features/performer-area/account/BlockedUsers.tsx';
import styles from '../../features/performer-area/account/account.module.css';
import { classes } from '../../ui/classes.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** A performer's black list: accounts and countries. */
const BlackList = () => {
  const t = useText();
  const [search] = useSearchParams();
  const isCountries = search.get('tab') === 'countries';
  return (
    <Page>
      <PageTitle title={t('profiles.blackList')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('profiles.blackList')}</h1>
      </header>
      <p className={classes(type.quiet, styles.lead)}>{t('profiles.blackListText')}</p>
      <div className={styles.tabs}>
        <Tabs
          label={t('profiles.blackTabs')}
          tabs={[
            { to: '/model/black-list', text: t('profiles.blockedUsers'), on: !isCountries },
            { to: '/model/black-list?tab=countries', text: t('profiles.blockedCountries'), on: isCountries },
          ]}
        />
      </div>
      {isCountries ? <BlockedCountries /> : <BlockedUsers />}
    </Page>
  );
};

export default BlackList;
