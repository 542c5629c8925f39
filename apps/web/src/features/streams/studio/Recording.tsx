import { IconDownload, IconMovie, IconTrash } from '@tabler/icons-react';
import type { PastShow } from '@stagedoor/contract/streams';
import { useNavigate } from 'react-router';
import { call } from '../../../app/browser-call.ts';
import { useAction } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import { type RecordingOutcome, recordingOutcome } from './show-words.ts';
import styles from './studio.module.css';

type RecordedShow = Pick<PastShow, '_id' | 'title' | 'isRecorded' | 'recording' | 'durationSeconds'>;

const SENTENCES: Record<RecordingOutcome, TextKey> = {
  none: 'studio.notRecorded',
  nothing: 'studio.recordingNothing',
  making: 'studio.recordingMaking',
  ready: 'studio.recordingNote',
  tooShort: 'studio.recordingTooShort',
  failed: 'studio.recordingFailed',
  deleted: 'studio.recordingDeleted',
};

/** What became of a show's recording; one that is ready is played, downloaded and deleted. */
export const Recording = ({
  show,
  isLast,
  onDelete,
  onShown,
}: {
  show: RecordedShow;
  /** The room plays the recording of the last show alone. */
  isLast: boolean;
  onDelete: () => void;
  /** A withheld one is now seen by those the show was for. */
  onShown: () => void;
}) => {
  const t = useText();
  const reveal = useAction('POST /streaming/recordings/{id}/show');
  const press = async () => {
    if (await reveal.run({ params: { id: show._id } })) onShown();
  };
  const user = useCurrentUser();
  const outcome = recordingOutcome(show);
  const { recording } = show;
  const url = outcome === 'ready' ? recording?.url : null;
  const navigate = useNavigate();
  const publish = useAction('POST /performer/performer-assets/videos/of-recording/{id}');
  /** A draft first: title, audience and price are the performer's to choose. */
  const asVideo = async () => {
    const video = await publish.run({ params: { id: show._id } });
    if (video) await navigate(`/model/videos/${video._id}`);
  };
  return (
    <>
      <p className={classes(type.small, type.quiet, outcome === 'making' && styles.making)} role="status">
        {outcome === 'making' ? <i className={styles.spinner} aria-hidden="true" /> : null}
        {t(outcome === 'ready' && !isLast ? 'studio.recordingKept' : SENTENCES[outcome])}
      </p>
      {recording?.isWithheld && recording.state !== 'deleted' && recording.state !== 'failed' ? (
        <div className={styles.waiting}>
          <p className={classes(type.small, type.strong)}>{t('studio.withheld')}</p>
          <span className={styles.recordingActs}>
            <Button kind="gold" busy={reveal.busy} onClick={() => void press()}>
              {t('studio.showRecording')}
            </Button>
            {url ? null : (
              <Button kind="text" icon={<IconTrash size={18} stroke={1.75} />} onClick={onDelete}>
                {t('studio.deleteRecording')}
              </Button>
            )}
          </span>
        </div>
      ) : null}
      <FormError error={reveal.error} fields={[]} />
      {url ? (
        <div className={styles.film}>
          <VideoPlayer
            title={t('room.recordingOf', { title: show.title })}
            hls={null}
            mp4={url}
            poster={user.cover ?? user.avatar}
            durationSeconds={recording?.durationSeconds ?? null}
            renew={async () => {
              const { recording: again } = await call('GET /streaming/summary/{id}', { params: { id: show._id } });
              return { hls: null, mp4: again?.url ?? null };
            }}
          />
        </div>
      ) : null}
      <FormError error={publish.error} fields={[]} />
      {url ? (
        <div className={styles.recordingActs}>
          <Button kind="gold" busy={publish.busy} icon={<IconMovie size={18} stroke={1.75} />} onClick={() => void asVideo()}>
            {t('videos.ofRecording')}
          </Button>
          <Button kind="lift" href={url} download={`${show.title}.mp4`} icon={<IconDownload size={18} stroke={1.75} />}>
            {t('studio.download')}
          </Button>
          <Button kind="text" icon={<IconTrash size={18} stroke={1.75} />} onClick={onDelete}>
            {t('studio.deleteRecording')}
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** Asks before the recording is deleted; for a sheet with that title. */
export const DeleteRecording = ({ streamId, onClose, onDeleted }: { streamId: string; onClose: () => void; onDeleted: () => void }) => {
  const t = useText();
  const remove = useAction('DELETE /streaming/recordings/{id}');
  const press = async () => {
    if (await remove.run({ params: { id: streamId } })) onDeleted();
  };
  return (
    <>
      <p className={type.quiet}>{t('studio.deleteText')}</p>
      <FormError error={remove.error} fields={[]} />
      <div className={styles.sheetActs}>
        <Button kind="lift" grow onClick={onClose} disabled={remove.busy}>
          {t('studio.keep')}
        </Button>
        <Button kind="bad" grow busy={remove.busy} onClick={() => void press()}>
          {t('studio.deleteRecording')}
        </Button>
      </div>
    </>
  );
};
