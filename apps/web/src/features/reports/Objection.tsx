import type { Decision } from '@stagedoor/contract/restrictions';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './reports.module.css';

interface ObjectionProps {
  kind: 'appeal' | 'complaint';
  /** As it was sent; null before. */
  sent: Decision['appeal'];
  /** The end of the time in which it can be sent; null when it can't be. */
  until: string | null;
  onBegin: () => void;
}

/** An appeal or a complaint: its state with the words of the decision or else its own, and the way to send one. */
export const Objection = ({ kind, sent, until, onBegin }: ObjectionProps) => {
  const t = useText();
  const format = useFormat();
  const isAppeal = kind === 'appeal';
  return (
    <>
      {sent ? (
        <div className={styles.words}>
          <span className={type.label}>{t(isAppeal ? `violations.appeal.${sent.state}` : `complaint.is.${sent.state}`)}</span>
          <p dir="auto" className={classes(type.small, type.quiet)}>
            {sent.note || sent.text}
          </p>
        </div>
      ) : null}
      {until ? (
        <div className={classes(styles.head, styles.words)}>
          <span className={classes(type.small, type.faint)}>
            {t(isAppeal ? 'violations.appealUntil' : 'complaint.until', { date: format.date(until, 'dayYear') })}
          </span>
          <Button kind="lift" size="sm" onClick={onBegin}>
            {t(isAppeal ? 'violations.appeal' : 'complaint.title')}
          </Button>
        </div>
      ) : null}
    </>
  );
};
