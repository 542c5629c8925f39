import { useNavigate } from 'react-router';
import { profileParts } from '../../features/performers/profile.ts';
import styles from '../../features/performers/profile.module.css';
import { WelcomeVideo } from '../../features/performers/WelcomeVideo.tsx';
import { ReportMenu } from '../../features/reports/ReportMenu.tsx';
import { GiveButtons } from './GiveButtons.tsx';
import { type ActsProps, Keeping } from './Keeping.tsx';
import { useText } from '../../ui/text.ts';

/** Everything a viewer can do with a performer. */
export const ProfileActs = (props: ActsProps) => {
  const { profile, isOwn } = props;
  const t = useText();
  const navigate = useNavigate();
  const share = async () => {
    const way = await import('../../features/items/share.ts');
    await way.share({ title: profile.name, path: `/${profile.username}`, copied: t('items.linkCopied') });
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
