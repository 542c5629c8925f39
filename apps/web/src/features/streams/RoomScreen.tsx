import { IconArrowLeft } from '@tabler/icons-react';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { ReactNode } from 'react';
import { Beam } from '../../ui/Beam.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import styles from './EndScreen.module.css';

/** What a room shows in place of its picture: after the show, and while it is locked. */
export const RoomScreen = ({ profile, children }: { profile: PerformerProfile; children: ReactNode }) => {
  const t = useText();
  return (
    <div className={styles.screen}>
      <Beam />
      <header className={styles.bar}>
        <IconButton to={`/${profile.username}`} label={t('shell.back')} icon={<IconArrowLeft size={20} stroke={1.75} />} />
      </header>
      <div className={styles.page}>{children}</div>
    </div>
  );
};
