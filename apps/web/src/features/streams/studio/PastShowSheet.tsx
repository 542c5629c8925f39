import type { PastShow } from '@stagedoor/contract/streams';
import { type ReactNode, useState } from 'react';
import { Amount, Money } from '../../../ui/Amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { PaidFans } from './PaidFans.tsx';
import { DeleteRecording, Recording } from './Recording.tsx';
import { endNote, onAirTime } from './show-words.ts';
import styles from './PastShows.module.css';

/** One past show: its figures, its recording, and the question before that is deleted. */
export const PastShowSheet = ({
  show,
  isLast,
  onClose,
  onDeleted,
}: {
  show: PastShow;
  isLast: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) => {
  const t = useText();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const { tips } = show;
  const note = endNote(show.endReason, show.durationSeconds);
  const fact = (label: string, value: ReactNode) => (
    <div className={styles.fact}>
      <dt className={type.label}>{label}</dt>
      <dd className={classes(type.num, styles.value)}>{value}</dd>
    </div>
  );
  return (
    <Sheet opened onClose={onClose} title={isAsking ? t('studio.deleteTitle') : show.title || t('paid.private')} width={560}>
      {isAsking ? (
        <DeleteRecording
          streamId={show._id}
          onClose={() => setAsking(false)}
          onDeleted={() => {
            setAsking(false);
            onDeleted();
          }}
        />
      ) : (
        <div className={styles.sheet}>
          <p className={classes(type.small, type.quiet)}>
            {format.date(show.startedAt ?? show.createdAt, 'dayYear')}, {format.date(show.startedAt ?? show.createdAt, 'time')}
          </p>
          {note ? <p className={classes(type.small, styles.note)}>{t(note)}</p> : null}
          <dl className={styles.facts}>
            {fact(t('studio.duration'), onAirTime(t, format, show.durationSeconds))}
            {fact(t('studio.past.viewers'), format.count(show.peakViewers))}
            {show.type === 'public' ? null : fact(t('paid.earned'), <Amount tokens={show.minutes.tokens} />)}
            {fact(t('studio.tipsOfShow'), <Amount tokens={tips.tokens} />)}
            {fact(t('studio.tipsNet', { count: tips.count }), <Money value={tips.net} className={type.spot} />)}
          </dl>
          {show.type === 'public' ? null : <PaidFans show={{ _id: show._id, type: show.type }} />}
          <section className={styles.recording}>
            <h3 className={type.heading}>{t('room.recording')}</h3>
            <Recording show={show} isLast={isLast} onDelete={() => setAsking(true)} onShown={onDeleted} />
          </section>
        </div>
      )}
    </Sheet>
  );
};
