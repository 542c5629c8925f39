import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { useMailToken } from '../../app/mail-token.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { REGISTER_TOAST } from '../../features/auth/RegisterFanForm.tsx';
import { NewPassword } from '../../ui/forms/password-fields.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const ResetPassword = () => {
  const t = useText();
  const navigate = useNavigate();
  const reset = useAction('POST /auth/reset');
  const token = useMailToken();
  const dead = token === '' || reset.error?.code === 'TOKEN_INVALID';
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const answer = await reset.run({ body: { token, password: formValues(event).text('password') } });
    if (!answer) return;
    toast(answer.message, { tone: 'ok', stays: REGISTER_TOAST });
    await navigate('/auth/login', { replace: true });
  };
  return (
    <PublicPage>
      <PageTitle title={t('auth.resetTitle')} />
      <AuthHeading title={t(dead ? 'auth.linkDead' : 'auth.resetTitle')} lead={t(dead ? 'auth.linkDeadLead' : 'auth.resetLead')} />
      {dead ? (
        <div className={styles.form}>
          <Button kind="gold" size="lg" wide to="/auth/forgot-password">
            {t('auth.sendNewLink')}
          </Button>
        </div>
      ) : (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <FormError error={reset.error} fields={['password']} />
          <NewPassword error={reset.error} />
          <Button kind="gold" size="lg" wide type="submit" busy={reset.busy}>
            {t('auth.setPassword')}
          </Button>
        </form>
      )}
    </PublicPage>
  );
};

export default ResetPassword;
