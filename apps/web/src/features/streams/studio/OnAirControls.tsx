import {
  IconCameraRotate,
  IconMicrophone,
  IconMicrophoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { MicrophoneLevel } from './MicrophoneLevel.tsx';
import styles from './OnAir.module.css';
import type { Camera } from './use-camera.ts';
import { useScreenShare } from './use-screen-share.ts';
import type { Silenced } from './use-silenced.ts';

const icon = { size: 20, stroke: 1.75 } as const;

/** During the show: mutes the microphone, shares a screen, turns the camera off, changes to another camera. */
export const OnAirControls = ({ camera, silenced }: { camera: Camera; silenced: Silenced }) => {
  const t = useText();
  const [isFlipping, setFlipping] = useState(false);
  const { isMuted, mute, isHidden, hide } = silenced;
  const { devices, cameras, isScreen } = camera;
  const { canShare, isSharing, share } = useScreenShare(camera);
  const flip = async () => {
    setFlipping(true);
    if (!(await camera.flip())) toast(t('studio.switchFailed'), { tone: 'bad' });
    setFlipping(false);
  };
  return (
    <>
      <MicrophoneLevel
        stream={devices}
        control={
          devices?.getAudioTracks().length ? (
            <IconButton
              kind="glass"
              className={classes(isMuted && styles.off)}
              label={t(isMuted ? 'studio.unmuteMicrophone' : 'studio.muteMicrophone')}
              icon={isMuted ? <IconMicrophoneOff {...icon} /> : <IconMicrophone {...icon} />}
              onClick={() => mute(!isMuted)}
            />
          ) : undefined
        }
      />
      {canShare ? (
        <IconButton
          kind="glass"
          className={classes(isScreen && styles.off)}
          label={t(isScreen ? 'studio.backToCamera' : 'studio.shareScreen')}
          icon={isScreen ? <IconScreenShareOff {...icon} /> : <IconScreenShare {...icon} />}
          disabled={isSharing}
          onClick={isScreen ? camera.unshare : share}
        />
      ) : null}
      {cameras.length > 1 && !isScreen ? (
        <IconButton
          kind="glass"
          label={t('studio.switchCamera')}
          icon={<IconCameraRotate {...icon} />}
          aria-busy={isFlipping || undefined}
          disabled={isFlipping}
          onClick={() => void flip()}
        />
      ) : null}
      {isScreen ? null : (
        <IconButton
          kind="glass"
          className={classes(isHidden && styles.off)}
          label={t(isHidden ? 'studio.turnCameraOn' : 'studio.turnCameraOff')}
          icon={isHidden ? <IconVideoOff {...icon} /> : <IconVideo {...icon} />}
          onClick={() => hide(!isHidden)}
        />
      )}
    </>
  );
};
