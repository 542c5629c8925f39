import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../../app/api.ts';
import { call } from '../../../app/browser-call.ts';
import { useAction } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { prepareUpload } from '../../../app/resumable-upload.ts';
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

const MAX_BYTES = 200_000_000;

/** The welcome video of the profile: uploaded with progress, encoded in the background, can be disabled. */
export const WelcomeVideoCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const format = useFormat();
  const upload = useAction('POST /performers/welcome-video/upload');
  const remove = useAction('DELETE /performers/welcome-video');
  const update = useAction('PUT /performers');
  const [file, setFile] = useState<File | null>(null);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<number | null>(null);
  /** A large one is uploaded in chunks before the call. */
  const [sent, setSent] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const uploading = useRef<AbortController | null>(null);
  const known = performer.welcomeVideo;
  useRealtimeEvent('files/changed', ({ fileId, state, progress }) => {
    if (fileId !== known?.file._id) return;
    setMade(progress);
    if (state !== 'processing') onChange();
  });
  const stop = () => {
    uploading.current?.abort();
    upload.abort();
  };
  const send = async () => {
    if (!file || uploading.current) return;
    uploading.current = new AbortController();
    upload.reset();
    setProblem(null);
    setSent(0);
    try {
      const { done, ...brought } = await prepareUpload(file, 'welcomeVideo', {
        signal: uploading.current.signal,
        onProgress: setSent,
        onWaiting: setWaiting,
      });
      if (!(await upload.run(brought))) return;
      await done();
      setFile(null);
      setMade(null);
      toast(t('profiles.videoSent'), { tone: 'ok', stays: 5000 });
      onChange();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'ABORTED') setProblem(error);
    } finally {
      uploading.current = null;
      setWaiting(false);
      setSent(null);
    }
  };
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
        progress={upload.progress ?? sent}
      />
      {waiting ? <p className={classes(type.small, type.faint)}>{t('media.waiting')}</p> : null}
      <FormError error={problem ?? upload.error ?? remove.error ?? update.error} fields={[]} />
      <div className={styles.end}>
        {known && sent === null ? (
          <Button kind="text" icon={<IconTrash size={20} stroke={1.75} />} onClick={() => setAsking(true)}>
            {t('profiles.videoRemove')}
          </Button>
        ) : null}
        {sent === null ? null : (
          <Button kind="text" onClick={stop}>
            {t('profiles.stopSending')}
          </Button>
        )}
        <Button kind="gold" busy={sent !== null} disabled={!file} onClick={() => void send()}>
          {t(known ? 'profiles.videoReplace' : 'profiles.videoSend')}
        </Button>
      </div>
      <Sheet
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('profiles.videoRemoveAsk')}
        foot={
          <div className={styles.end}>
            <Button kind="lift" onClick={() => setAsking(false)}>
              {t('ui.cancel')}
            </Button>
            <Button kind="bad" busy={remove.busy} onClick={() => void onRemove()}>
              {t('profiles.videoRemove')}
            </Button>
          </div>
        }
      >
        {null}
      </Sheet>
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
