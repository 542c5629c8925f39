import { IconAlertCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useSettings } from '../../../app/boot.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './studio.module.css';
import { NetworkCheckRow } from './NetworkCheckRow.tsx';
import { QUALITIES } from './qualities.ts';
import type { Camera } from './use-camera.ts';
import { useNetworkCheck } from './use-network-check.ts';
import { useScreenShare } from './use-screen-share.ts';
import { keysOf } from '@stagedoor/contract/keys.values';

/** Device and quality selection, with their status. */
export const SoundCheck = ({ camera }: { camera: Camera }) => {
  const t = useText();
  const { engineForBroadcast } = useSettings();
  const { state, devices, isScreen, choice, choose } = camera;
  const screen = useScreenShare(camera);
  const network = useNetworkCheck((quality) => choose({ quality }));
  const device = (kind: 'studio.cameraNumber' | 'studio.microphoneNumber') => (info: MediaDeviceInfo, index: number) => ({
    value: info.deviceId,
    text: info.label || t(kind, { number: index + 1 }),
  });
  const sound = devices?.getAudioTracks()[0];
  const used = (kind: 'video' | 'audio') =>
    (kind === 'video' ? devices?.getVideoTracks()[0] : sound)?.getSettings().deviceId ??
    (kind === 'video' ? choice.camera : choice.microphone);
  return (
    <Card pad="lg" className={classes(styles.settings, styles.soundCheck)}>
      <div className={classes(type.flexBetween, styles.checkHead)}>
        <h2 className={type.heading}>{t('studio.soundCheck')}</h2>
        <ul className={styles.checks}>
          <Check text={t(isScreen ? 'studio.screen' : 'studio.camera')} isFine={state === 'ready'} />
          <Check text={t('studio.microphone')} isFine={sound !== undefined} />
          {network.state.kind === 'measured' || network.state.kind === 'blocked' ? (
            <Check
              text={t('studio.network')}
              isFine={network.state.kind === 'measured' && network.state.advice.verdict === 'fine'}
              words={['studio.networkGood', 'studio.networkWeak']}
            />
          ) : null}
        </ul>
      </div>
      {screen.canShare && state !== 'off' ? (
        <Segments
          label={t('studio.source')}
          name="source"
          value={isScreen ? 'screen' : 'camera'}
          onChange={(value) => (value === 'screen' ? screen.share() : camera.unshare())}
          options={[
            { value: 'camera', text: t('studio.previewLabel') },
            { value: 'screen', text: t('studio.previewScreen') },
          ]}
          wide
        />
      ) : null}
      <div className={styles.devices}>
        <SelectField
          label={t('studio.camera')}
          value={used('video')}
          disabled={camera.cameras.length === 0}
          choices={camera.cameras.map(device('studio.cameraNumber'))}
          onChange={(event) => choose({ camera: event.currentTarget.value })}
        />
        <SelectField
          label={t('studio.microphone')}
          value={used('audio')}
          disabled={camera.microphones.length === 0}
          placeholder={camera.microphones.length === 0 ? t('studio.noMicrophone') : undefined}
          choices={camera.microphones.map(device('studio.microphoneNumber'))}
          onChange={(event) => choose({ microphone: event.currentTarget.value })}
        />
        <SelectField
          label={t('studio.picture')}
          value={choice.quality}
          hint={t(`studio.quality.hint.${choice.quality}`)}
          choices={keysOf(QUALITIES).map((quality) => ({ value: quality, text: t(`studio.quality.${quality}`) }))}
          onChoose={(quality) => choose({ quality })}
        />
      </div>
      {/* The check measures the way to this site: it says nothing about a media server elsewhere. */}
      {engineForBroadcast === 'antMedia' ? null : <NetworkCheckRow check={network} />}
    </Card>
  );
};

const Check = ({
  text,
  isFine,
  words = ['studio.found', 'studio.missing'],
}: {
  text: string;
  isFine: boolean;
  words?: readonly [fine: TextKey, otherwise: TextKey];
}) => {
  const t = useText();
  const Icon = isFine ? IconCircleCheckFilled : IconAlertCircle;
  return (
    <li className={classes(styles.check, !isFine && styles.missing)}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {text}
      <span className={type.hidden}>: {t(isFine ? words[0] : words[1])}</span>
    </li>
  );
};
