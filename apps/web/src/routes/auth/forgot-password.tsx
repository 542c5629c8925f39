import { IconMailCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { messageOr } from '../../app/api.ts';
import { useAction } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { EmailField } from '../../ui/forms/EmailField.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

/** Duration of the toasts (specification section 8), in milliseconds. */
const SENT_TOAST = 10_000;
const FAILED_TOAST = 5000;

const ForgotPassword = () => {
  const t = useText();
  const forgot = useAction('POST /auth/forgot');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { error } = forgot;
  useEffect(() => {
    if (error && error.fields['email'] === undefined)
      toast(messageOr(error, t('errors.UNAVAILABLE')), { tone: 'bad', stays: FAILED_TOAST });
  }, [error, t]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const email = formValues(event).text('email');
    const answer = await forgot.run({ body: { email } });
    if (!answer) return;
    toast(answer.message, { tone: 'ok', stays: SENT_TOAST });
    setSentTo(email);
  };
  return (
    <PublicPage>
      <PageTitle title={t('auth.forgotTitle')} />
      {sentTo ? (
        <>
          <span className={styles.mark}>
            <IconMailCheck size={26} stroke={1.75} aria-hidden="true" />
          </span>
          <AuthHeading title={t('auth.checkInbox')} lead={t('auth.checkInboxLead', { email: sentTo })} />
          <div className={styles.form}>
            <Button kind="gold" size="lg" wide to="/auth/login">
              {t('auth.backToLogIn')}
            </Button>
            <Button kind="text" wide onClick={() => setSentTo(null)}>
              {t('auth.otherAddress')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <AuthHeading title={t('auth.forgotTitle')} lead={t('auth.forgotLead')} />
          <form className={styles.form} onSubmit={(event) => void submit(event)}>
            <EmailField error={error?.fields['email']} />
            <Button kind="gold" size="lg" wide type="submit" busy={forgot.busy}>
              {t('auth.sendLink')}
            </Button>
            <Button kind="text" wide to="/auth/login">
              {t('auth.backToLogIn')}
            </Button>
          </form>
        </>
      )}
    </PublicPage>
  );
};

export default ForgotPassword;
