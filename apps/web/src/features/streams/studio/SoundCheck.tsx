import { IconAlertCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { SelectField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './studio.module.css';
import { type Camera, QUALITIES, type Quality } from './use-camera.ts';

/** The devices and the picture, and whether they are there. */
export const SoundCheck = ({ camera }: { camera: Camera }) => {
  const say = useText();
  const { state, stream, choice, choose } = camera;
  const device = (kind: 'studio.cameraNumber' | 'studio.microphoneNumber') => (info: MediaDeviceInfo, index: number) => ({
    value: info.deviceId,
    text: info.label || say(kind, { number: index + 1 }),
  });
  const sound = stream?.getAudioTracks()[0];
  const used = (kind: 'video' | 'audio') =>
    (kind === 'video' ? stream?.getVideoTracks()[0] : sound)?.getSettings().deviceId ??
    (kind === 'video' ? choice.camera : choice.microphone);
  return (
    <Card pad="lg" className={classes(styles.settings, styles.soundCheck)}>
      <div className={type.flexBetween}>
        <h2 className={type.heading}>{say('studio.soundCheck')}</h2>
        <ul className={styles.checks}>
          <Check text={say('studio.camera')} isFine={state === 'ready'} />
          <Check text={say('studio.microphone')} isFine={sound !== undefined} />
        </ul>
      </div>
      <div className={styles.devices}>
        <SelectField
          label={say('studio.camera')}
          value={used('video')}
          disabled={camera.cameras.length === 0}
          choices={camera.cameras.map(device('studio.cameraNumber'))}
          onChange={(event) => choose({ camera: event.currentTarget.value })}
        />
        <SelectField
          label={say('studio.microphone')}
          value={used('audio')}
          disabled={camera.microphones.length === 0}
          placeholder={camera.microphones.length === 0 ? say('studio.noMicrophone') : undefined}
          choices={camera.microphones.map(device('studio.microphoneNumber'))}
          onChange={(event) => choose({ microphone: event.currentTarget.value })}
        />
        <SelectField
          label={say('studio.picture')}
          value={choice.quality}
          hint={say(`studio.quality.hint.${choice.quality}`)}
          choices={(Object.keys(QUALITIES) as Quality[]).map((quality) => ({ value: quality, text: say(`studio.quality.${quality}`) }))}
          onChange={(event) => choose({ quality: event.currentTarget.value as Quality })}
        />
      </div>
    </Card>
  );
};

const Check = ({ text, isFine }: { text: string; isFine: boolean }) => {
  const say = useText();
  const Icon = isFine ? IconCircleCheckFilled : IconAlertCircle;
  return (
    <li className={classes(styles.check, !isFine && styles.missing)}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {text}
      <span className={type.hidden}>: {say(isFine ? 'studio.found' : 'studio.missing')}</span>
    </li>
  );
};
