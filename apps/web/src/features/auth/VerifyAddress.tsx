import { IconMailCheck } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { EmailField } from '../../ui/forms/EmailField.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './VerifyAddress.module.css';

/** Sends the verification mail again: to a known address at once, else to the one that is typed. */
export const ResendVerification = ({ email }: { email: string | undefined }) => {
  const t = useText();
  const resend = useAction('POST /verification/resend');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const typed = formValues(event).text('email');
    const answer = await resend.run({ body: { email: email ?? typed } });
    if (answer) toast(answer.message, { tone: 'ok', stays: 5000 });
  };
  return (
    <form className={styles.resend} onSubmit={(event) => void submit(event)}>
      <FormError error={resend.error} fields={email ? [] : ['email']} />
      {email ? null : <EmailField error={resend.error?.fields['email']} />}
      <Button kind="outline" wide type="submit" busy={resend.busy}>
        {t('auth.sendNewLink')}
      </Button>
    </form>
  );
};

interface VerifyAddressProps {
  email: string | undefined;
  /** Why a log-in was refused, if it was. */
  refused: string | undefined;
  /** A performer's application was just sent. */
  isApplication?: boolean | undefined;
}

/** Above the log-in form: the address must be verified first. After a registration, or when a log-in was refused for it. */
export const VerifyAddress = ({ email, refused, isApplication }: VerifyAddressProps) => {
  const t = useText();
  return (
    <section className={styles.notice} role={refused ? 'alert' : undefined}>
      <span className={styles.icon}>
        <IconMailCheck size={22} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h2 className={classes(type.heading)}>{refused ?? t('auth.checkInbox')}</h2>
        <p className={classes(type.small, type.quiet)}>{email ? t('auth.verificationSentTo', { email }) : t('auth.verifyDeadLead')}</p>
        {isApplication ? <p className={classes(type.small, type.quiet)}>{t('auth.applicationNext')}</p> : null}
        <ResendVerification key={email ?? ''} email={email} />
      </div>
    </section>
  );
};
