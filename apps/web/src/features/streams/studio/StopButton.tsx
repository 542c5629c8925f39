import { IconHandStop } from '@tabler/icons-react';
import type { StreamSummary } from '@stagedoor/contract/streams';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../app/api.ts';
import { call } from '../../../app/browser-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import phone from './OnAir.module.css';
import type { Camera } from './use-camera.ts';

/** Until the server heard of it, in milliseconds. */
const RETRY_MS = 2000;

/** Whether the same call would be refused again: the session is over, or the show isn't the caller's any longer. */
const isFinal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/**
 * Stops a show at once, without a question: camera and microphone are cut first, then the connection, then the server ends the show.
 * Also by Ctrl+Shift+X.
 */
export const StopButton = ({
  streamId,
  camera,
  isEncoder = false,
  finish,
  onStopped,
}: {
  streamId: string;
  camera: Camera;
  /** The show is published from OBS, and no camera is on. */
  isEncoder?: boolean;
  /** Closes the connection that publishes. */
  finish: () => void;
  onStopped: (summary: StreamSummary) => void;
}) => {
  const t = useText();
  const [isStopping, setStopping] = useState(false);
  const [keys, setKeys] = useState('Ctrl+Shift+X');
  const isPressed = useRef(false);
  const { close } = camera;
  const stop = useCallback(async () => {
    if (isPressed.current) return;
    isPressed.current = true;
    if (!isEncoder) close();
    finish();
    setStopping(true);
    for (;;) {
      try {
        return onStopped(await call('POST /streaming/stop/{id}', { params: { id: streamId } }));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isFinal(error)) {
          isPressed.current = false;
          setStopping(false);
          toast(error.message, { tone: 'bad' });
          return;
        }
        // Offline: nothing is sent any longer, and the show ends as soon as the server is reached.
        await new Promise((resolve) => {
          setTimeout(resolve, RETRY_MS);
        });
      }
    }
  }, [streamId, isEncoder, close, finish, onStopped]);
  useEffect(() => {
    if (isApple()) setKeys('⌘⇧X');
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyX' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void stop();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [stop]);
  return (
    <>
      <Button
        kind="outline"
        size="lg"
        className={phone.stop}
        title={t(isEncoder ? 'encoder.stopHint' : 'studio.stopHint', { keys })}
        aria-keyshortcuts="Control+Shift+X Meta+Shift+X"
        busy={isStopping}
        icon={<IconHandStop size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void stop()}
      >
        <span className={classes(phone.stopWord)}>{t('studio.stopAtOnce')}</span>
      </Button>
      {isStopping ? (
        <span className={phone.stopping} role="status">
          {t(isEncoder ? 'encoder.stopping' : 'studio.stopping')}
        </span>
      ) : null}
    </>
  );
};
