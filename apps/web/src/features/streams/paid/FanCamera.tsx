import type { ShowCamera } from '@stagedoor/contract/paid-shows';
import type { IceServerView } from '@stagedoor/contract/streams';
import { useEffect, useRef, useState } from 'react';
import { useBoot } from '../../../app/boot.tsx';
import { call } from '../../../app/browser-call.ts';
import { useText } from '../../../ui/text.ts';
import { createPlayTokens, playTokenOf } from '../play-tokens.ts';
import { startPlayback } from '../playback.ts';
import { ConnectionChip } from '../ConnectionChip.tsx';
import { SilencedChips } from '../studio/SilencedChips.tsx';
import styles from './paid.module.css';
import { useFanCamera } from './use-fan-camera.ts';
import type { OwnCamera } from './use-own-camera.ts';

/** The fan's own camera over the picture, published while the show is open, and what of it is turned off. */
export const SelfView = ({
  medium,
  own: { camera, silenced },
  iceServers,
}: {
  medium: ShowCamera;
  own: OwnCamera;
  iceServers: readonly IceServerView[] | undefined;
}) => {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const state = useFanCamera(medium, camera, iceServers);
  useEffect(() => {
    if (video.current) video.current.srcObject = camera.stream;
  }, [camera.stream]);
  const hasFailed = camera.state === 'denied' || camera.state === 'none' || camera.state === 'insecure';
  return (
    <div className={styles.self}>
      <video ref={video} autoPlay muted playsInline aria-label={t('paid.myCamera')} />
      {hasFailed ? (
        <p className={styles.selfNote} role="status">
          {t('paid.cameraProblem')}
        </p>
      ) : (
        <div className={styles.selfState} role="status">
          <SilencedChips silenced={silenced} size="md" />
          {state === 'reconnecting' ? <ConnectionChip quality="reconnecting" size="md" /> : null}
        </div>
      )}
    </div>
  );
};

/** The fan's camera, as the performer sees it. */
export const FanView = ({ medium, iceServers, name }: { medium: ShowCamera; iceServers: readonly IceServerView[]; name: string }) => {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [turn, setTurn] = useState(0);
  const { clockAheadMs } = useBoot();
  const { mediaId } = medium;
  const { format, url, whep, signalling } = medium.playback;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const again = () => {
      timer = setTimeout(() => setTurn((known) => known + 1), 2000);
    };
    const begin = async () => {
      const ask = async () => playTokenOf(await call('POST /streaming/token', { body: { id: mediaId, type: 'play' } }), clockAheadMs);
      const first = await ask();
      if (gone || !video.current) return;
      const playback = startPlayback(video.current, {
        playback: { format, url, whep, signalling },
        token: first.token,
        tokens: signalling ? createPlayTokens(first, ask) : null,
        iceServers,
        onFacts: () => undefined,
        onRefused: again,
      });
      stop = () => playback.stop();
    };
    begin().catch(again);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [mediaId, format, url, whep, signalling, iceServers, clockAheadMs, turn]);
  return <video ref={video} className={styles.fanView} autoPlay playsInline aria-label={t('paid.fansCamera', { name })} />;
};
