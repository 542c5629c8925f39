import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { Checklist } from '../../features/performer-area/account/Checklist.tsx';
import { DocumentsCard } from '../../features/performer-area/account/DocumentsCard.tsx';
import { HoldNotice } from '../../features/performer-area/account/HoldNotice.tsx';
import styles from '../../features/performer-area/account/account.module.css';
import { ACCOUNT_TABS, type AccountTab, AccountCards } from '../../features/performer-area/account/AccountCards.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The performer's profile editor, in sections with an address each. */
const Account = () => {
  const t = useText();
  const client = useQueryClient();
  const [search] = useSearchParams();
  // Own accounts at card companies exist only where the owner has agreed to them.
  const hasOwnAccounts = (useData('GET /performers/payout-details', {}).data?.ownAccounts.length ?? 0) > 0;
  const shown = ACCOUNT_TABS.filter((one) => one !== 'gateways' || hasOwnAccounts);
  const tab: AccountTab = shown.find((one) => one === search.get('tab')) ?? 'profile';
  const own = useData('GET /performers/me', {});
  const performer = own.data;
  const onChange = () => void client.invalidateQueries({ queryKey: ['GET /performers/me'] });
  const isWaiting = performer?.applicationState === 'pending' || performer?.applicationState === 'rejected';
  return (
    <Page>
      <PageTitle title={t('model.account')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('model.account')}</h1>
      </header>
      <div className={styles.tabs}>
        <Tabs
          size="sm"
          label={t('profiles.tabs')}
          tabs={shown.map((one) => ({
            to: one === 'profile' ? '/model/account' : `/model/account?tab=${one}`,
            text: t(`profiles.tab.${one}`),
            on: one === tab,
          }))}
        />
      </div>
      {performer ? (
        <div className={styles.stack}>
          <Checklist />
          {performer.applicationState === 'held' ? <HoldNotice performer={performer} /> : null}
          {isWaiting && tab === 'profile' ? <DocumentsCard performer={performer} onChange={onChange} /> : null}
          <AccountCards tab={tab} performer={performer} onChange={onChange} />
        </div>
      ) : (
        <Pending of={own}>
          <RowsSkeleton rows={6} square />
        </Pending>
      )}
    </Page>
  );
};

export default Account;
