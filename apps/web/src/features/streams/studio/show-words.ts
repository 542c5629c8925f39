import type { PastShow } from '@stagedoor/contract/streams';
import type { Format } from '../../../ui/format.tsx';
import type { TextKey, useText } from '../../../ui/text.ts';

/** A recording of less is not expected: its first pictures may not have been complete. */
const SHORTEST_RECORDING_SECONDS = 5;

/** How long a show was on air: `12 s` below a minute, `14:08` from there on. */
export const onAirTime = (t: ReturnType<typeof useText>, format: Pick<Format, 'clock' | 'count'>, seconds: number): string => {
  // A show of a moment isn't one of nothing.
  const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0;
  return whole < 60 ? t('studio.seconds', { seconds: format.count(whole) }) : format.clock(whole);
};

/** Why a show ended, where its performer might not know. */
export const endNote = (reason: PastShow['endReason'] | null, durationSeconds: number): TextKey | null =>
  reason === 'dropped'
    ? 'studio.summaryDropped'
    : reason === 'neverStarted'
      ? 'studio.summaryNeverStarted'
      : reason === 'moderator'
        ? 'studio.summaryModerator'
        : reason === 'rehearsalOver'
          ? 'studio.rehearsalOver'
          : reason === 'maintenance'
            ? 'paid.endedForMaintenance'
            : reason === 'performer' && durationSeconds <= 0
              ? 'studio.summaryNoPicture'
              : null;

export type RecordingOutcome = 'none' | 'nothing' | 'making' | 'ready' | 'tooShort' | 'failed' | 'deleted';

/** What became of a show's recording. */
export const recordingOutcome = ({
  isRecorded,
  recording,
  durationSeconds,
}: Pick<PastShow, 'isRecorded' | 'recording' | 'durationSeconds'>): RecordingOutcome => {
  if (!isRecorded) return 'none';
  if (!recording) return 'nothing';
  if (recording.state === 'recording' || recording.state === 'processing') return 'making';
  return recording.state === 'failed' && durationSeconds < SHORTEST_RECORDING_SECONDS ? 'tooShort' : recording.state;
};
