import { IconExternalLink } from '@tabler/icons-react';
import type { StreamSession } from '@stagedoor/contract/streams';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import phone from './OnAir.module.css';
import styles from './studio.module.css';

/** The title of a show on air, the way to its room, and the buttons that end it. */
export const OnAirHead = ({ session, children }: { session: StreamSession; children: ReactNode }) => {
  const t = useText();
  const user = useCurrentUser();
  const { isRehearsal } = session;
  return (
    <header className={classes(styles.head, phone.head)}>
      <div className={classes(styles.headWords, phone.headWords)}>
        <h1 className={classes(type.display, type.s34, styles.showTitle)}>
          <bdi>{session.title}</bdi>
        </h1>
        <p className={classes(type.small, type.quiet, styles.lead)}>
          {isRehearsal ? t('studio.rehearsalOnlyYou') : null}
          <a hidden={isRehearsal} className={styles.seeRoom} href={`/live/${user.username}`} target="_blank" rel="noreferrer">
            {t('studio.seeRoom')}
            <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
          </a>
        </p>
      </div>
      <div className={classes(styles.acts, phone.acts)}>{children}</div>
    </header>
  );
};

/** Ends the rehearsal, or asks before it ends the show. */
export const EndButton = ({ isRehearsal, isBusy, onClick }: { isRehearsal: boolean; isBusy: boolean; onClick: () => void }) => {
  const t = useText();
  const className = classes(styles.main, phone.end);
  return isRehearsal ? (
    <Button kind="lift" size="lg" className={className} busy={isBusy} onClick={onClick}>
      {t('studio.endRehearsal')}
    </Button>
  ) : (
    <Button kind="live" size="lg" className={className} onClick={onClick}>
      {t('studio.end')}
    </Button>
  );
};
