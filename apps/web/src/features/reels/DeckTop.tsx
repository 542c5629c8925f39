import { IconSearch, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../app/session.tsx';
import { FOCUS_SEARCH } from '../../app/shell/Shortcuts.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import styles from './reels.module.css';
import type { useSound } from './use-sound.ts';

/** Whose reels are shown, the sound, and on phones the search. */
export const DeckTop = ({ isFollowing, sound: { isOn, set } }: { isFollowing: boolean; sound: ReturnType<typeof useSound> }) => {
  const t = useText();
  const user = useSession();
  return (
    <div className={styles.top}>
      {user ? (
        <nav className={styles.tabs} aria-label={t('reels.from')}>
          <Link to="/reels" replace className={classes(!isFollowing && styles.tabOn)} aria-current={isFollowing ? undefined : 'page'}>
            {t('reels.forYou')}
          </Link>
          <Link
            to="/reels?from=following"
            replace
            className={classes(isFollowing && styles.tabOn)}
            aria-current={isFollowing ? 'page' : undefined}
          >
            {t('reels.following')}
          </Link>
        </nav>
      ) : (
        <span className={styles.tabs} />
      )}
      <IconButton
        kind="glass"
        label={t(isOn ? 'reels.soundOff' : 'reels.soundOn')}
        icon={isOn ? <IconVolume size={22} stroke={1.75} /> : <IconVolumeOff size={22} stroke={1.75} />}
        onClick={() => set(!isOn)}
      />
      <span className={styles.phone}>
        <Link to="/search" state={FOCUS_SEARCH} className={styles.find} aria-label={t('shell.search')}>
          <IconSearch size={22} stroke={1.75} />
        </Link>
      </span>
    </div>
  );
};
