import { IconClock } from '@tabler/icons-react';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { StreamSession } from '@stagedoor/contract/streams';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Goal } from './Goal.tsx';
import { LatePaidButtons } from './paid/LatePaidButtons.tsx';
import styles from './Room.module.css';
import { RunningTime } from './RunningTime.tsx';
import { ShowFacts } from './ShowFacts.tsx';

/** The title, the goal and the facts of a show over its picture, for phones. @param onSubscribe null where nobody subscribes */
export const RoomOver = ({ session, onSubscribe }: { session: StreamSession; onSubscribe: (() => void) | null }) => {
  const t = useText();
  return (
    <div className={styles.over}>
      {/* The heading below the picture is read instead. */}
      <p className={styles.overTitle} aria-hidden="true">
        <bdi>{session.title}</bdi>
      </p>
      {session.goal ? <Goal goal={session.goal} goals={session.goals} onDark /> : null}
      <span className={styles.overFacts}>
        <ShowFacts session={session} />
        {session.isRecorded ? <Chip tone="glass">{t('room.recorded')}</Chip> : null}
      </span>
      {onSubscribe ? (
        <span className={styles.overJoin}>
          <Button kind="gold" size="sm" onClick={onSubscribe}>
            {t('room.subscribe')}
          </Button>
        </span>
      ) : null}
    </div>
  );
};

/** The title and the facts of a show below its picture, for wide screens. */
export const RoomBill = ({ session, profile, isHost }: { session: StreamSession; profile: PerformerProfile; isHost: boolean }) => {
  const t = useText();
  return (
    <div className={styles.bill}>
      <h1 className={classes(type.display, styles.title)}>
        <bdi>{session.title}</bdi>
      </h1>
      <span className={styles.billFacts}>
        {isHost ? null : (
          <span className={styles.ways}>
            <LatePaidButtons performer={profile} size="sm" />
          </span>
        )}
        <ShowFacts session={session} size="lg" />
        {session.isRecorded ? (
          <Chip tone="glass" size="lg">
            {t('room.recorded')}
          </Chip>
        ) : null}
        {session.since ? (
          <Chip tone="glass" size="lg" icon={<IconClock size={14} stroke={1.75} aria-hidden="true" />}>
            <RunningTime since={session.since} until={session.silentSince} />
          </Chip>
        ) : null}
      </span>
    </div>
  );
};
