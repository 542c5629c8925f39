import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useSession } from '../../app/session.tsx';
import type { useReaction } from '../../features/items/use-reaction.ts';
import { MessageButton } from '../../features/messages/MessageButton.tsx';
import { Bell } from '../../features/notifications/Bell.tsx';
import type { Profile } from '../../features/performers/profile.ts';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

export interface ActsProps {
  profile: Profile;
  isOwn: boolean;
  follow: ReturnType<typeof useReaction>;
  /** Opens the subscription's sheet: messages are for subscribers alone. */
  onNotAllowed: () => void;
}

/** Following, writing, the bell: how a viewer stays in touch. */
export const Keeping = ({ profile, isOwn, follow, onNotAllowed }: ActsProps) => {
  const t = useText();
  const user = useSession();
  if (isOwn)
    return (
      <Button kind="lift" to="/model/account">
        {t('profile.edit')}
      </Button>
    );
  return (
    <>
      <Button
        kind={follow.active ? 'outline' : 'lift'}
        aria-pressed={follow.active}
        icon={follow.active ? <IconUserCheck size={20} stroke={1.75} /> : <IconUserPlus size={20} stroke={1.75} />}
        onClick={() => void follow.toggle()}
      >
        {t(follow.active ? 'profile.following' : 'profile.follow')}
      </Button>
      {user?.isPerformer ? null : <MessageButton personId={profile._id} onNotAllowed={onNotAllowed} />}
      {user ? <Bell performerId={profile._id} name={profile.name} /> : null}
    </>
  );
};
