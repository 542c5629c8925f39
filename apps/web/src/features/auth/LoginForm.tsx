import { Suspense, lazy } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCanUsePasskeys } from '../../app/passkeys.ts';
import { usePasskey } from '../../app/use-passkey.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './AuthPanel.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useRegistered } from './registered.ts';
import { useLogIn } from './use-log-in.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

/** Loaded by the few who need it. */
const VerifyAddress = lazy(async () => ({ default: (await import('./VerifyAddress.tsx')).VerifyAddress }));
const SecondStep = lazy(() => import('./SecondStep.tsx'));

/** Says when the next try is possible, and the way to a new password. */
const Pause = ({ until }: { until: number }) => {
  const t = useText();
  const format = useFormat();
  return (
    <p className={classes(type.small, type.quiet)}>
      {t('auth.pausedUntil', { time: format.date(until, 'time') })}{' '}
      <Link className={type.link} to="/auth/forgot-password">
        {t('auth.forgotIt')}
      </Link>
    </p>
  );
};

/**
 * Name or address, password, remember me, or a passkey; the second step replaces the fields. Then to the return address, or to the landing
 * page.
 */
export const LoginForm = () => {
  const t = useText();
  const [search] = useSearchParams();
  const registered = useRegistered();
  const { form, name, secondStep, opensAt, busy, code, problem, error, submit, sendPasskey, restart } = useLogIn();
  const canUsePasskeys = useCanUsePasskeys();
  const passkey = usePasskey('POST /auth/passkeys/challenge', sendPasskey);
  usePasskeyAutofill(canUsePasskeys && !secondStep && !passkey.busy, sendPasskey);
  const wrong = code === 'INCORRECT_CREDENTIALS' ? problem?.message : undefined;
  const unverified = code === 'EMAIL_NOT_VERIFIED' ? problem?.message : undefined;
  const isRegistered = registered && (!name || name.toLowerCase() === registered.username);
  const address = name.includes('@') ? name : isRegistered ? registered.email : undefined;
  const pause = opensAt ? <Pause until={opensAt} /> : null;

  if (secondStep) {
    return (
      <Suspense>
        <SecondStep
          hasPasskey={secondStep.includes('passkey')}
          busy={busy}
          error={code === 'TWO_FACTOR_REQUIRED' ? null : error}
          pause={pause}
          onSubmit={(event) => void submit(event)}
          onPasskey={sendPasskey}
          onBack={restart}
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
        {search.get('reason') === 'idle' && !problem ? (
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
          error={problem?.fields['username']}
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
          error={wrong ?? problem?.fields['password']}
        />
        <Checkbox name="remember" label={t('auth.remember')} />
        <Button className={styles.submit} kind="gold" size="lg" wide type="submit" busy={busy && !passkey.busy} disabled={passkey.busy}>
          {t('shell.logIn')}
        </Button>
        {canUsePasskeys ? (
          <Button kind="outline" size="lg" wide busy={passkey.busy} disabled={busy && !passkey.busy} onClick={() => void passkey.ask()}>
            {t('auth.logInByPasskey')}
          </Button>
        ) : null}
      </form>
    </>
  );
};
