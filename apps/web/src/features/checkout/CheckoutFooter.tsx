import type { ReactNode } from 'react';
import type { Joining } from '../../app/joining.ts';
import { useSession } from '../../app/session.tsx';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';
import { LimitLine } from './LimitLine.tsx';
import { LogInPrompt } from './LogInPrompt.tsx';
import type { ShowPaidIn } from './use-spending-left.ts';

interface CheckoutFooterProps {
  line: string;
  /** The page with this sheet, for visitors. */
  returnTo: string;
  /** The message typed into it. */
  words?: string;
  /** The act that visitors join for. */
  joining?: Joining;
  /** The show in which it is paid. */
  show?: ShowPaidIn;
  children: ReactNode;
}

/** The footer of a checkout sheet: its button with a line below, or the log-in prompt for visitors. */
export const CheckoutFooter = ({ line, show, children, ...visitor }: CheckoutFooterProps) =>
  useSession() ? (
    <div className={styles.foot}>
      {children}
      <span className={classes(type.tiny, type.faint)}>{line}</span>
      <LimitLine show={show} />
    </div>
  ) : (
    <LogInPrompt {...visitor} />
  );
