import type { StreamSummary } from '@stagedoor/contract/streams';
import { type ReactNode, useState } from 'react';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Money, useAmountText } from '../../../ui/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TilesSkeleton } from '../../../ui/Skeleton.tsx';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { ShowSource } from './encoder/use-source.ts';
import { PaidFans } from './PaidFans.tsx';
import { DeleteRecording, Recording } from './Recording.tsx';
import { endNote, onAirTime } from './show-words.ts';
import styles from './studio.module.css';

/** Poll interval while the recording is being assembled, in milliseconds. */
const RECORDING_MS = 2000;

/** After the show: its figures, and its recording. */
export const Summary = ({
  streamId,
  stopped,
  onAnother,
}: {
  streamId: string;
  /** Its picture's origin, if it was stopped at once. */
  stopped: ShowSource | null;
  onAnother: () => void;
}) => {
  const t = useText();
  const [pace, setPace] = useState<number | false>(RECORDING_MS);
  const answer = useData('GET /streaming/summary/{id}', { params: { id: streamId } }, { refetchInterval: pace });
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
          <p className={classes(type.quiet, styles.lead)}>{summary.session.title || t('paid.private')}</p>
          <EndReason reason={endNote(summary.session.endReason, summary.durationSeconds)} />
          {stopped ? (
            <p className={classes(type.small, styles.reason)} role="status">
              {t(stopped === 'encoder' ? 'encoder.stopped' : 'studio.stopped')}{' '}
              {summary.session.type === 'public' ? null : t('studio.stoppedMinutes')}
            </p>
          ) : null}
          {summary.endNote ? <p className={classes(type.small, styles.reason)}>{summary.endNote}</p> : null}
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
      <PaidFansCard session={summary.session} />
      {summary.session.isRecorded ? <RecordingCard summary={summary} onChanged={() => void answer.refetch()} /> : null}
    </div>
  );
};

const PaidFansCard = ({ session: { _id, type: kind } }: Pick<StreamSummary, 'session'>) =>
  kind === 'public' ? null : (
    <Card pad="lg">
      <PaidFans show={{ _id, type: kind }} level={2} />
    </Card>
  );

const EndReason = ({ reason }: { reason: TextKey | null }) => {
  const t = useText();
  return reason ? <p className={classes(type.small, styles.reason)}>{t(reason)}</p> : null;
};

const Figures = ({ summary }: { summary: StreamSummary }) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
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
      {summary.session.type === 'public'
        ? null
        : tile(
            t('paid.earned'),
            <Money value={summary.minutes.net} className={type.spot} />,
            t('paid.billed', { count: summary.minutes.count }),
          )}
      {tile(
        t('studio.tipsNet', { count: tips.count }),
        <Money value={tips.net} className={type.spot} />,
        t('studio.tipsTokens', { tokens: written(tips.tokens) }),
      )}
      {tile(t('studio.duration'), onAirTime(t, format, summary.durationSeconds))}
      {tile(t('studio.viewersTotal'), format.count(summary.viewers))}
      {tile(t('studio.peak'), format.count(summary.session.peakViewers))}
      {tile(t('studio.watchedMinutes'), format.count(Math.round(summary.watchedMinutes)))}
      {tile(t('studio.messages'), format.count(summary.messages))}
    </div>
  );
};

const RecordingCard = ({ summary, onChanged }: { summary: StreamSummary; onChanged: () => void }) => {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { session, recording, durationSeconds } = summary;
  return (
    <Card pad="lg" className={styles.recording}>
      <h2 className={type.heading}>{t('room.recording')}</h2>
      <Recording show={{ ...session, recording, durationSeconds }} isLast onDelete={() => setAsking(true)} onShown={onChanged} />
      {isAsking ? (
        <Sheet opened onClose={() => setAsking(false)} title={t('studio.deleteTitle')} width={420}>
          <DeleteRecording
            streamId={session._id}
            onClose={() => setAsking(false)}
            onDeleted={() => {
              setAsking(false);
              onChanged();
            }}
          />
        </Sheet>
      ) : null}
    </Card>
  );
};
