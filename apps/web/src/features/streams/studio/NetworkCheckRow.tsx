import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { NetworkFigures } from './network-advice.ts';
import styles from './NetworkCheck.module.css';
import type { NetworkCheck } from './use-network-check.ts';

const verdictOf = (state: NetworkCheck['state'], t: ReturnType<typeof useText>): string => {
  switch (state.kind) {
    case 'idle':
      return t('studio.networkHint');
    case 'running':
      return t('studio.networkRunning');
    case 'blocked':
      return t('studio.networkBlocked');
    case 'busy':
      return t(state.who === 'device' ? 'studio.networkDeviceBusy' : 'studio.networkSiteBusy');
    case 'failed':
      return state.text;
    case 'measured':
      return state.advice.verdict === 'slow'
        ? t('studio.networkSlow')
        : t('studio.networkSafe', { picture: t(`studio.quality.${state.advice.quality}`) });
  }
};

/** Before a show: what the connection carries, and which picture is safe on it. */
export const NetworkCheckRow = ({ check: { state, run } }: { check: NetworkCheck }) => {
  const t = useText();
  const isRunning = state.kind === 'running';
  const isFine = state.kind === 'measured' && state.advice.verdict === 'fine';
  const isVerdict = state.kind !== 'idle' && !isRunning;
  return (
    <section className={styles.network} aria-label={t('studio.network')}>
      <div className={styles.words}>
        <h3 className={type.label}>{t('studio.network')}</h3>
        <p className={classes(type.small, isVerdict ? classes(type.strong, isFine ? styles.fine : styles.weak) : type.quiet)} role="status">
          {verdictOf(state, t)}
        </p>
        {state.kind === 'measured' && state.advice.verdict === 'lossy' ? (
          <p className={classes(type.small, type.quiet)}>{t('studio.networkLossy')}</p>
        ) : null}
        {state.kind === 'measured' ? <Figures figures={state.figures} /> : null}
      </div>
      <Button kind="outline" busy={isRunning} onClick={run}>
        {t(isVerdict ? 'studio.networkAgain' : 'studio.networkCheck')}
      </Button>
    </section>
  );
};

const Figures = ({ figures: { bitrate, isMost, lost, roundTrip } }: { figures: NetworkFigures }) => {
  const t = useText();
  const format = useFormat();
  const rate = format.count(Math.round(bitrate / 100) / 10);
  const rows: readonly [TextKey, string][] = [
    ['studio.upload', t(isMost ? 'studio.mbitsOrMore' : 'studio.mbits', { rate })],
    ['studio.lostPackets', `${format.count(lost)} ${t('studio.percent')}`],
    ['studio.roundTrip', roundTrip === null ? '–' : `${format.count(roundTrip)} ${t('studio.milliseconds')}`],
  ];
  return (
    <dl className={classes(type.small, styles.figures)}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.figure}>
          <dt className={type.quiet}>{t(label)}</dt>
          <dd className={type.num}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
