import { loginFor, registerFor } from '../../app/guard.ts';
import { type Joining, saveJoining } from '../../app/joining.ts';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import styles from './checkout.module.css';
import { saveMessage } from './interrupted-purchase.ts';

interface LogInPromptProps {
  /** The page with this sheet: it opens again after the log-in. */
  returnTo: string;
  /** The message typed into it. */
  words?: string | undefined;
  /** The act that the visitor joins for. */
  joining?: Joining | undefined;
}

/** Shown to visitors instead of payment: join, or log in, and go on here. */
export const LogInPrompt = ({ returnTo, words = '', joining }: LogInPromptProps) => {
  const t = useText();
  const keep = () => {
    if (words) saveMessage(words);
    if (joining) saveJoining(returnTo, joining);
  };
  return (
    <div className={styles.enter} onClickCapture={keep}>
      <Button kind="gold" size="lg" grow to={registerFor(returnTo)}>
        {t('shell.join')}
      </Button>
      <Button kind="outline" size="lg" grow to={loginFor(returnTo)}>
        {t('shell.logIn')}
      </Button>
    </div>
  );
};
