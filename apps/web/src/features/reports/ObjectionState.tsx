import type { Decision } from '@stagedoor/contract/restrictions';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './reports.module.css';

/** An appeal or a complaint that was sent: its state, and the words of the decision or else its own. */
export const ObjectionState = ({ kind, of }: { kind: 'appeal' | 'complaint'; of: NonNullable<Decision['appeal']> }) => {
  const t = useText();
  return (
    <div className={styles.words}>
      <span className={type.label}>{t(kind === 'appeal' ? `violations.appeal.${of.state}` : `complaint.is.${of.state}`)}</span>
      <p dir="auto" className={classes(type.small, type.quiet)}>
        {of.note || of.text}
      </p>
    </div>
  );
};
