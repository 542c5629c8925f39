import type { StreamSession } from '@stagedoor/contract/streams';
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../../../../ui/classes.ts';
import { type TextKey, useText } from '../../../../ui/text.ts';
import { Countdown } from '../../Countdown.tsx';
import { startPlayback } from '../../playback.ts';
import { usePlaybackAccess } from '../../use-playback-access.ts';
import preview from '../Preview.module.css';
import studio from '../studio.module.css';
import type { Publishes } from '../use-publisher.ts';
import { useSignal } from './use-encoder.ts';

/** The show as its viewers get it, without sound: the performer hears themselves already. */
const OwnShow = ({ streamId }: { streamId: string }) => {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const { source, ask } = usePlaybackAccess(streamId);
  useEffect(() => {
    if (!source || !video.current) return undefined;
    const playback = startPlayback(video.current, { ...source, onFacts: () => undefined, onRefused: ask });
    return () => playback.stop();
  }, [source, ask]);
  return (
    <video
      ref={video}
      className={classes(preview.video, preview.whole)}
      autoPlay
      muted
      playsInline
      data-testid="own-show"
      aria-label={t('studio.onAirPicture')}
    />
  );
};

/** Says what to do while it waits: OBS that was cut off, or that published the public show before, connects by itself. */
const waitingTextOf = ({ type }: StreamSession, state: Publishes['state']): TextKey => {
  if (state !== 'connecting') return 'encoder.waitingAgainText';
  return type === 'private' ? 'encoder.waitingPrivateText' : 'encoder.waitingText';
};

/** The picture of a show that an encoder publishes, or what it waits for. */
export const EncoderStage = ({
  session,
  publisher: { state },
  onAir,
}: {
  session: StreamSession;
  publisher: Publishes;
  /** Chips over the picture. */
  onAir: ReactNode;
}) => {
  const t = useText();
  const signal = useSignal(true);
  const isHidden = session.isRehearsal && signal?.isReordered === true;
  const until = session.returnBy ?? (state === 'connecting' ? session.startBy : null);
  return (
    <div className={classes(preview.preview, preview.onAir, preview.landscape)} data-testid="encoder-stage" data-state={state}>
      {state === 'live' && !isHidden ? <OwnShow streamId={session._id} /> : null}
      {state === 'live' && signal?.isSoundOnly ? (
        <div className={preview.message} role="status">
          <div className={studio.trouble}>
            <strong className={studio.troubleTitle}>{t('room.soundOnly')}</strong>
            <span>{t('encoder.soundOnlyText')}</span>
          </div>
        </div>
      ) : null}
      <div className={preview.upper}>{onAir}</div>
      {state === 'live' && !isHidden ? null : (
        <div className={preview.message} role="status">
          <div className={studio.trouble}>
            {isHidden && state === 'live' ? (
              <span>{t('encoder.rehearsalHidden')}</span>
            ) : (
              <>
                <strong className={studio.troubleTitle}>{t(state === 'connecting' ? 'encoder.waiting' : 'encoder.lost')}</strong>
                <span>{t(waitingTextOf(session, state))}</span>
                {until ? <Countdown until={until} /> : null}
              </>
            )}
          </div>
        </div>
      )}
    </div>
  );
};
