import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { withWords } from '../../app/api.ts';
import { safeReturn } from '../../app/guard.ts';
import { saveIntent, takeIntent } from '../../app/intent.ts';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import styles from './AuthPanel.module.css';
import { FormDraft } from '../../ui/forms/FormDraft.tsx';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { TermsLine } from './TermsLine.tsx';
import type { Registered } from './registered.ts';

/** The specified timeout of a registration, in milliseconds. */
export const REGISTER_TOAST = 5000;

/** Registers a fan; continues to the log-in. */
export const RegisterFanForm = () => {
  const t = useText();
  const navigate = useNavigate();
  const register = useAction('POST /auth/register');
  const returnTo = safeReturn(useSearchParams()[0].get('returnTo'));
  const fields = register.error?.fields ?? {};
  const kept = useKeptForm({ draft: 'register', asks: false });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const name = values.text('name');
    const answer = await register.run({
      body: {
        username: values.text('username'),
        email: values.text('email'),
        password: values.text('password'),
        adult: true,
        terms: true,
        ...(name ? { name } : {}),
      },
    });
    if (!answer) return;
    kept.done();
    if (returnTo) saveIntent(returnTo, takeIntent()?.reaction ?? null);
    toast(answer.message, { tone: 'ok', stays: REGISTER_TOAST });
    const state: Registered = { registered: { username: values.text('username'), email: values.text('email') } };
    await navigate('/auth/login', { state });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <FormDraft kept={kept} />
      <FormError
        error={withWords(register.error, t('errors.USERNAME_TAKEN'))}
        fields={['username', 'email', 'password', 'name', 'adult']}
      />
      <CredentialFields error={register.error} hint={t('auth.usernameHint')} taken="errors.USERNAME_TAKEN" />
      <TextField label={t('auth.displayName')} name="name" autoComplete="name" optional maxLength={80} error={fields['name']} />
      <Checkbox name="adult" required label={t('auth.adult')} error={fields['adult']} />
      <TermsLine action={t('auth.createAccount')} />
      <Button className={styles.submit} kind="gold" size="lg" wide type="submit" busy={register.busy}>
        {t('auth.createAccount')}
      </Button>
    </form>
  );
};
