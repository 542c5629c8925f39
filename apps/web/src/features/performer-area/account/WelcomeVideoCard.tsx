import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { useAction } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { VIDEOS } from '../../../ui/accepted-files.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { FileField } from '../../../ui/FileField.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { sourceFor } from '../../../ui/Picture.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { useWelcomeUpload } from './use-welcome-upload.ts';

const MAX_BYTES = 200_000_000;

interface RemoveQuestionProps {
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onRemove: () => void;
}

/** Asks before the welcome video is removed. */
const RemoveQuestion = ({ opened, busy, onClose, onRemove }: RemoveQuestionProps) => {
  const t = useText();
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('profiles.videoRemoveAsk')}
      foot={
        <div className={styles.end}>
          <Button kind="lift" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="bad" busy={busy} onClick={onRemove}>
            {t('profiles.videoRemove')}
          </Button>
        </div>
      }
    >
      {null}
    </Sheet>
  );
};

/** The welcome video of the profile: uploaded with progress, encoded in the background, can be disabled. */
export const WelcomeVideoCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const format = useFormat();
  const remove = useAction('DELETE /performers/welcome-video');
  const update = useAction('PUT /performers');
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<number | null>(null);
  const known = performer.welcomeVideo;
  const { file, setFile, progress, isSending, waiting, error, send, stop } = useWelcomeUpload(() => {
    setMade(null);
    onChange();
  });
  useRealtimeEvent('files/changed', ({ fileId, state, progress }) => {
    if (fileId !== known?.file._id) return;
    setMade(progress);
    if (state !== 'processing') onChange();
  });
  const onRemove = async () => {
    if (!(await remove.run({}))) return;
    setAsking(false);
    toast(t('profiles.removed'), { tone: 'ok' });
    onChange();
  };
  return (
    <Card pad="lg" className={styles.stack}>
      <CardHead title={t('profiles.video')}>
        {known ? <State state={known.file.state} progress={made ?? known.file.progress} /> : null}
      </CardHead>
      <p className={classes(type.small, type.quiet)}>{t('profiles.videoText')}</p>
      {known?.video ? (
        <div className={styles.film}>
          <VideoPlayer
            title={t('profiles.video')}
            hls={known.video.hls}
            mp4={known.video.mp4}
            previews={known.video.previews}
            captions={known.video.captions}
            poster={known.video.poster ? sourceFor(known.video.poster, 640) : undefined}
            ratio={known.video.width && known.video.height ? `${known.video.width} / ${known.video.height}` : '16 / 9'}
            durationSeconds={known.video.durationSeconds}
            renew={async () => (await call('GET /performers/me')).welcomeVideo?.video ?? null}
          />
        </div>
      ) : known?.file.state === 'failed' ? (
        <p className={classes(type.small, styles.bad)} role="alert">
          {t('profiles.videoFailed')}
        </p>
      ) : null}
      {known ? (
        <Switch
          label={t('profiles.videoOn')}
          hint={t('profiles.videoOnHint')}
          checked={performer.welcomeVideoEnabled}
          disabled={update.busy}
          onChange={(event) =>
            void update.run({ body: { welcomeVideoEnabled: event.currentTarget.checked } }).then((answer) => answer && onChange())
          }
        />
      ) : null}
      <FileField
        label={t('profiles.videoFile')}
        hint={t('profiles.videoHint', { size: format.bytes(MAX_BYTES) })}
        accept={VIDEOS}
        maxBytes={MAX_BYTES}
        file={file}
        onFile={setFile}
        progress={progress}
      />
      {waiting ? <p className={classes(type.small, type.faint)}>{t('media.waiting')}</p> : null}
      <FormError error={error ?? remove.error ?? update.error} fields={[]} />
      <div className={styles.end}>
        {known && !isSending ? (
          <Button kind="text" icon={<IconTrash size={20} stroke={1.75} />} onClick={() => setAsking(true)}>
            {t('profiles.videoRemove')}
          </Button>
        ) : null}
        {isSending ? (
          <Button kind="text" onClick={stop}>
            {t('profiles.stopSending')}
          </Button>
        ) : null}
        <Button kind="gold" busy={isSending} disabled={!file} onClick={() => void send()}>
          {t(known ? 'profiles.videoReplace' : 'profiles.videoSend')}
        </Button>
      </div>
      <RemoveQuestion opened={asking} busy={remove.busy} onClose={() => setAsking(false)} onRemove={() => void onRemove()} />
    </Card>
  );
};

const State = ({ state, progress }: { state: 'processing' | 'ready' | 'failed'; progress: number }) => {
  const t = useText();
  const format = useFormat();
  if (state === 'ready') return <Chip tone="ok">{t('profiles.videoReady')}</Chip>;
  if (state === 'failed') return <Chip tone="bad">{t('model.fileFailed')}</Chip>;
  return <Chip tone="info">{t('profiles.videoWorking', { percent: format.percent(Math.round(progress * 100)) })}</Chip>;
};
