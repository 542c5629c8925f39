import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './paid.module.css';
import type { OwnCamera } from './use-own-camera.ts';

const icon = { size: 20, stroke: 1.75 } as const;

/** The fan's own microphone and camera, on or off. Pressed means that the performer doesn't get it. */
export const SelfControls = ({ own: { camera, silenced } }: { own: OwnCamera }) => {
  const t = useText();
  const { devices } = camera;
  const { isMuted, mute, isHidden, hide } = silenced;
  return (
    <>
      {devices?.getAudioTracks().length ? (
        <Button
          kind="lift"
          className={styles.brief}
          icon={isMuted ? <IconMicrophoneOff {...icon} /> : <IconMicrophone {...icon} />}
          aria-pressed={isMuted}
          aria-label={t('studio.muteMicrophone')}
          title={t('studio.muteMicrophone')}
          onClick={() => mute(!isMuted)}
        >
          {t('paid.mute')}
        </Button>
      ) : null}
      {devices?.getVideoTracks().length ? (
        <Button
          kind="lift"
          className={styles.brief}
          icon={isHidden ? <IconVideoOff {...icon} /> : <IconVideo {...icon} />}
          aria-pressed={isHidden}
          aria-label={t('studio.turnCameraOff')}
          title={t('studio.turnCameraOff')}
          onClick={() => hide(!isHidden)}
        >
          {t('paid.hideCamera')}
        </Button>
      ) : null}
    </>
  );
};
