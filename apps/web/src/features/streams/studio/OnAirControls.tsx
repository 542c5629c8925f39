import { IconCameraRotate, IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { MicrophoneLevel } from './MicrophoneLevel.tsx';
import styles from './OnAir.module.css';
import type { Camera } from './use-camera.ts';

const icon = { size: 20, stroke: 1.75 } as const;

export interface Silenced {
  isMuted: boolean;
  mute: (muted: boolean) => void;
  isHidden: boolean;
  hide: (hidden: boolean) => void;
}

const enable = (track: MediaStreamTrack, isEnabled: boolean): void => {
  track.enabled = isEnabled;
};

/** Microphone and camera, each on or off: their tracks are disabled, so that viewers get silence and a black picture. */
export const useSilenced = ({ stream, picture }: Camera): Silenced => {
  const [isMuted, mute] = useState(false);
  const [isHidden, hide] = useState(false);
  useEffect(() => {
    for (const track of stream?.getAudioTracks() ?? []) enable(track, !isMuted);
  }, [stream, isMuted]);
  useEffect(() => {
    if (picture) enable(picture, !isHidden);
  }, [picture, isHidden]);
  return { isMuted, mute, isHidden, hide };
};

/** During the show: mutes the microphone, turns the camera off, changes to another camera. */
export const OnAirControls = ({ camera, silenced }: { camera: Camera; silenced: Silenced }) => {
  const t = useText();
  const [isFlipping, setFlipping] = useState(false);
  const { isMuted, mute, isHidden, hide } = silenced;
  const { stream, cameras } = camera;
  const flip = async () => {
    setFlipping(true);
    if (!(await camera.flip())) toast(t('studio.switchFailed'), { tone: 'bad' });
    setFlipping(false);
  };
  return (
    <>
      <MicrophoneLevel
        stream={stream}
        control={
          stream?.getAudioTracks().length ? (
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
      {cameras.length > 1 ? (
        <IconButton
          kind="glass"
          label={t('studio.switchCamera')}
          icon={<IconCameraRotate {...icon} />}
          aria-busy={isFlipping || undefined}
          disabled={isFlipping}
          onClick={() => void flip()}
        />
      ) : null}
      <IconButton
        kind="glass"
        className={classes(isHidden && styles.off)}
        label={t(isHidden ? 'studio.turnCameraOn' : 'studio.turnCameraOff')}
        icon={isHidden ? <IconVideoOff {...icon} /> : <IconVideo {...icon} />}
        onClick={() => hide(!isHidden)}
      />
    </>
  );
};
