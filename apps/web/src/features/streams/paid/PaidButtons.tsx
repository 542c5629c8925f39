import { IconLock, IconUsersGroup } from '@tabler/icons-react';
import { Amount } from '../../../ui/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import { useOffers } from './use-offers.ts';

const icon = { size: 20, stroke: 1.75 } as const;

/** The ways into a performer's private and group shows, with their rates. */
const PaidButtons = ({ performer, size = 'md' }: { performer: { _id: string; username: string }; size?: 'sm' | 'md' }) => {
  const t = useText();
  const offers = useOffers(performer);
  if (!offers) return null;
  const { group } = offers;
  return (
    <>
      {group ? (
        <Button kind="gold" size={size} to={`/live/group/${group._id}`} icon={<IconUsersGroup {...icon} />}>
          {t('paid.groupButton')} <Amount tokens={group.price} trim /> {t('paid.aMinute')}
        </Button>
      ) : offers.private.obstacle === null ? (
        <Button kind="lift" size={size} to={`/live/private/${performer.username}`} icon={<IconLock {...icon} />}>
          {t('paid.privateButton')} <Amount tokens={offers.private.price} trim /> {t('paid.aMinute')}
        </Button>
      ) : null}
    </>
  );
};

export default PaidButtons;
