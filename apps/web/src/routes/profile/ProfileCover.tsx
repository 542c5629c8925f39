import type { Profile as ProfileView } from '../../features/performers/profile.ts';
import styles from '../../features/performers/profile.module.css';
import { classes } from '../../ui/classes.ts';
import { Picture } from '../../ui/Picture.tsx';

/** The picture on top of a profile, where there is one. */
export const ProfileCover = ({ profile }: { profile: ProfileView }) => (
  <div className={classes(styles.cover, !profile.coverPicture && styles.bare)}>
    {profile.coverPicture ? <Picture picture={profile.coverPicture} alt="" eager sizes="(min-width: 820px) 1200px, 100vw" /> : null}
  </div>
);
