import type { WallShow } from '@stagedoor/contract/admin-live';
import { IconEye, IconFlag, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { Amount } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip, LiveBadge } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from './live-wall.module.css';

/** Characters of a reason. */
const REASON = 300;
/** Another picture of a show is made no sooner, in milliseconds. */
const SNAPSHOT_MS = 10_000;

/** Open shows as tiles. Of a private show there is no picture, and nobody but its performer is named. */
export const LiveWall = ({ shows }: { shows: readonly WallShow[] }) => {
  const [stopped, setStopped] = useState<WallShow | null>(null);
  return (
    <>
      <ul className={styles.wall}>
        {shows.map((show) => (
          <li key={show._id}>
            <Tile show={show} onStop={() => setStopped(show)} />
          </li>
        ))}
      </ul>
      {stopped ? <StopSheet show={stopped} onClose={() => setStopped(null)} /> : null}
    </>
  );
};

const Tile = ({ show, onStop }: { show: WallShow; onStop: () => void }) => {
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
          <Button kind="live" size="sm" onClick={onStop}>
            {t('wall.stop')}
          </Button>
        </div>
      </div>
    </Card>
  );
};

/** What is in the picture now, over the cover, while the page is looked at. */
const Snapshot = ({ show }: { show: WallShow }) => {
  const t = useText();
  const { data } = useData('GET /admin/live/{id}/snapshot', { params: { id: show._id } }, { refetchInterval: SNAPSHOT_MS });
  return data?.picture ? <img src={data.picture} alt={t('wall.snapshot', { name: show.performer.name })} /> : null;
};

const StopSheet = ({ show, onClose }: { show: WallShow; onClose: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const stop = useAction('POST /admin/live/{id}/stop');
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const press = async () => {
    setPressed(true);
    if (!reason.trim()) return;
    if (!(await stop.run({ params: { id: show._id }, body: { reason: reason.trim() } }))) return;
    toast(t('wall.stopped'), { tone: 'ok' });
    void client.invalidateQueries({ queryKey: ['GET /admin/live'] });
    onClose();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={stop.busy}
      title={t('wall.stopTitle', { name: show.performer.name })}
      width={460}
      foot={
        <Button kind="live" size="lg" wide busy={stop.busy} onClick={() => void press()}>
          {t('wall.stop')}
        </Button>
      }
    >
      <div className={styles.body}>
        <TextArea
          label={t('wall.reason')}
          hint={t('wall.reasonHint')}
          rows={3}
          maxLength={REASON}
          value={reason}
          error={pressed && !reason.trim() ? t('validation.required') : stop.error?.fields['reason']}
          onChange={(event) => setReason(event.currentTarget.value.replaceAll('\n', ' '))}
        />
        <FormError error={stop.error} fields={['reason']} />
      </div>
    </Sheet>
  );
};
