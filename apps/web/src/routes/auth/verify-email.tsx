import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAction } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSessionStore } from '../../app/session.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

/** The link in the verification mail: verifies automatically and continues; an expired link offers a new one. */
const VerifyEmail = () => {
  const t = useText();
  const navigate = useNavigate();
  const store = useSessionStore();
  const [search] = useSearchParams();
  const confirm = useAction('POST /verification/confirm');
  const resend = useAction('POST /verification/resend');
  const token = search.get('token') ?? '';
  const [failed, setFailed] = useState(token === '');
  const { run } = confirm;
  useEffect(() => {
    if (!token) return;
    void run({ body: { token } }).then(async (answer) => {
      if (!answer) return setFailed(true);
      store.update({ emailVerified: true });
      return navigate('/auth/email-verified-success', { replace: true });
    });
  }, [token, run, navigate, store]);
  const again = async (event: FormEvent<HTMLFormElement>) => {
    const answer = await resend.run({ body: { email: formValues(event).text('email') } });
    if (answer) toast(answer.message, { tone: 'ok', stays: 5000 });
  };
  return (
    <PublicPage>
      <PageTitle title={t('auth.verifyTitle')} />
      {failed ? (
        <>
          <AuthHeading title={t('auth.linkDead')} lead={t('auth.verifyDeadLead')} />
          <form className={styles.form} onSubmit={(event) => void again(event)}>
            <FormError error={resend.error} fields={['email']} />
            <TextField
              label={t('auth.email')}
              name="email"
              type="email"
              autoComplete="email"
              required
              error={resend.error?.fields['email']}
            />
            <Button kind="gold" size="lg" wide type="submit" busy={resend.busy}>
              {t('auth.sendNewLink')}
            </Button>
          </form>
        </>
      ) : (
        <>
          <AuthHeading title={t('auth.verifyTitle')} lead={t('auth.verifying')} />
          <div className={styles.form}>
            <Skeleton height={52} width="100%" />
          </div>
        </>
      )}
    </PublicPage>
  );
};

export default VerifyEmail;
