import type { WallShow } from '@stagedoor/contract/admin-live';
import { IconCopy, IconEye, IconEyeOff, IconFlag, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useData } from '../../../app/data.ts';
import { Amount } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip, LiveBadge } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './live-wall.module.css';
import { StillsSheet } from './StillsSheet.tsx';
import { StopSheet } from './StopSheet.tsx';

/** Another picture of a show is made no sooner, in milliseconds. */
const SNAPSHOT_MS = 10_000;

/** Open shows as tiles. Of a private show there is no picture, and nobody but its performer is named. */
export const LiveWall = ({ shows }: { shows: readonly WallShow[] }) => {
  const [stopped, setStopped] = useState<WallShow | null>(null);
  const [opened, setOpened] = useState<WallShow | null>(null);
  return (
    <>
      <ul className={styles.wall}>
        {shows.map((show) => (
          <li key={show._id}>
            <Tile show={show} onStop={() => setStopped(show)} onStills={() => setOpened(show)} />
          </li>
        ))}
      </ul>
      {opened ? <StillsSheet show={opened} onClose={() => setOpened(null)} /> : null}
      {stopped ? <StopSheet show={stopped} onClose={() => setStopped(null)} /> : null}
    </>
  );
};

const Tile = ({ show, onStop, onStills }: { show: WallShow; onStop: () => void; onStills: () => void }) => {
  const t = useText();
  const format = useFormat();
  const { performer } = show;
  return (
    <Card pad="none" className={styles.show}>
      <div className={styles.picture}>
        {show.cover ? <img src={show.cover} alt="" loading="lazy" decoding="async" /> : null}
        {show.type !== 'private' && show.state === 'live' ? <Snapshot show={show} /> : null}
        {show.type === 'private' ? (
          <span className={styles.hidden}>
            <IconLock size={24} stroke={1.75} aria-hidden="true" />
            {t('wall.noPicture')}
          </span>
        ) : null}
        <span className={styles.top}>
          {show.state === 'live' ? <LiveBadge /> : <Chip tone="glass">{t(`wall.state.${show.state}`)}</Chip>}
          <Chip tone="glass">{t(`wall.type.${show.type}`)}</Chip>
          {show.reports > 0 ? (
            <Chip tone="bad" icon={<IconFlag size={14} stroke={1.75} aria-hidden="true" />}>
              {t('wall.reports', { count: show.reports })}
            </Chip>
          ) : null}
          {show.isAlike ? (
            <Chip tone="bad" icon={<IconCopy size={14} stroke={1.75} aria-hidden="true" />}>
              {t('wall.alike')}
            </Chip>
          ) : null}
          {show.isUnseen ? (
            <Chip tone="warn" icon={<IconEyeOff size={14} stroke={1.75} aria-hidden="true" />}>
              {t('wall.unseen')}
            </Chip>
          ) : null}
        </span>
      </div>
      <div className={styles.body}>
        <div className={styles.who}>
          <Avatar src={performer.avatar} size={40} />
          <span className={styles.words}>
            <b className={type.clip}>
              <bdi>{performer.name}</bdi>
            </b>
            <span className={classes(type.small, type.quiet, type.clip)}>{show.title || `@${performer.username}`}</span>
          </span>
        </div>
        <div className={styles.facts}>
          <span className={styles.fact}>
            <span className={type.label}>{t('wall.viewers')}</span>
            <span className={type.num}>{format.count(show.viewers)}</span>
          </span>
          <span className={styles.fact}>
            <span className={type.label}>{t('wall.since')}</span>
            <span>{show.startedAt ? <TimeAgo instant={show.startedAt} /> : t('wall.notYet')}</span>
          </span>
          <span className={styles.fact}>
            <span className={type.label}>{t('wall.tokens')}</span>
            <Amount tokens={show.tokens} trim />
          </span>
        </div>
        <div className={styles.acts}>
          {show.type === 'public' ? (
            <Button kind="lift" size="sm" to={`/live/${performer.username}`} icon={<IconEye size={18} stroke={1.75} />}>
              {t('wall.look')}
            </Button>
          ) : null}
          {show.reports > 0 ? (
            <Button kind="lift" size="sm" to="/admin/reports">
              {t('wall.toReports')}
            </Button>
          ) : null}
          {show.still ? (
            <Button kind="lift" size="sm" onClick={onStills}>
              {t('wall.stills')}
            </Button>
          ) : null}
          <Button kind="live" size="sm" onClick={onStop}>
            {t('wall.stop')}
          </Button>
        </div>
      </div>
    </Card>
  );
};

/** The picture of now, and the last still until it arrives, over the cover. Read again while the page is looked at. */
const Snapshot = ({ show }: { show: WallShow }) => {
  const t = useText();
  const format = useFormat();
  const [still, setStill] = useState(show.still);
  // Its address is another one each time; the picture is the same for a minute.
  if (still?.takenAt !== show.still?.takenAt) setStill(show.still);
  const { name } = show.performer;
  const { data } = useData('GET /admin/live/{id}/snapshot', { params: { id: show._id } }, { refetchInterval: SNAPSHOT_MS });
  if (data?.picture) return <img src={data.picture} alt={t('wall.snapshot', { name })} />;
  return still?.url ? <img src={still.url} alt={t('wall.still', { name, time: format.date(still.takenAt, 'time') })} /> : null;
};
