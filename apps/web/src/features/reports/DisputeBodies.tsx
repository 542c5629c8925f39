import { useSettings } from '../../app/boot.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './reports.module.css';

/** The out-of-court dispute bodies that the owner names, under decisions; nothing without any. */
export const DisputeBodies = () => {
  const t = useText();
  const { disputeBodies } = useSettings();
  if (!disputeBodies) return null;
  return (
    <section className={styles.bodies}>
      <h2 className={type.heading}>{t('contact.disputeBodies')}</h2>
      <p dir="auto" className={classes(styles.words, styles.lines)}>
        <LinkedText text={disputeBodies} />
      </p>
    </section>
  );
};
