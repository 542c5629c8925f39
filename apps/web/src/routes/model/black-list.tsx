import { useSearchParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { BlockedCountries } from '../../features/model/BlockedCountries.tsx';
import { BlockedUsers } from '../../features/model/BlockedUsers.tsx';
import styles from '../../features/model/model.module.css';
import { classes } from '../../ui/classes.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Whom a performer shuts out: people and countries. */
const BlackList = () => {
  const say = useText();
  const [search] = useSearchParams();
  const isCountries = search.get('tab') === 'countries';
  return (
    <Page>
      <PageTitle title={say('profiles.blackList')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{say('profiles.blackList')}</h1>
      </header>
      <p className={classes(type.quiet, styles.lead)}>{say('profiles.blackListText')}</p>
      <div className={styles.tabs}>
        <Tabs
          label={say('profiles.blackTabs')}
          tabs={[
            { to: '/model/black-list', text: say('profiles.blockedUsers'), on: !isCountries },
            { to: '/model/black-list?tab=countries', text: say('profiles.blockedCountries'), on: isCountries },
          ]}
        />
      </div>
      {isCountries ? <BlockedCountries /> : <BlockedUsers />}
    </Page>
  );
};

export default BlackList;
