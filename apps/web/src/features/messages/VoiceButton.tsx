import { IconMicrophone, IconSend2, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './compose.module.css';
import type { VoiceRecorder } from './use-voice-recorder.ts';

/** A press shorter than this starts a recording that a second press ends; a longer one records while it is held. Milliseconds. */
const HELD_MS = 500;
/** So far, in pixels, a finger slides against the direction of reading to discard what it records. */
const DISCARD_PX = 96;

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/** Records a voice note: while it is held, or from one press to the next. Sliding away while it is held discards it. */
export const VoiceButton = ({ recorder }: { recorder: VoiceRecorder }) => {
  const t = useText();
  const pressedAt = useRef(0);
  return (
    <IconButton
      className={classes(styles.add, styles.hold)}
      label={t('messages.record')}
      icon={<IconMicrophone size={22} stroke={1.75} />}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        pressedAt.current = event.timeStamp;
        // The button is replaced by the recording's, and the finger's end still belongs to it; where the browser takes the finger away
        // (it scrolls), the recording goes on as after a short press.
        const finger = new AbortController();
        const follow = (name: 'pointermove' | 'pointerup' | 'pointercancel', hear: (next: PointerEvent) => void) =>
          window.addEventListener(name, (next) => (next.pointerId === event.pointerId ? hear(next) : undefined), { signal: finger.signal });
        const letGo = () => {
          finger.abort();
          recorder.release();
        };
        follow('pointermove', ({ clientX }) => {
          const away = isRightToLeft() ? clientX - event.clientX : event.clientX - clientX;
          if (away < DISCARD_PX) return;
          letGo();
          recorder.cancel();
        });
        follow('pointercancel', letGo);
        follow('pointerup', ({ timeStamp }) => {
          letGo();
          if (timeStamp - pressedAt.current >= HELD_MS) recorder.finish();
        });
        void recorder.start({ isHeld: true });
      }}
      onClick={(event) => {
        // By the keyboard.
        if (event.detail === 0) void recorder.start();
      }}
    />
  );
};

/** In place of the field while a voice note is recorded: its length, and how it ends. */
export const RecordingRow = ({ recorder }: { recorder: VoiceRecorder }) => {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.form} role="group" aria-label={t('messages.recording')}>
      <IconButton
        className={styles.add}
        label={t('messages.cancelRecording')}
        icon={<IconTrash size={22} stroke={1.75} />}
        onClick={recorder.cancel}
      />
      <span className={styles.recording}>
        <span className={styles.recordingDot} aria-hidden="true" />
        <span className={type.num}>{format.clock(recorder.seconds)}</span>
        <span className={type.faint}>{t(recorder.isHeld ? 'messages.recordingHeld' : 'messages.recording')}</span>
      </span>
      <IconButton
        kind="gold"
        className={styles.send}
        label={t('messages.sendRecording')}
        icon={<IconSend2 size={20} stroke={1.75} />}
        onClick={recorder.finish}
      />
    </div>
  );
};
