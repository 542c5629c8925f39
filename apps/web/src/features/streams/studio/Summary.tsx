import { IconTrash } from '@tabler/icons-react';
import type { StreamSummary } from '@stagedoor/contract/streams';
import { type ReactNode, useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { useAction, useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { useCurrentUser } from '../../../app/session.tsx';
import { Money } from '../../../ui/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TilesSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './studio.module.css';

/** Poll interval while the recording is being assembled, in milliseconds. */
const RECORDING_MS = 2000;

/** After the show: its figures, and its recording. */
export const Summary = ({ streamId, known, onAnother }: { streamId: string; known: StreamSummary | null; onAnother: () => void }) => {
  const t = useText();
  const [pace, setPace] = useState<number | false>(RECORDING_MS);
  const answer = useData(
    'GET /streaming/summary/{id}',
    { params: { id: streamId } },
    { ...(known ? { initialData: known } : {}), refetchInterval: pace },
  );
  const summary = answer.data;
  const state = summary?.recording?.state;
  const next = summary && state !== 'recording' && state !== 'processing' ? false : RECORDING_MS;
  if (next !== pace) setPace(next);
  if (!summary) {
    return (
      <Pending of={answer}>
        <TilesSkeleton tiles={6} />
      </Pending>
    );
  }
  return (
    <div className={styles.summary}>
      <header className={styles.head}>
        <div className={styles.headWords}>
          <h1 className={classes(type.display, type.s46)}>{t('studio.summary')}</h1>
          <p className={classes(type.quiet, styles.lead)}>{summary.session.title}</p>
          <EndReason reason={summary.session.endReason} />
        </div>
        <div className={styles.summaryActs}>
          <Button kind="lift" to="/model/dashboard">
            {t('studio.toDashboard')}
          </Button>
          <Button kind="gold" onClick={onAnother}>
            {t('studio.another')}
          </Button>
        </div>
      </header>
      <Figures summary={summary} />
      {summary.recording ? <Recording summary={summary} recording={summary.recording} onChanged={() => void answer.refetch()} /> : null}
    </div>
  );
};

const EndReason = ({ reason }: { reason: StreamSummary['session']['endReason'] }) => {
  const t = useText();
  const key =
    reason === 'dropped'
      ? 'studio.summaryDropped'
      : reason === 'neverStarted'
        ? 'studio.summaryNeverStarted'
        : reason === 'moderator'
          ? 'studio.summaryModerator'
          : null;
  return key ? <p className={classes(type.small, styles.reason)}>{t(key)}</p> : null;
};

const Figures = ({ summary }: { summary: StreamSummary }) => {
  const t = useText();
  const format = useFormat();
  const { tips } = summary;
  const tile = (label: string, figure: ReactNode, note?: string) => (
    <Card className={styles.tile}>
      <span className={type.label}>{label}</span>
      <span className={classes(type.num, styles.figure)}>{figure}</span>
      {note ? <span className={classes(type.tiny, type.faint)}>{note}</span> : null}
    </Card>
  );
  return (
    <div className={styles.figures}>
      {tile(
        t('studio.tipsNet', { count: tips.count }),
        <Money value={tips.net} className={type.spot} />,
        t('studio.tipsTokens', { tokens: format.tokens(tips.tokens) }),
      )}
      {tile(t('studio.duration'), format.clock(summary.durationSeconds))}
      {tile(t('studio.viewersTotal'), format.count(summary.viewers))}
      {tile(t('studio.peak'), format.count(summary.session.peakViewers))}
      {tile(t('studio.watchedMinutes'), format.count(Math.round(summary.watchedMinutes)))}
      {tile(t('studio.messages'), format.count(summary.messages))}
    </div>
  );
};

const Recording = ({
  summary,
  recording,
  onChanged,
}: {
  summary: StreamSummary;
  recording: NonNullable<StreamSummary['recording']>;
  onChanged: () => void;
}) => {
  const t = useText();
  const user = useCurrentUser();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction('DELETE /streaming/recordings/{id}');
  const press = async () => {
    if (!(await remove.run({ params: { id: summary.session._id } }))) return;
    setAsking(false);
    onChanged();
  };
  return (
    <Card pad="lg" className={styles.recording}>
      <div className={type.flexBetween}>
        <h2 className={type.heading}>{t('room.recording')}</h2>
        {recording.state === 'ready' || recording.state === 'failed' ? (
          <Button kind="text" size="sm" icon={<IconTrash size={18} stroke={1.75} />} onClick={() => setAsking(true)}>
            {t('studio.deleteRecording')}
          </Button>
        ) : null}
      </div>
      <div role="status">
        {recording.state === 'recording' || recording.state === 'processing' ? (
          <p className={classes(type.small, type.quiet, styles.making)}>
            <i className={styles.spinner} aria-hidden="true" />
            {t('studio.recordingMaking')}
          </p>
        ) : recording.state === 'failed' ? (
          <p className={classes(type.small, type.quiet)}>{t('studio.recordingFailed')}</p>
        ) : recording.state === 'deleted' ? (
          <p className={classes(type.small, type.quiet)}>{t('studio.recordingDeleted')}</p>
        ) : (
          <p className={classes(type.small, type.quiet)}>{t('studio.recordingNote')}</p>
        )}
      </div>
      {recording.state === 'ready' && recording.url ? (
        <div className={styles.film}>
          <VideoPlayer
            title={t('room.recordingOf', { title: summary.session.title })}
            hls={null}
            mp4={recording.url}
            poster={user.cover ?? user.avatar}
            durationSeconds={recording.durationSeconds}
            renew={async () => {
              const { recording: again } = await call('GET /streaming/summary/{id}', { params: { id: summary.session._id } });
              return { hls: null, mp4: again?.url ?? null };
            }}
          />
        </div>
      ) : null}
      {isAsking ? (
        <Sheet opened onClose={() => setAsking(false)} locked={remove.busy} title={t('studio.deleteTitle')} width={420}>
          <p className={type.quiet}>{t('studio.deleteText')}</p>
          <FormError error={remove.error} fields={[]} />
          <div className={styles.sheetActs}>
            <Button kind="lift" grow onClick={() => setAsking(false)} disabled={remove.busy}>
              {t('studio.keep')}
            </Button>
            <Button kind="bad" grow busy={remove.busy} onClick={() => void press()}>
              {t('studio.deleteRecording')}
            </Button>
          </div>
        </Sheet>
      ) : null}
    </Card>
  );
};
