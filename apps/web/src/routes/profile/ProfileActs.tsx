import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useSession } from '../../app/session.tsx';
import type { useReaction } from '../../features/items/use-reaction.ts';
import { MessageButton } from '../../features/messages/MessageButton.tsx';
import { Bell } from '../../features/notifications/Bell.tsx';
import { type Profile, profileParts } from '../../features/performers/profile.ts';
import styles from '../../features/performers/profile.module.css';
import { WelcomeVideo } from '../../features/performers/WelcomeVideo.tsx';
import { ReportMenu } from '../../features/reports/ReportMenu.tsx';
import { GiveButtons } from './GiveButtons.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

interface ActsProps {
  profile: Profile;
  isOwn: boolean;
  follow: ReturnType<typeof useReaction>;
  /** Opens the subscription's sheet: messages are for subscribers alone. */
  onNotAllowed: () => void;
}

/** Following, writing, the bell: how a viewer stays in touch. */
const Keeping = ({ profile, isOwn, follow, onNotAllowed }: ActsProps) => {
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

/** Everything a viewer can do with a performer. */
export const ProfileActs = (props: ActsProps) => {
  const { profile, isOwn } = props;
  const t = useText();
  const navigate = useNavigate();
  const share = async () => {
    await (await import('../../features/items/share.ts')).share({
      title: profile.name,
      path: `/${profile.username}`,
      copied: t('items.linkCopied'),
    });
  };
  return (
    <div className={styles.acts}>
      <div className={styles.actRow}>
        <Keeping {...props} />
        <span className={styles.actMenu}>
          <ReportMenu
            objectType="account"
            objectId={profile._id}
            ownerId={profile._id}
            name={profile.name}
            performer={profile}
            others={profileParts(profile)}
            onShare={() => void share()}
            onBlocked={() => void navigate('/')}
          />
        </span>
      </div>
      <div className={styles.actRow}>
        {isOwn ? null : <GiveButtons profile={profile} />}
        <WelcomeVideo profile={profile} isOwn={isOwn} />
      </div>
    </div>
  );
};
