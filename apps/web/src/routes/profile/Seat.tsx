import type { Period } from '../../features/checkout/renewal-line.ts';
import { Checklist } from '../../features/performer-area/account/Checklist.tsx';
import type { Profile } from '../../features/performers/profile.ts';
import {
  CompactSubscriptionCard,
  OwnSubscriptionCard,
  OwnSubscriptionLine,
  SubscriptionCard,
} from '../../features/performers/SubscriptionCard.tsx';

interface SeatProps {
  profile: Profile;
  isOwn: boolean;
  onSubscribe: (period: Period) => void;
  /** A line instead of a card, for phones. */
  compact?: boolean;
}

/** Stands beside the posts, on phones below the head. The performer finds there what the profile still lacks. */
export const Seat = ({ profile, isOwn, onSubscribe, compact = false }: SeatProps) => {
  if (profile.mySubscription) return compact ? <OwnSubscriptionLine profile={profile} /> : <OwnSubscriptionCard profile={profile} />;
  if (isOwn) return <Checklist />;
  return compact ? (
    <CompactSubscriptionCard profile={profile} onSubscribe={onSubscribe} />
  ) : (
    <SubscriptionCard profile={profile} onSubscribe={onSubscribe} />
  );
};
