import { isOnAir, showPageOf } from '@stagedoor/contract/live-state.values';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useStageWords } from '../../ui/stage-words.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './LiveNowCard.module.css';
import { LockedChip } from './LockedChip.tsx';

/** Poll interval of the number of viewers, in milliseconds. */
const POLL_MS = 15_000;

/** Viewers of the public show, and who it is for. */
const PublicFacts = ({ username }: { username: string }) => {
  const t = useText();
  const format = useFormat();
  const { data: session } = useData('GET /streaming/view/{id}', { params: { id: username } }, { refetchInterval: POLL_MS });
  if (session?.type !== 'public') return null;
  return (
    <>
      <span className={type.clip}>{t('live.watching', { count: session.viewers, number: format.count(session.viewers) })}</span>
      {session.access ? <LockedChip card={{ access: session.access }} /> : null}
    </>
  );
};

/** The live state of a performer on their profile, as a link to the show if others can see it. */
export const LiveNowCard = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  const { live } = profile;
  const { rate, seats, away } = useStageWords()(live);
  const page = showPageOf(live);
  const frame = (inside: ReactNode) =>
    page ? (
      <Link to={page} className={styles.band}>
        {inside}
        <IconChevronRight size={20} stroke={1.75} className={styles.arrow} aria-hidden="true" />
      </Link>
    ) : (
      <div className={styles.band}>{inside}</div>
    );
  return frame(
    <>
      <img className={styles.cover} src={profile.cover ?? profile.avatar} alt="" />
      <span className={styles.words}>
        <span className={styles.facts}>
          {isOnAir(live) ? <LiveBadge /> : null}
          {live.state === 'public' ? <PublicFacts username={profile.username} /> : null}
          {live.state === 'group' ? <span>{seats}</span> : null}
          {away ? <span className={type.strong}>{away}</span> : null}
        </span>
        {'title' in live ? (
          <span className={classes(type.strong, styles.title)}>
            <bdi>{live.title || t('paid.group')}</bdi>
          </span>
        ) : null}
        {rate ? <span className={classes(type.tiny, type.quiet)}>{rate}</span> : null}
        {isOnAir(live) ? (
          <span className={classes(type.tiny, type.strong, type.spot)}>{t(live.state === 'group' ? 'stage.join' : 'live.watch')}</span>
        ) : null}
      </span>
    </>,
  );
};
