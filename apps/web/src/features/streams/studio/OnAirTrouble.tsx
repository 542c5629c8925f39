import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import { Countdown } from '../Countdown.tsx';
import styles from './studio.module.css';
import type { Camera } from './use-camera.ts';
import type { usePublisher } from './use-publisher.ts';

type Publisher = ReturnType<typeof usePublisher>;

/** Tells if nothing or not everything is sent on air, which OnAirTrouble explains. */
export const hasTrouble = ({ state }: Publisher, camera: Camera): boolean =>
  state === 'failed' || state === 'reconnecting' || camera.state === 'none' || camera.state === 'denied';

interface OnAirTroubleProps {
  publisher: Publisher;
  camera: Camera;
  /** When the show ends unless the connection is back. */
  returnBy: string | null;
}

/** Says over the picture why nothing is sent, and what to do. */
export const OnAirTrouble = ({ publisher: { state, failure, again }, camera, returnBy }: OnAirTroubleProps) => {
  const t = useText();
  if (state === 'failed')
    return (
      <div className={styles.trouble} role="alert">
        <strong className={styles.troubleTitle}>{t('studio.lost')}</strong>
        <span>{failure?.sentence || t(`errors.${failure?.code ?? 'LIVE_OFFER_INVALID'}`)}</span>
        <Button kind="glass" onClick={again}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    );
  if (camera.state === 'none' || camera.state === 'denied')
    return (
      <div className={styles.trouble} role="alert">
        <strong className={styles.troubleTitle}>{t(camera.state === 'none' ? 'studio.noCamera' : 'studio.denied')}</strong>
        <span>{t(camera.state === 'none' ? 'studio.noCameraText' : 'studio.deniedText')}</span>
        <Button kind="glass" onClick={camera.askAgain}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    );
  return (
    <div className={styles.trouble}>
      <strong className={styles.troubleTitle}>{t('studio.reconnecting')}</strong>
      {returnBy ? <Countdown until={returnBy} /> : null}
    </div>
  );
};
