import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import type { PayoutDetails } from './BankCard.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { DocumentsCard } from './DocumentsCard.tsx';
import { GatewaysCard } from './GatewayCards.tsx';
import { MessagesCard } from './MessagesCard.tsx';
import styles from './account.module.css';
import { OfferLinksCard } from './OfferLinksCard.tsx';
import type { PerformerCardProps } from './own-performer.ts';
import { ParticipantsCard } from './ParticipantsCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PicturesCard } from './PicturesCard.tsx';
import { LocationCard } from './LocationCard.tsx';
import { CommissionsCard, LivePricesCard, PricesCard } from './PricesCards.tsx';
import { LinksCard, ProfileCard } from './ProfileCards.tsx';
import { WelcomeVideoCard } from './WelcomeVideoCard.tsx';
import { classes } from '../../../ui/classes.ts';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';

export const ACCOUNT_TABS = ['profile', 'prices', 'video', 'documents', 'gateways', 'password'] as const;

export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The cards of a section. */
export const AccountCards = ({ tab, performer, onChange }: PerformerCardProps & { tab: AccountTab }) => {
  const card = { performer, onChange };
  switch (tab) {
    case 'profile':
      return (
        <>
          <div id="pictures" className={classes(styles.anchor, styles.stack)}>
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
