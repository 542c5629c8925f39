import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import type { PayoutDetails } from '../../features/performer-area/account/BankCard.tsx';
import { Checklist } from '../../features/performer-area/account/Checklist.tsx';
import { DetailsCard } from '../../features/performer-area/account/DetailsCard.tsx';
import { DocumentsCard } from '../../features/performer-area/account/DocumentsCard.tsx';
import { GatewaysCard } from '../../features/performer-area/account/GatewayCards.tsx';
import { HoldNotice } from '../../features/performer-area/account/HoldNotice.tsx';
import { MessagesCard } from '../../features/performer-area/account/MessagesCard.tsx';
import styles from '../../features/performer-area/account/account.module.css';
import { OfferLinksCard } from '../../features/performer-area/account/OfferLinksCard.tsx';
import type { PerformerCardProps } from '../../features/performer-area/account/own-performer.ts';
import { ParticipantsCard } from '../../features/performer-area/account/ParticipantsCard.tsx';
import { PasswordCard } from '../../features/performer-area/account/PasswordCard.tsx';
import { PicturesCard } from '../../features/performer-area/account/PicturesCard.tsx';
import { LocationCard } from '../../features/performer-area/account/LocationCard.tsx';
import { CommissionsCard, LivePricesCard, PricesCard } from '../../features/performer-area/account/PricesCards.tsx';
import { LinksCard, ProfileCard } from '../../features/performer-area/account/ProfileCards.tsx';
import { WelcomeVideoCard } from '../../features/performer-area/account/WelcomeVideoCard.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const TABS = ['profile', 'prices', 'video', 'documents', 'gateways', 'password'] as const;
type AccountTab = (typeof TABS)[number];

/** The performer's profile editor, in sections with an address each. */
const Account = () => {
  const t = useText();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const tab: AccountTab = TABS.find((one) => one === search.get('tab')) ?? 'profile';
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
          tabs={TABS.map((one) => ({
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
          <Part tab={tab} performer={performer} onChange={onChange} />
        </div>
      ) : (
        <Pending of={own}>
          <RowsSkeleton rows={6} square />
        </Pending>
      )}
    </Page>
  );
};

const Part = ({ tab, performer, onChange }: PerformerCardProps & { tab: AccountTab }) => {
  const card = { performer, onChange };
  switch (tab) {
    case 'profile':
      return (
        <>
          <div id="pictures" className={styles.anchor}>
            <PicturesCard {...card} />
          </div>
          <div id="about" className={styles.anchor}>
            <ProfileCard key={`words ${performer._id}`} {...card} />
          </div>
          <LinksCard key={`links ${performer._id}`} {...card} />
          <MessagesCard key={`messages ${performer._id}`} {...card} />
          <LocationCard key={`place ${performer._id}`} {...card} />
          <DetailsCard key={`details ${performer._id}`} {...card} />
        </>
      );
    case 'prices':
      return (
        <>
          <PricesCard key={`prices ${performer._id}`} {...card} />
          {performer.applicationState === 'approved' ? <OfferLinksCard performer={performer} /> : null}
          <LivePricesCard key={`live ${performer._id}`} {...card} />
          <CommissionsCard />
        </>
      );
    case 'video':
      return <WelcomeVideoCard {...card} />;
    case 'documents':
      return (
        <>
          <DocumentsCard {...card} />
          <ParticipantsCard />
        </>
      );
    case 'gateways':
      return <Gateways />;
    case 'password':
      return <PasswordCard />;
  }
};

/** Own accounts at card gateways. Where payouts go has its own page. */
const Gateways = () => {
  const client = useQueryClient();
  const details = useData('GET /performers/payout-details', {});
  const onChange = (answer: PayoutDetails) => client.setQueryData(['GET /performers/payout-details', {}], answer);
  return details.data ? (
    <GatewaysCard details={details.data} onChange={onChange} />
  ) : (
    <Pending of={details}>
      <RowsSkeleton rows={4} />
    </Pending>
  );
};

export default Account;
