import { IconChevronRight } from '@tabler/icons-react';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './LiveNowCard.module.css';
import { LockedChip } from './LockedChip.tsx';

/** Poll interval of the number of viewers, in milliseconds. */
const POLL_MS = 15_000;

/** On the profile of a live performer: the show, with a link to its room. */
export const LiveNowCard = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  const format = useFormat();
  const { data: session, refetch } = useData(
    'GET /streaming/view/{id}',
    { params: { id: profile.username } },
    { refetchInterval: POLL_MS },
  );
  useRealtimeEvent('streams/changed', (event) => {
    if (event.performerId === profile._id) void refetch();
  });
  return (
    <Link to={`/live/${profile.username}`} className={styles.band}>
      <img className={styles.cover} src={profile.cover ?? profile.avatar} alt="" />
      <span className={styles.words}>
        <span className={styles.facts}>
          <LiveBadge />
          {session ? (
            <span className={type.clip}>{t('live.watching', { count: session.viewers, number: format.count(session.viewers) })}</span>
          ) : null}
          {session?.access ? <LockedChip card={{ access: session.access }} /> : null}
        </span>
        <span className={classes(type.strong, styles.title)}>{session?.title ?? t('live.watch')}</span>
        <span className={classes(type.tiny, type.strong, type.spot)}>{t('live.watch')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} className={styles.arrow} aria-hidden="true" />
    </Link>
  );
};
