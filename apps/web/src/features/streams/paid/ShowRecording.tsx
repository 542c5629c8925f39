import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import type { StreamSession } from '@stagedoor/contract/streams';
import { useState } from 'react';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import styles from './Receipt.module.css';

/** The recording of a paid show, below its receipt. */
export const ShowRecording = ({
  receipt,
  recording,
  onRenew,
}: {
  receipt: ShowReceipt;
  recording: NonNullable<StreamSession['recording']>;
  onRenew?: (() => Promise<StreamSession['recording']>) | undefined;
}) => {
  const t = useText();
  // A player whose address changes begins again, and each answer has a new address of the same file.
  const [{ url, durationSeconds }] = useState(recording);
  return (
    <section className={styles.recording} aria-label={t('paid.recording')}>
      <h2 className={type.heading}>{t('paid.recording')}</h2>
      <VideoPlayer
        title={t('room.recordingOf', { title: receipt.title || receipt.performer.name })}
        hls={null}
        mp4={url}
        poster={receipt.performer.avatar}
        durationSeconds={durationSeconds}
        renew={async () => {
          const again = await onRenew?.();
          return again ? { hls: null, mp4: again.url } : null;
        }}
      />
    </section>
  );
};
