import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import { type FormEvent, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { withWords } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { landingPath, safeReturn } from '../../app/guard.ts';
import { type IntendedReaction, takeIntent } from '../../app/intent.ts';
import { useLanguage } from '../../app/language.ts';
import { useCanUsePasskeys } from '../../app/passkeys.ts';
import { useSessionStore } from '../../app/session.tsx';
import { usePasskey } from '../../app/use-passkey.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import { formValues } from '../../ui/forms/form-values.ts';
import styles from './AuthPanel.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useRegistered } from './registered.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

/** Loaded by the few who need it. */
const VerifyAddress = lazy(async () => ({ default: (await import('./VerifyAddress.tsx')).VerifyAddress }));
const SecondStep = lazy(() => import('./SecondStep.tsx'));

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

/**
 * Name or address, password, remember me, or a passkey; the second step replaces the fields. Then to the return address, or to the landing
 * page.
 */
export const LoginForm = () => {
  const t = useText();
  const format = useFormat();
  const store = useSessionStore();
  const navigate = useNavigate();
  const { follow } = useLanguage();
  const [search] = useSearchParams();
  const login = useAction('POST /auth/login');
  // For the second step; in memory only.
  const credentials = useRef<Credentials | null>(null);
  const registered = useRegistered();
  /** As sent last. */
  const [name, setName] = useState('');
  /** The ways of the second step; null in the first one. */
  const [secondStep, setSecondStep] = useState<readonly unknown[] | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const error = withWords(login.error, t('errors.INCORRECT_CREDENTIALS'));
  const code = login.error?.code;
  const wrong = code === 'INCORRECT_CREDENTIALS' ? login.error?.message : undefined;
  const unverified = code === 'EMAIL_NOT_VERIFIED' ? login.error?.message : undefined;
  const waits = code === 'LOG_IN_PAUSED' ? Number(login.error?.details['retryAfterSeconds']) : 0;

  /** What the visitor pressed before; a refusal, as of the own profile, isn't told. */
  const carryOut = async (reaction: IntendedReaction) => {
    const done = await call('POST /reactions', { body: reaction }).catch(() => null);
    if (done) toast(t(`auth.intent.${reaction.action}`), { tone: 'ok' });
  };
  const enter = async () => {
    const user = await call('GET /users/me');
    await follow(user.locale);
    store.set(user);
    const intent = takeIntent();
    if (intent?.reaction) await carryOut(intent.reaction);
    await navigate(safeReturn(search.get('returnTo')) ?? intent?.returnTo ?? landingPath(user), { replace: true });
  };
  const [opensAt, setOpensAt] = useState<number | null>(null);
  useEffect(() => {
    if (code === 'TWO_FACTOR_REQUIRED') setSecondStep((login.error?.details['methods'] as unknown[] | undefined) ?? ['code']);
    setOpensAt(waits > 0 ? Date.now() + waits * 1000 : null);
  }, [code, waits, login.error]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    if (!secondStep) {
      const remember = values.ticked('remember');
      setName(values.text('username'));
      credentials.current = { username: values.text('username'), password: values.text('password'), remember };
    }
    if (!credentials.current) return;
    const answer = await login.run({ body: { ...credentials.current, ...(secondStep ? { code: values.text('code') } : {}) } });
    if (!answer) return;
    credentials.current = null;
    await enter();
  };
  const sendPasskey = async (given: PasskeyAssertion) => {
    const remember = form.current?.querySelector<HTMLInputElement>('[name=remember]')?.checked ?? false;
    if (!(await login.run({ body: { ...(credentials.current ?? { remember }), passkey: given } }))) return;
    credentials.current = null;
    await enter();
  };
  const canUsePasskeys = useCanUsePasskeys();
  const passkey = usePasskey('POST /auth/passkeys/challenge', sendPasskey);
  usePasskeyAutofill(canUsePasskeys && !secondStep && !passkey.busy, sendPasskey);
  const address = name.includes('@')
    ? name
    : registered && (!name || name.toLowerCase() === registered.username)
      ? registered.email
      : undefined;
  const again = () => {
    credentials.current = null;
    setSecondStep(null);
    login.reset();
  };
  const pause = opensAt ? (
    <p className={classes(type.small, type.quiet)}>
      {t('auth.pausedUntil', { time: format.date(opensAt, 'time') })}{' '}
      <Link className={type.link} to="/auth/forgot-password">
        {t('auth.forgotIt')}
      </Link>
    </p>
  ) : null;

  if (secondStep) {
    return (
      <Suspense>
        <SecondStep
          hasPasskey={secondStep.includes('passkey')}
          busy={login.busy}
          error={code === 'TWO_FACTOR_REQUIRED' ? null : error}
          pause={pause}
          onSubmit={(event) => void submit(event)}
          onPasskey={sendPasskey}
          onBack={again}
        />
      </Suspense>
    );
  }
  return (
    <>
      {registered || unverified ? (
        <Suspense>
          <VerifyAddress email={address} refused={unverified} isApplication={registered?.isApplication} />
        </Suspense>
      ) : null}
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        {search.get('reason') === 'idle' && !login.error ? (
          <p role="status" className={classes(type.small, type.quiet)}>
            {t('auth.idleEnded')}
          </p>
        ) : null}
        <FormError
          error={passkey.error ?? (wrong || unverified || code === 'TWO_FACTOR_REQUIRED' ? null : error)}
          fields={['username', 'password']}
        />
        {pause}
        <TextField
          label={t('auth.usernameOrEmail')}
          name="username"
          autoComplete={canUsePasskeys ? 'username webauthn' : 'username'}
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={254}
          key={registered?.username}
          defaultValue={registered?.username}
          error={login.error?.fields['username']}
        />
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          required
          maxLength={200}
          aside={
            <Link className={styles.forgot} to="/auth/forgot-password">
              {t('auth.forgotIt')}
            </Link>
          }
          error={wrong ?? login.error?.fields['password']}
        />
        <Checkbox name="remember" label={t('auth.remember')} />
        <Button
          className={styles.submit}
          kind="gold"
          size="lg"
          wide
          type="submit"
          busy={login.busy && !passkey.busy}
          disabled={passkey.busy}
        >
          {t('shell.logIn')}
        </Button>
        {canUsePasskeys ? (
          <Button
            kind="outline"
            size="lg"
            wide
            busy={passkey.busy}
            disabled={login.busy && !passkey.busy}
            onClick={() => void passkey.ask()}
          >
            {t('auth.logInByPasskey')}
          </Button>
        ) : null}
      </form>
    </>
  );
};
