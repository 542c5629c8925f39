import { Segments } from '../../../../ui/Segments.tsx';
import { classes } from '../../../../ui/classes.ts';
import { useText } from '../../../../ui/text.ts';
import type from '../../../../ui/type.module.css';
import styles from './encoder.module.css';

/** Chooses if a public show goes live with the encoder's signal, or with a button after a rehearsal. */
export const BeginChoice = ({ byPress, onChoose }: { byPress: boolean; onChoose: (byPress: boolean) => void }) => {
  const t = useText();
  return (
    <div className={styles.words}>
      <span className={type.label}>{t('encoder.begins')}</span>
      <Segments
        label={t('encoder.begins')}
        name="begins"
        value={byPress ? 'press' : 'signal'}
        onChange={(value) => onChoose(value === 'press')}
        options={[
          { value: 'signal', text: t('encoder.beginsBySignal') },
          { value: 'press', text: t('encoder.beginsByPress') },
        ]}
        wide
      />
      <p className={classes(type.small, type.quiet)}>{t(byPress ? 'encoder.beginsByPressHint' : 'encoder.beginsBySignalHint')}</p>
    </div>
  );
};
